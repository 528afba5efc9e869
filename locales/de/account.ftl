### Konten, Umzug auf ein anderes Gerät, persönliche Daten.

account-title = Du
account-signed-in-as = Du bist als { $name } angemeldet.
account-guest = Du spielst als Gast; nur deine Geräte kennen dich. Deine Tische warten hier, mehr braucht es nicht.
account-nobody = Dieser Browser kennt dich noch nicht. Setz dich an einen Tisch, und du spielst als Gast; ein Konto ist freiwillig.
account-have-code = Ich habe einen Code von einem anderen Gerät

## Anderes Gerät

account-transfer-title = Auf einem anderen Gerät weiterspielen
account-transfer-about = Spiel am Handy oder an einem anderen Rechner weiter, auf denselben Plätzen. Du bekommst einen Link und einen kurzen Code; dieses Gerät bleibt angemeldet.
account-transfer-button = Code erzeugen
account-transfer-open = Öffne diesen Link auf dem anderen Gerät:
account-transfer-type = Oder öffne dort „Du“, wähle „Ich habe einen Code“ und tippe:
account-transfer-once = { $minutes ->
    [one] Der Code gilt eine Minute lang für ein einziges Gerät. Wer ihn benutzt, spielt unter deinem Namen.
   *[other] Der Code gilt { $minutes } Minuten lang für ein einziges Gerät. Wer ihn benutzt, spielt unter deinem Namen.
}
account-copy = Link kopieren
account-copied = Kopiert
account-arrive-title = Auf diesem Gerät weiterspielen
account-arrive-about = Du kommst mit einem Code von einem anderen Gerät. Dieses Gerät bekommt dieselben Plätze und Tische.
account-arrive-code = Code
account-arrive-button = Hier weiterspielen
account-arrive-instead = Auf diesem Gerät ist { $name } angemeldet und wird abgemeldet.
account-bring = { $n ->
    [one] Den Tisch mitnehmen, an dem du auf diesem Gerät als Gast sitzt
   *[other] Die { $n } Tische mitnehmen, an denen du auf diesem Gerät als Gast sitzt
}

## Geräte

account-devices = Deine Geräte
account-device-here = dieses Gerät
account-device-unknown = Ein Gerät
account-day =
    { $day }. { $month ->
        [1] Januar
        [2] Februar
        [3] März
        [4] April
        [5] Mai
        [6] Juni
        [7] Juli
        [8] August
        [9] September
        [10] Oktober
        [11] November
       *[12] Dezember
    } { $year }
account-device-since = seit
account-device-seen = zuletzt benutzt
account-device-end = Abmelden
account-device-end-label = { $device } abmelden
account-sign-out = Hier abmelden
account-sign-out-others = Alle anderen abmelden

## Konto

account-name = Name
account-password = Passwort
account-password-hint = Mindestens 8 Zeichen. Drei oder vier Wörter, die nicht zusammengehören, sind besser als eines mit Ziffern und Sonderzeichen.
account-sign-up-title = Konto anlegen
account-sign-up-about = Ein Name und ein Passwort, keine E-Mail: Dann kommst du von überall an deine Tische. Wenn du das Passwort verlierst, hilft nur ein Ersatzcode. Was du als Gast hast, bleibt deins.
account-sign-up-button = Konto anlegen
account-sign-in-title = Anmelden
account-sign-in-button = Anmelden
account-password-title = Passwort ändern
account-password-old = Bisheriges Passwort
account-password-new = Neues Passwort
account-password-ends = Alle anderen Geräte werden dabei abgemeldet.
account-password-button = Ändern

## Verlorenes Passwort

