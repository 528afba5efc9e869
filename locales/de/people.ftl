# Who sits where: the lobby, coming and going, bots that play for somebody, playing again.

## Bedenkzeit

span-seconds =
    { $n ->
        [one] 1 Sekunde
       *[other] { $n } Sekunden
    }
span-minutes =
    { $n ->
        [one] 1 Minute
       *[other] { $n } Minuten
    }
span-hours =
    { $n ->
        [one] 1 Stunde
       *[other] { $n } Stunden
    }
span-days =
    { $n ->
        [one] 1 Tag
       *[other] { $n } Tage
    }
pace-none = Ohne Uhr
pace-decision = { $time } für jede Entscheidung
pace-bank = { $time } für die ganze Partie
pace-bank-more = { $time } für die ganze Partie, dazu { $more } für jede Entscheidung
pace-bot = danach spielt ein Bot weiter
pace-replace = danach dürfen die anderen einen Bot weiterspielen lassen

## Ein neuer Tisch

new-visibility = Zugang
new-private = Privat: nur mit dem Link
new-public = Öffentlich: Der Tisch steht auch auf der Startseite
new-time = Bedenkzeit
new-time-about = Die Uhren stehen still, solange der Server nicht läuft.
new-none = Ohne Uhr
new-decision = Zeit für jede Entscheidung
new-bank = Zeit für die ganze Partie
new-time-each = Für jede Entscheidung
new-time-bank = Für die ganze Partie
new-time-more = Dazu für jede Entscheidung
new-unit = Einheit
unit-seconds = Sekunden
unit-minutes = Minuten
unit-hours = Stunden
unit-days = Tage
new-zero = Wenn die Zeit um ist
new-zero-bot = Ein Bot spielt sofort weiter, bis die Person zurück ist
new-zero-replace = Die anderen dürfen einen Bot weiterspielen lassen

## Öffentliche Tische

public-tables = Öffentliche Tische
public-none = Gerade gibt es keinen öffentlichen Tisch. Eröffne einen, und andere finden ihn hier.
public-open =
    { $n ->
        [one] 1 von { $of } Plätzen frei
       *[other] { $n } von { $of } Plätzen frei
    }
public-join = Mitspielen
public-watch = Zuschauen
public-back = Zurück auf deinen Platz
table-expected = Du wirst erwartet
table-turn-of = { $name } ist dran
table-time-left = noch { $time }

## Vor der Partie

room-open =
    { $n ->
        [one] Ein Platz ist frei. Die Partie beginnt, sobald er besetzt ist.
       *[other] { $n } Plätze sind frei. Die Partie beginnt, sobald alle besetzt sind.
    }
room-closed = Dieser Tisch wurde geschlossen
room-ended =
    { $why ->
        [agreement] Alle waren einverstanden, ihn zu schließen. Die Partie endet vorzeitig, niemand hat gewonnen. Alles Geheime liegt jetzt offen.
        [absence] Hier hatte lange niemand gespielt, darum wurde er geschlossen. Niemand hat gewonnen. Alles Geheime liegt jetzt offen.
        [host-conduct] Der Betreiber des Servers hat den Tisch geschlossen, weil sich jemand danebenbenommen hat. Alles Geheime liegt jetzt offen.
        [host-content] Der Betreiber des Servers hat den Tisch geschlossen, weil hier etwas Unzulässiges geschrieben wurde. Alles Geheime liegt jetzt offen.
        [host-request] Der Betreiber des Servers hat den Tisch auf Wunsch geschlossen. Alles Geheime liegt jetzt offen.
        [host-operation] Der Betreiber des Servers musste den Tisch schließen. Alles Geheime liegt jetzt offen.
       *[other] Die Person, die ihn eröffnet hatte, hat ihn geschlossen. Die Partie endet vorzeitig, niemand hat gewonnen. Alles Geheime liegt jetzt offen.
    }
room-closed-hint = Die Partie hat nie begonnen, verloren ist also nichts. Eröffne einen neuen Tisch.
room-expected =
    { $n ->
        [one] Die Partie beginnt, sobald { $names } da ist.
       *[other] Die Partie beginnt, sobald { $names } da sind.
    }
