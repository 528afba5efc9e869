### Die Seiten der Moderation: melden, und was Moderatoren sehen.

nav-admin = Moderation
account-admin = { $n ->
    [0] Moderation: keine offenen Meldungen
    [one] Moderation: 1 offene Meldung
   *[other] Moderation: { $n } offene Meldungen
}

## Melden

report-seat = { $name } melden oder blockieren
report-line = Melden, was { $name } gesagt hat
report-title = { $name } melden
fault-no-reason = Wähle, was du meldest.
report-back = Zurück zum Tisch
report-form-title = Was stimmt nicht?
report-said = Gesagt wurde:
report-reason = Wähle, was am besten passt
report-text = In deinen Worten (freiwillig)
report-about = Die Moderation dieses Servers sieht deine Meldung, den Tisch, wie ihn Zuschauer sehen, und was gesagt wurde. Die gemeldete Person erfährt nicht, wer du bist.
report-button = Melden
report-done = Danke. Deine Meldung ist angekommen.
report-done-about = Die Moderation dieses Servers sieht sie sich an. { $name } erfährt nicht, von wem sie kommt. Du bekommst keine Antwort.
report-instead = Was du selbst tun kannst
mute-here = { $name } an diesem Tisch stummschalten
unmute-here = Wieder zeigen, was { $name } an diesem Tisch sagt
mute-here-hint = Du siehst an diesem Tisch nicht mehr, was die Person sagt. Sie erfährt nichts davon.

## Was jemand liest, der stumm oder gesperrt ist

restricted-title = Was die Moderation über dich entschieden hat
restricted-muted = Du bist stummgeschaltet: Du kannst spielen, aber an Tischen nichts schreiben.
restricted-suspended = Du bist gesperrt: Du kannst lesen, aber nicht spielen oder schreiben.
restricted-network = Das Netz, aus dem du spielst, ist gesperrt: Von dort kann niemand spielen oder schreiben.
restricted-hint = Du kannst dich weiter anmelden und auf dieser Seite deine Daten herunterladen oder löschen.
restricted-why = Warum, und bis wann

## Alle Seiten der Moderation

admin-nav = Moderation
admin-reports = Meldungen
admin-people = Leute
admin-sanctions = Maßnahmen
admin-roles = Rollen
admin-audit = Protokoll
admin-open = { $n ->
    [one] 1 offene Meldung
   *[other] { $n } offene Meldungen
}
admin-which = Welche
admin-older = Ältere
admin-until = bis
admin-for-ever = für immer
admin-host = Betreiber
admin-by = durch
admin-guest = Gast { $id }
admin-somebody-gone = jemand, der gelöscht wurde
admin-table = Tisch { $id }
admin-number = Nr. { $n }
admin-when = Wann
admin-note = Notiz für das Protokoll (freiwillig)
admin-text = In Worten (freiwillig; die betroffene Person liest es)
admin-text-hint = Höchstens 300 Zeichen.
admin-reason = Warum
admin-choose = Wähle …
admin-duration = Wie lange
admin-duration-hour = 1 Stunde
admin-duration-day = 1 Tag
admin-duration-week = 7 Tage
admin-duration-month = 30 Tage

## Meldungen

admin-reports-open = Offene
admin-reports-resolved = Erledigte
admin-reports-none = Es gibt keine.
admin-report = Meldung { $n }
admin-is-open = offen
admin-about = über { $name }
admin-reported = Gemeldet
admin-reporter = Von
admin-where = Wo
admin-see-table = Den Tisch und den Chat ansehen
admin-their-words = Wortlaut der Meldung
admin-outcome = Ergebnis
admin-outcome-acted = Es wurde etwas unternommen
admin-outcome-noted = Berechtigt, aber es war nichts zu tun
admin-outcome-unfounded = Unbegründet
admin-resolve-same = Erledigen
admin-resolve-this = nur diese Meldung
admin-resolve-all =
    { $same ->
        [reporter] alle offenen von derselben Person
        [reported] alle offenen über dieselbe Person
        [table] alle offenen zu diesem Tisch
       *[network] alle offenen aus demselben Netz
    }
admin-resolve = Erledigen
admin-deeds = Was du tun kannst
admin-others = Weitere Meldungen über diese Person
admin-reports-about = Meldungen über diese Person
admin-reports-here = Meldungen über diesen Tisch

## Leute