recovery-title = Ersatzcodes
recovery-about = Nur dein Passwort beweist, wer du bist. Wenn du es verlierst, kannst du mit einem dieser Codes ein neues festlegen; jeder gilt einmal. Bewahre sie dort auf, wo du andere wichtige Unterlagen hast, nicht nur auf diesem Gerät.
recovery-none = Du hast noch keine Codes.
recovery-left = { $n ->
    [0] Von deinen Codes ist keiner mehr übrig.
    [one] Von deinen Codes ist noch einer übrig.
   *[other] Von deinen Codes sind noch { $n } übrig.
}
recovery-since = Erzeugt hast du sie am
recovery-made = Das sind deine Codes.
recovery-once = Schreib sie jetzt auf oder druck sie aus: Sie werden nicht noch einmal angezeigt. Falls du vorher schon Codes hattest, gelten sie nicht mehr.
recovery-copy = Codes kopieren
recovery-replaces = Neue Codes ersetzen alle, die du hast.
recovery-button = Codes erzeugen
recovery-with-account = Zeig mir Ersatzcodes, falls ich das Passwort verliere
recover-link = Passwort vergessen?
recover-title = Neues Passwort festlegen
recover-about = Mit einem deiner Ersatzcodes oder einem Code vom Betreiber dieses Servers legst du ein neues Passwort fest. Ohne Code gibt es keinen Weg zurück, denn an nichts anderem kann der Server dich erkennen.
recover-code = Code
recover-code-hint = Fünfzehn Buchstaben und Ziffern, zum Beispiel k7mw2-xqp4d-9hj3c.
recover-ends = Alle deine Geräte werden abgemeldet, dieses wird angemeldet.
recover-button = Passwort festlegen
recover-back = Zurück

## Was gespeichert ist

account-data-title = Was über dich gespeichert ist
account-data-about = Alles in einer Datei: dein Name, deine Geräte, deine Tische und Plätze, was du dort getan und gesagt hast.
account-data-button = Herunterladen
account-delete-title = Alles löschen
account-delete-about = Dein Konto, deine Geräte, dein Name und was du an Tischen gesagt hast, werden gelöscht. Deine Züge bleiben unter dem Namen „N. N.“, damit die anderen ihre Partien behalten. Wo eine Partie noch läuft, spielt ein Bot für dich. Das lässt sich nicht rückgängig machen.
account-delete-sure = Ja, alles löschen
account-delete-button = Löschen

## Was getan wurde

account-done-signed-up = Du hast jetzt ein Konto. Melde dich damit an, wo du willst.
account-done-signed-in = Du bist angemeldet.
account-done-signed-out = Du bist hier abgemeldet.
account-done-signed-out-others = Alle anderen Geräte sind abgemeldet.
account-done-ended = Das Gerät ist abgemeldet.
account-done-password = Das Passwort ist geändert, alle anderen Geräte sind abgemeldet.
account-done-recovered = Dein neues Passwort gilt, alle anderen Geräte sind abgemeldet. Der benutzte Code gilt nicht mehr.
account-done-deleted = Alles, was über dich gespeichert war, ist gelöscht.

## Wenn etwas schiefgeht

account-fault-name-taken = Dieser Name ist vergeben oder sieht einem vergebenen zu ähnlich. Wähle einen anderen.
account-fault-bad-password = Wähle ein anderes Passwort: 8 bis 200 Zeichen.
account-fault-weak-name = Deinen Namen würden alle als Erstes probieren. Wähle ein anderes Passwort, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-common = Dieses Passwort oder ein sehr ähnliches steht auf den Listen, die beim Raten zuerst an die Reihe kommen. Wähle ein anderes, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-keys = Nebeneinanderliegende Tasten sind schnell erraten. Wähle ein anderes Passwort, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-repeats = Wiederholungen machen ein Passwort länger, aber kaum schwerer zu erraten. Wähle ein anderes, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-sequence = Folgen wie abc oder 6543 sind schnell erraten. Wähle ein anderes Passwort, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-date = Daten und Jahreszahlen sind schnell erraten. Wähle ein anderes Passwort, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-person-name = Namen von Menschen sind schnell erraten. Wähle ein anderes Passwort, zum Beispiel drei oder vier Wörter, die nichts miteinander zu tun haben.
account-fault-weak-word = Ein einzelnes Wort ist schnell erraten. Häng noch zwei oder drei an, die nichts damit zu tun haben.
account-fault-weak-guessable = Dieses Passwort ist zu schnell erraten. Mach es länger: Häng ein oder zwei Wörter an, die nichts mit dem Rest zu tun haben.
account-fault-wrong-password = Es gibt kein Konto mit diesem Namen und diesem Passwort.
account-fault-bad-transfer = Dieser Code gilt nicht: Vielleicht ist er falsch eingetippt, schon benutzt oder abgelaufen. Erzeuge auf dem anderen Gerät einen neuen.
account-fault-bad-code = Name und Code gehören nicht zusammen, oder der Code ist schon benutzt oder abgelaufen. Prüfe beides; jeder Code gilt nur ein einziges Mal.
account-fault-too-many-tries = { $minutes ->
    [one] Zu viele Versuche. Warte eine Minute.
   *[other] Zu viele Versuche. Warte { $minutes } Minuten.
}

## The pages of the host