room-expects-you = Die anderen warten auf dich.
come-in = Ich bin dabei
seat-expected = noch nicht da
fill-expected = Für alle, die noch fehlen, spielt
begin-now = Ohne sie anfangen
sit-here = Hier hinsetzen
move-here = Hierher
stand-up = Aufstehen
fill-begin = Besetzen und anfangen
swap-any = Zwei Plätze tauschen
swap-one = Diesen Platz
swap-other = mit diesem
swap = Tauschen
invite-title = Andere einladen
invite-share = Teilen
invite-qr = QR-Code dieses Links: Ein Handy, das ihn sieht, öffnet den Tisch
invite-code = Oder sag ihnen den Code:
terms-rules = Regeln
terms-by-the-book = Wie im Regelwerk
terms-time = Bedenkzeit
terms-who = Zugang
terms-public = Öffentlich: steht auf der Startseite
terms-private = Privat: nur mit dem Link
terms-start = Beginn
terms-from-position = Aus einer Stellung weitergespielt; zählt in keiner Statistik
table-from-position = Aus einer Stellung weitergespielt

## Faire Würfel

dice-fair = Faire Würfel
dice-settled = Die Würfel stehen fest, bevor irgendwer wissen kann, wie die Partie verläuft. Nach ihrem Ende können das alle nachprüfen.
dice-how = So geht das
dice-commitment = Versiegelter Umschlag:
dice-added = Zu den Würfeln haben beigetragen: { $names }
dice-share = Dein Beitrag zu den Würfeln
dice-share-about = Diese Zahl hat sich dein Browser ausgedacht. Du kannst eine eigene eintragen: 16 bis 64 Zeichen, Ziffern 0 bis 9 und Buchstaben a bis f.

## Kommen und Gehen

people = An diesem Tisch
seat-here = da
seat-stand-in = { $bot } spielt
stand-in = { $bot } spielt für { $name }
# Who acts, in sentences of the log.
stand-in-name = { $bot } für { $name }
spectators =
    { $n ->
        [0] Niemand schaut zu
        [one] 1 Person schaut zu
       *[other] { $n } Personen schauen zu
    }
leave = Den Tisch verlassen
leave-about = Ein Bot spielt für dich weiter. Du kannst jederzeit zurückkommen, solange die Partie läuft.
leave-yes = Gehen
close-table = Den Tisch schließen
close-about = Für alle ist hier Schluss, niemand gewinnt. Das lässt sich nicht zurücknehmen.
close-about-game = Die Partie endet hier, niemand gewinnt. Alles Geheime liegt dann offen. Das lässt sich nicht zurücknehmen.
close-about-voters =
    { $n ->
        [one] Die Partie endet hier ohne Sieger, wenn { $names } einverstanden ist. Alles Geheime liegt dann offen.
       *[other] Die Partie endet hier ohne Sieger, wenn { $names } einverstanden sind. Alles Geheime liegt dann offen.
    }
close-ask = Die anderen fragen
close-yes = Für alle schließen
close-asked = { $name } möchte den Tisch schließen
close-you-ask = Du möchtest den Tisch schließen
close-asked-hint = Sind alle einverstanden, endet die Partie hier und niemand gewinnt. Ein einziges Nein genügt, um weiterzuspielen.
close-agree = Einverstanden
close-refuse = Weiterspielen
close-withdraw = Zurückziehen
back-title = { $bot } spielt für dich
back-about = Du warst gegangen, wurdest ersetzt, oder deine Zeit war um. Übernimm wieder, wann immer du willst.
spent-about = Du hast an diesem Tisch so viel getan, dass dein Anteil an seinem Speicherplatz aufgebraucht ist. Der Bot spielt bis zum Ende der Partie für dich.
back = Ich bin wieder da
missing = { $name } ist nicht da
missing-time = Die Zeit von { $name } ist um
missing-stalled = { $name } hat seit zehn Minuten nicht entschieden
missing-about = Der Tisch wartet. Ein Bot kann weiterspielen, bis die Person zurück ist.
replace = Einen Bot weiterspielen lassen

## Noch einmal

again = Noch eine Partie
again-stronger = Gegen stärkere Bots
again-come = Wieder mitspielen
again-open = Zum nächsten Tisch

## Was faire Würfel sind