admin-who = Wen suchst du?
admin-who-hint = Der Name eines Kontos, oder ein Tisch und ein Platz: k7mw2xqp4d01/B.
admin-find = Suchen
admin-standing = Aktueller Stand
admin-account = Konto { $name }
admin-no-account = Ein Gast ohne Konto
admin-is-muted = Stummgeschaltet
admin-is-suspended = Gesperrt
admin-nothing-in-force = Gegen diese Person ist keine Maßnahme in Kraft.
admin-network-unknown = Diese Person war in letzter Zeit nicht hier; das Netz, aus dem sie spielt, ist nicht bekannt.
admin-mute = Stummschalten
admin-mute-about = { $name } kann spielen, aber an keinem Tisch schreiben, und liest, warum und bis wann.
admin-suspend = Sperren
admin-suspend-about = { $name } kann lesen, sich anmelden und die eigenen Daten herunterladen oder löschen, sonst nichts. An laufenden Tischen gilt der Platz als verlassen, sodass die anderen einen Bot spielen lassen können. { $name } liest, warum und bis wann.
admin-network = Netz sperren
admin-network-about = Aus dem Netz, aus dem { $name } zuletzt gespielt hat, kann niemand mehr spielen oder schreiben; das kann auch andere treffen. Die Adresse erfährst du vorher nicht; danach steht sie bei den Maßnahmen.
admin-rename = Anderen Namen geben
admin-rename-about = { $name } bekommt einen anderen Namen: für das Konto und an allen Tischen, auch an laufenden.
admin-new-name = Neuer Name (freiwillig)
admin-new-name-hint = Wenn du nichts einträgst, wird einer erfunden.
admin-reset = Passwort zurücksetzen
admin-reset-about = Erzeugt einen Code, mit dem { $name } ein neues Passwort festlegt. Er gilt einmal, einen Tag lang, und nur du siehst ihn. Sorge dafür, dass ihn nur der Besitzer des Kontos bekommt.
admin-code = Mit diesem Code legt der Besitzer des Kontos ein neues Passwort fest. Er gilt einmal, einen Tag lang, und steht nur hier:

## Tische

admin-table-title = { $game }, Tisch { $id }
admin-table-about = Du siehst, was Zuschauer dieses Tisches sehen; verdeckte Karten erst nach der Partie. Das Protokoll hält fest, dass du ihn angesehen hast.
admin-public = öffentlich
admin-private = privat
admin-hidden = nicht in der Liste
admin-watch = Live zuschauen
admin-in-words = Die Stellung in Worten
admin-log = Die letzten Zeilen des Verlaufs
admin-people-here = Wer hier sitzt oder saß
admin-left = weg
admin-line-reported = gemeldet
admin-hide = Tisch aus der Liste nehmen
admin-hide-about = Fremde finden ihn nicht mehr. Wer die Adresse kennt, kommt weiter hinein, und die Partie geht weiter.
admin-close = Tisch schließen
admin-close-about = Die Partie endet hier für alle, ohne Sieger. Das lässt sich nicht rückgängig machen.

## Maßnahmen

admin-sanctions-in-force = In Kraft
admin-sanctions-all = Alle
admin-sanctions-none = Es gibt keine.
admin-sanction = Nr. { $n }
admin-in-force = in Kraft
admin-ended = beendet
admin-lifted = aufgehoben
admin-lift = Aufheben
admin-lift-about = Ab jetzt gilt die Maßnahme nicht mehr.
admin-measure-mute = stummgeschaltet
admin-measure-suspend = gesperrt
admin-measure-suspend-network = Netz gesperrt
admin-measure-hide-table = nicht in der Liste
admin-network-by-address = Ein Netz sperren
admin-network-by-address-about = Von dort kann niemand mehr spielen oder schreiben. Lesen, Anmelden und Löschen der eigenen Daten gehen weiterhin.
admin-network-field = Netz, etwa 192.0.2.0/24

## Rollen

admin-roles-about = Nur Admins vergeben und entziehen Rollen. Der letzte Admin lässt sich nur am Server selbst entfernen oder indem er sein eigenes Konto löscht.
admin-role = Rolle
admin-role-admin = Admin
admin-role-moderator = Moderation
admin-role-admin-about = alles, auch Rollen und Netze
admin-role-moderator-about = alles außer Rollen und Netzen
admin-grant = Eine Rolle vergeben
admin-revoke = Rolle entziehen
admin-revoke-about = { $name } kann ab jetzt nicht mehr moderieren.

## Das Protokoll

admin-audit-about = Hier steht alles, was die Moderation tut; nichts davon lässt sich ändern oder entfernen.
admin-audit-check = Prüfen, ob es lückenlos ist
admin-audit-whole = { $n ->
    [one] Das Protokoll ist lückenlos: 1 Eintrag. Hash des letzten, zum späteren Vergleich:
   *[other] Das Protokoll ist lückenlos: { $n } Einträge. Hash des letzten, zum späteren Vergleich:
}
admin-audit-broken = Das Protokoll ist beschädigt: Eintrag { $n } fehlt oder wurde geändert.
admin-audit-number = Nr.
admin-audit-who = Wer
admin-audit-what = Was
admin-audit-whom = Wen oder was
admin-act-grant = Rolle vergeben
admin-act-revoke = Rolle entzogen
admin-act-resolve = Meldung erledigt
admin-act-view-table = Tisch angesehen
admin-act-mute = stummgeschaltet
admin-act-suspend = gesperrt
admin-act-suspend-network = Netz gesperrt
admin-act-lift = Maßnahme aufgehoben
admin-act-rename = anderen Namen gegeben
admin-act-reset-password = Passwort zurückgesetzt
admin-act-close-table = Tisch geschlossen
admin-act-hide-table = Tisch aus der Liste genommen

## Was gerade getan wurde

admin-done-resolve = Die Meldung ist erledigt.
admin-done-mute = Die Person ist stummgeschaltet.
admin-done-suspend = Die Person ist gesperrt.
admin-done-suspend-network = Das Netz ist gesperrt.
admin-done-hide-table = Der Tisch steht nicht mehr in der Liste.
admin-done-close-table = Der Tisch ist geschlossen.
admin-done-lift = Die Maßnahme ist aufgehoben.
admin-done-rename = Die Person hat einen anderen Namen.
admin-done-grant = Die Rolle ist vergeben.
admin-done-revoke = Die Rolle ist entzogen.