fairness-title = Faire Würfel
fairness-lead = Weder jemand am Tisch noch der Betreiber des Servers bestimmt, was die Würfel zeigen. Das können alle nach jeder Partie nachprüfen.
fairness-envelope = Bevor der Tisch eröffnet wird, legt der Server eine geheime Zahl in einen Umschlag und versiegelt ihn: Er zeigt dir einen Fingerabdruck, der zu dieser Zahl passt und zu keiner anderen.
fairness-share = Wer sich setzt, fügt eine eigene Zufallszahl hinzu, auch wenn dieselben Leute noch einmal spielen. Das macht dein Browser für dich.
fairness-follow = Alle Würfel und Karten der Partie ergeben sich aus diesen Zahlen, nach einer festen Rechnung. Solange sich noch eine davon wählen ließ, kannte niemand alle.
fairness-open = Wenn die Partie zu Ende ist, wird der Umschlag geöffnet: Die geheime Zahl liegt ihrer Aufzeichnung bei.
fairness-check = Eine Partie nachprüfen
fairness-check-how = Das Programm macht auf der Befehlszeile dasselbe und spielt die Partie außerdem nach den Regeln nach. Lade dir am Ende der Partie die Aufzeichnung herunter:
fairness-luck = Stimmt alles, dann war die 7 dreimal hintereinander wirklich Zufall: Mit fairen Würfeln fällt in mehr als der Hälfte aller Partien irgendeine Zahl dreimal hintereinander.
fairness-limits = Was sich so nicht zeigen lässt
fairness-limit-none = Fügt niemand am Tisch eine Zahl hinzu, verlässt du dich allein auf den Server. Eine einzige ehrliche Zahl genügt.
fairness-limit-last = Ein Server, der mit der Person zusammenarbeitet, die sich zuletzt setzt, könnte Zahlen für diesen Platz durchprobieren. Spiel mit Leuten, von denen du weißt, dass sie nicht mit dem Server gemeinsame Sache machen, oder setz dich zuletzt.
fairness-limit-server = Der Server kennt die geheime Zahl während der Partie. Wer seinen Speicher lesen kann, weiß, was kommt.

## Was nicht geht

fault-begun = Die Partie hat begonnen: Alle bleiben sitzen, wo sie sind.
fault-nothing-asked = Die Bitte, etwas zurückzunehmen, besteht nicht mehr.
fault-not-away = Auf diesem Platz kann niemand ersetzt werden: Die Person ist da und hat noch Zeit, oder ein Bot spielt schon für sie. Ohne Uhren können die anderen nach zehn Minuten ohne Entscheidung einen Bot weiterspielen lassen.
fault-not-over = Die Partie ist noch nicht zu Ende.
fault-bad-text = Sag etwas mit 1 bis 300 Zeichen.
fault-close-refused = Vor Kurzem wollte jemand weiterspielen. Frag frühestens { $minutes } Minuten danach wieder.
fault-too-fast = Das war viel auf einmal. Warte einen Moment, bevor du mehr sagst.
fault-bad-clock = Das ist keine Bedenkzeit: Möglich sind 5 Sekunden bis 30 Tage, dazu höchstens ein Tag für jede Entscheidung.
fault-bad-nonce = Dein Beitrag zu den Würfeln muss 16 bis 64 Zeichen haben: Ziffern 0 bis 9 und Buchstaben a bis f.
fault-promise-gone = Der versiegelte Umschlag dieses Formulars ist verbraucht oder gilt nicht mehr, darum liegt hier ein neuer. Sieh nach und versuche es noch einmal.

## Meine Partien, und die Seiten von Leuten

games-title = Meine Partien
games-link = Alle meine Partien, mit Statistik
games-listed =
    { $n ->
        [one] 1 Partie
       *[other] { $n } Partien
    }
games-none = Dazu passt keine Partie.
games-all = alle
games-game = Spiel
games-result = Ergebnis
games-opponents = Gegner
games-filter = Anzeigen
games-won = Gewonnen
games-lost = Verloren
games-open = Noch nicht zu Ende
games-closed = Vorzeitig geschlossen
games-people = Menschen
games-bots = Nur Bots
games-statistics = Zu Ende gespielt
games-seats = Plätze
games-played = Partien
ratings-title = Wertungen
ratings-none = Noch keine gewertete Partie.
ratings-rating = Wertung
ratings-about = Gewertet werden öffentliche Partien nach den Standardregeln, die nur Menschen zu Ende gespielt haben, ohne Bots als Vertretung und ohne Hilfen. Abweichen dürfen nur die Zahl der Spieler und wer beginnt. Alle beginnen bei 1500; die wahre Stärke liegt in etwa 95 von 100 Fällen innerhalb von ±.
person-own = Eine Seite für andere
person-guest = Mit einem Konto kannst du anderen eine Seite mit deinen Wertungen zeigen.
person-shown = Andere sehen deine Wertungen hier:
person-hidden = Niemand sonst sieht deine Wertungen.
person-show = Meine Seite zeigen
person-hide = Meine Seite verbergen
person-since = Hier seit
