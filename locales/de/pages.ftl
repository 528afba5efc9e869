### Wörter aller Seiten.

list-and = { $most } und { $last }
decimal = { $whole },{ $tenth }
seat-letter = Platz { $seat }
game-catan = Catan
game-cities-and-knights = Catan: Städte & Ritter
game-carcassonne = Carcassonne
game-traders-and-builders = Carcassonne: Händler & Baumeister
game-mayflower = Carcassonne Mayflower

## Rahmen

skip-to-content = Zum Inhalt
nav-label = Neuland
how-to-play = So wird gespielt
how-to-play-title = So wird gespielt: { $game }
how-to-play-next = Weiter
install-description = Catan, Städte & Ritter, Carcassonne und seine Erweiterungen: mit Freunden oder Bots
offline-title = Keine Verbindung
offline-text = Der Server ist nicht zu erreichen. Deine Partien sind dort sicher, und diese Seite kommt mit der Verbindung von selbst zurück.
offline-again = Noch einmal versuchen
nav-tables = Tische
nav-rules = Regeln
settings = Einstellungen
# Lange Wörter und wo ihre Teile zusammenstoßen: Dort dürfen sie auf schmalen Karten getrennt werden.
word-joints = Straßen|bau Erfin|dung Sieg|punkt Handels|monopol Rohstoff|monopol Handels|hafen Handels|flotte Groß|händler Bewässe|rung
settings-lang = Sprache
settings-mode = Tisch
settings-mode-picture = Mit Spielplan
settings-mode-text = In Worten
settings-theme = Farben
settings-theme-light = Hell
settings-theme-dark = Dunkel
settings-board = Spielplan
settings-board-usual = Übliche Farben
settings-board-contrast = Starker Kontrast
settings-board-paper = Papier
settings-confirm = Orte bestätigen
settings-confirm-touch = Auf Touchscreens
settings-names = Namen auf dem Spielplan
settings-motion = Bewegung
settings-motion-normal = Normal
settings-motion-quick = Schnell
settings-motion-reduced = Aus
settings-sounds = Töne
settings-keys = Tastenkürzel
settings-auto-roll = Automatisch würfeln
settings-auto-reject = Zu teure Angebote ablehnen
settings-ask-end = Bei frühem Zugende nachfragen
settings-auto = Wie das Gerät
settings-always = Immer
settings-never = Nie
settings-save = Speichern

## Leute

your-name = Dein Name
# Namen für alle, die keinen gewählt haben, mit Kommas dazwischen.
ready-names = Flinker Otter, Kluge Eule, Mutiger Dachs, Muntere Elster, Stiller Fuchs, Kühner Biber, Froher Hase, Sanfte Bärin, Wacher Rabe, Heiterer Fink, Weise Schildkröte, Wendiger Luchs, Ruhiger Reiher, Lustiger Igel, Helle Amsel, Treuer Ochse, Neugierige Katze, Stolzer Hirsch, Frohe Robbe, Forsche Schwalbe, Geduldiger Kranich, Schlauer Marder, Edler Schwan, Fröhliche Meise
seat-open = frei
seat-open-name = Freier Platz { $seat }
seat-away = abwesend
seat-you = du
bot-settler = Bot: Siedler, spielt gut
bot-settler-about = baut, handelt und stiehlt mit Plan
bot-settler-short = Bot
bot-surveyor = Bot: Landvermesser, spielt gut
bot-surveyor-about = wägt jeden Platz und jede Figur nach dem ab, was sie wohl bringen
bot-surveyor-short = Bot
bot-expert = Bot: Kennerin, spielt sehr gut
bot-expert-about = spielt ihre besten Züge im Kopf weiter, bevor sie wählt
bot-expert-short = Kennerbot
bot-master = Bot: Meisterin, spielt am besten
bot-master-about = wie die Kennerin, vergleicht aber mehr Züge, und gründlicher
bot-master-short = Meisterbot
bot-beginner = Bot: Anfänger, lernt noch
bot-beginner-about = nimmt, was er auf den ersten Blick sieht, und vergisst die anderen
bot-beginner-short = Anfängerbot
bot-apprentice = Bot: Lehrling, spielt ordentlich
bot-apprentice-about = achtet auf dasselbe wie gute Spieler und verschätzt sich nur wenig
bot-apprentice-short = Lehrlingsbot
bot-novice = Bot: Neuling, spielt lässig
bot-novice-about = achtet auf dasselbe wie gute Spieler, schätzt es aber oft falsch ein
bot-novice-short = Neulingsbot
bot-pathfinder = Bot: Wegbereiter, baut lange Straßen
bot-pathfinder-about = baut lange Straßen und will die Längste Handelsstraße um jeden Preis; in Städte & Ritter baut der Bot keine Ritter
bot-pathfinder-short = Wegbereiter
bot-scholar = Bot: Gelehrte, sammelt Karten
bot-scholar-about = sammelt Entwicklungskarten und behält sie; in Städte & Ritter auch Ausbauten und Fortschrittskarten
bot-scholar-short = Gelehrte
bot-raider = Bot: Freibeuter, mag den Räuber
bot-raider-about = spielt früh Ritter aus und hetzt den Räuber auf alle, die vorn liegen
bot-raider-short = Freibeuter
bot-mason = Bot: Maurer, baut mit Bedacht
bot-mason-about = baut mit Bedacht Städte, hält wenige Karten und handelt selten
bot-mason-short = Maurer
bot-merchant = Bot: Händler, handelt viel
bot-merchant-about = handelt mit allen, auch für den kleinsten Vorteil, und mag Häfen
bot-merchant-short = Händler
bot-wayfarer = Bot: Wanderer, folgt jeder Straße
bot-wayfarer-about = folgt jeder Straße und achtet wenig darauf, wohin sie führt
bot-wayfarer-short = Wanderer
bot-abbot = Bot: Abt, besetzt Klöster
bot-abbot-about = besetzt vor allem Klöster und füllt das Land um sie herum
bot-abbot-short = Abt
bot-farmer = Bot: Bäuerin, lebt von Wiesen
bot-farmer-about = besetzt früh Wiesen und lebt von dem, was sie am Ende bringen
bot-farmer-short = Bäuerin
bot-mayor = Bot: Bürgermeisterin, baut Städte
bot-mayor-about = baut große Städte und überlässt anderen die Straßen
bot-mayor-short = Bürgermeisterin
bot-magpie = Bot: Elster, nimmt kleine Punkte
bot-magpie-about = nimmt kleine Punkte sofort und hat immer Figuren übrig
bot-magpie-short = Elster
bots-all = Wer sind diese Bots?
bot-random = Bot: Zufall, spielt irgendetwas
bot-random-about = tut irgendetwas Erlaubtes, ohne Plan
bot-random-short = Zufallsbot
choice-me = Ich
choice-here = Noch jemand hier
here-name = Spieler { $n }
here-name-label = Name auf Platz { $seat }
cover-turn = Am Zug: { $names }
# In Spielen ohne Verdecktes: wer an einem gemeinsamen Gerät am Zug ist.
cover-needless = { $name }: { $title }
cover-none = Die Karten sind verdeckt
cover-hint = An diesem Gerät spielen mehrere. Nimm es zu dir, bevor du deine Karten zeigst.
cover-open = { $name }: meine Karten zeigen
cover-close = Karten verdecken
cover-pass = Weitergeben an { $names }
choice-open = Frei: für Freunde mit dem Link
choice-none = Niemand

## Start

start-title = Spielen
start-headline = Nimm Platz
start-lead = Brettspiele genau nach den Spielregeln, gegen Bots oder mit Freunden. Ohne Konto: ein Klick, und du spielst.
start-new = Wähle ein Spiel
start-play = Spielen
start-choose = Mehr
start-setup = { $game }: Freunde, Bots, Regeln, Zeit
start-time-catan = 60 Min.
start-time-cities-and-knights = 90 Min.
start-time-carcassonne = 35 Min.
start-time-traders-and-builders = 50 Min.
start-time-mayflower = 45 Min.
start-game-seats = { $least }–{ $most } Personen
start-seats = Wer spielt mit?
start-seats-hint = { $least } bis { $most } Plätze im Uhrzeigersinn. Freie Plätze sind für Freunde: Du bekommst einen Link zum Verschicken.
start-options = Regeln
start-more = Weitere Regeln
start-trade-build-catan = Voreingestellt endet der Handel mit dem ersten Bau eines Zugs; in Städte & Ritter läuft beides nebeneinander.
start-trade-build-knights = Voreingestellt handelst und baust du in beliebiger Reihenfolge; in Catan endet der Handel mit dem ersten Bau eines Zugs.
start-create = Tisch eröffnen
start-tables = Meine Tische
start-no-tables = Noch keine Tische. Sobald du an einem Platz nimmst, findest du ihn hier wieder.
start-ended =
    { $n ->
        [one] Eine beendete Partie
       *[other] { $n } beendete Partien
    }
start-replay = Ansehen
start-join = An einen Tisch setzen
start-code = Code oder Link
start-join-button = Hinsetzen
alone-title = Mit anderen spielen
alone-about = Diese Seite spielt allein in deinem Browser. Konten, Einladungen und Tische mit Leuten anderswo brauchen einen Neuland-Server; wenn du einen kennst, geh dorthin.
alone-address = Adresse des Servers
alone-go = Dorthin
alone-kept = Deine Spiele bleiben in diesem Browser. Wer seine Daten löscht, löscht auch sie.
alone-thinking = { $name } denkt nach
alone-hurry = Jetzt ziehen
alone-no-script = Diese Seite spielt allein mit Skripten. Schalte JavaScript ein, oder geh zu einem Neuland-Server, der keines braucht.
alone-no-storage = Dieser Browser bewahrt für diese Seite nichts auf, wie in manchen privaten Fenstern; kein Spiel könnte weitergehen. Öffne die Seite in einem gewöhnlichen Fenster, oder erlaube ihr, Daten zu speichern.
alone-failed = Diese Seite ist gescheitert und kam nicht weiter. Deine Spiele sind gespeichert: Lade die Seite neu.
alone-version = Eine neue Version ist da.
alone-load = Laden
alone-share = Link mit der Partie kopieren
alone-link = Dieser Link enthält die ganze Partie.
alone-link-copied = Kopiert. Der Link enthält die ganze Partie.
alone-link-long = Diese Partie passt nicht in einen Link: Er hätte mehr als { $most } Zeichen. Verschicke stattdessen die Datei.
alone-link-save = Datei speichern
alone-link-damaged = Der Link ist beschädigt: Ein Teil fehlt oder wurde verändert. Lass ihn dir noch einmal schicken, oder bitte um die Datei.
alone-link-large = Der Link enthält entpackt mehr als { $most } KB. So viel braucht keine Partie, deshalb wurde er nicht geöffnet.
alone-reading = Diese Aufzeichnung braucht lange zum Lesen.
alone-reading-stop = Abbrechen
alone-reading-stopped = Die Aufzeichnung wurde nicht gelesen: Es hat zu lange gedauert.
alone-loading = Das Spiel wird geladen …
table-your-turn = Du bist dran
table-waiting = Wartet auf Mitspieler
table-turn = Zug { $turn }
table-over = Zu Ende
table-won = Gewonnen
table-won-together = Mit anderen gewonnen
table-place = Platz { $place } von { $of }
table-closed = Vor dem Ende geschlossen

## Hinsetzen

join-title = An einen Tisch setzen
join-headline = Du bist zu { $game } eingeladen
join-options = Regeln an diesem Tisch
join-seat = Wo möchtest du sitzen?
join-button = Platz nehmen
join-full = Alle Plätze sind besetzt. Du kannst zuschauen.
join-watch = Nur zuschauen

## Regelwerk

rules-title = Regeln von { $game }
rules-games = Spielregeln
rules-expands = Erweitert { $game }
rules-contents = Inhalt
rules-builds-on = Soweit hier nichts anderes steht, gelten die
clause-open = Öffnet den Regelpunkt im Regelwerk

## Wenn etwas schiefgeht

error-title = Das hat nicht geklappt
error-back = Zur Startseite
fault-not-found = Diese Seite gibt es nicht.
fault-no-table = Diesen Tisch gibt es hier nicht. Prüfe die Adresse, oder lass dir den Link noch einmal schicken. Ein Tisch, an dem niemand mit Konto sitzt, kann nach langer Zeit gelöscht worden sein.
fault-no-clause = Einen Regelpunkt { $clause } gibt es im Regelwerk nicht.
fault-bad-code = Zu diesem Code wartet kein Tisch auf Mitspieler. Die Partie hat schon begonnen, oder der Code ist falsch eingetippt. Wenn du dort einen Platz hast, öffne den Tisch über seine Adresse.
fault-seat-taken = Platz { $seat } ist inzwischen besetzt. Wähle einen anderen.
fault-not-your-seat = Das kann nur, wer auf diesem Platz sitzt.
fault-stale = Am Tisch ging es inzwischen weiter. Es ist nichts geschehen; sieh nach und versuche es noch einmal.
fault-command-reused = Dieser Befehl wurde schon verwendet. Lade die Seite neu und versuche es noch einmal.
fault-not-an-action = „{ $text }“ ist keine Aktion.
fault-not-started = Die Partie hat noch nicht begonnen: Ein Platz ist noch frei.
fault-nothing-to-undo = Jetzt lässt sich nichts zurücknehmen.
fault-no-seat-open = An diesem Tisch sind alle Plätze besetzt.
fault-closed = Dieser Tisch ist geschlossen; seine Partie geht nicht weiter.
fault-not-opener = Das kann nur, wer den Tisch eröffnet hat, oder, wenn die Person gegangen ist, wer am längsten hier sitzt.
fault-still-secret = Die Aufzeichnung enthält die Geheimnisse aller. Es gibt sie, wenn die Partie zu Ende ist.
fault-foreign-host = So heißt dieser Server nicht. Öffne ihn unter seiner Adresse, oder starte ihn mit --allow-host und dem Namen.
fault-cross-origin = Das kam von einer fremden Website und wurde nicht ausgeführt.
fault-timeout = Das hat zu lange gedauert. Versuche es noch einmal; nichts geschieht doppelt.
fault-storage = Das konnte der Server nicht speichern oder lesen. Was vorher bestätigt wurde, ist sicher; versuche es gleich noch einmal. Bleibt es dabei, sag dem Betreiber Bescheid: Im Protokoll des Servers steht, woran es liegt.
fault-displaced = Der Datenordner des Servers wurde im Betrieb entfernt oder ersetzt, darum wurde das nicht ausgeführt. Bitte den Betreiber, ihn zurückzulegen: Im Protokoll des Servers steht, wie.
fault-disk-full = Der Speicher des Servers ist voll, darum wurde das nicht ausgeführt. Was vorher bestätigt wurde, ist sicher. Der Betreiber muss Platz schaffen; versuche es später noch einmal.
fault-browser-full = Der Browser hat für diese Seite keinen Platz mehr, darum ist das nicht geschehen. Was vorher zu sehen war, ist sicher. Schaffe auf dem Gerät Platz, oder sichere ein fertiges Spiel und lösche, was du nicht mehr brauchst.
fault-browser-storage = Der Browser konnte das nicht speichern, darum ist es nicht geschehen. Was vorher zu sehen war, ist sicher; lade die Seite neu und versuche es noch einmal.
fault-overloaded = Der Server kommt gerade mit dem Speichern nicht nach. Versuche es in ein paar Sekunden noch einmal; nichts geschieht doppelt.
fault-stopping = Der Server wird gerade angehalten. Versuche es noch einmal, wenn er wieder da ist; nichts geschieht doppelt.
fault-table-damaged = Was von diesem Tisch gespeichert ist, ist beschädigt und lässt sich nicht zeigen. Nur der Betreiber kann ihn aus einer Sicherung wiederherstellen; es noch einmal zu versuchen, hilft nicht. Sag ihm Bescheid: Im Protokoll des Servers steht, woran es liegt.
fault-table-newer = Diesen Tisch muss eine neuere Version des Servers zeigen, und gerade ist keine erreichbar. Nichts, was du getan hast, ist verloren; versuche es später noch einmal.
fault-damaged = Was der Server gespeichert hat, ist beschädigt und lässt sich nicht lesen. Nur der Betreiber kann es aus einer Sicherung wiederherstellen; es noch einmal zu versuchen, hilft nicht. Sag ihm Bescheid: Im Protokoll des Servers steht, woran es liegt.
fault-log-full = Dein Anteil am Speicherplatz dieses Tisches ist aufgebraucht. Ein Bot spielt bis zum Ende der Partie für dich; vor ihrem Beginn kann man sich nur noch hinsetzen.
fault-bad-name = Gib einen Namen mit 1 bis 24 Zeichen ein.
fault-no-game = Ein Spiel „{ $game }“ gibt es hier nicht.
fault-no-bot = Einen Bot „{ $kind }“ gibt es nicht.
fault-bad-seats = Dieses Spiel braucht { $min } bis { $max } Plätze.
fault-position-over = In dieser Stellung ist die Partie vorbei. Wähle eine frühere, um von dort weiterzuspielen.
fault-no-step = Diese Stellung gibt es nicht: Die Partie hat { $steps } Schritte.
fault-two-seats = Du kannst nur einen Platz haben. Wähle „Ich“ nur einmal.
fault-bad-option = „{ $value }“ geht nicht bei „{ $name }“.
fault-counts = { $name }: { $faults }.
count-fault-pair = „{ $text }“ ist keine Art mit ihrer Anzahl, etwa { $example }
count-fault-unknown = die Art { $kind } gibt es nicht; die Arten heißen { $first } bis { $last }
count-fault-twice = { $kind } steht zweimal da; nenne die Art einmal
count-fault-count = „{ $count }“ ist keine Anzahl für { $kind }; möglich ist eine ganze Zahl von 0 bis { $most }
count-fault-description = so lässt sich { $kind } nicht beschreiben: { $fault }
count-fault-no-description = das ist keine Beschreibung einer Art: { $fault }
count-fault-not-given = die Art { $kind } kennt dieser Server nicht; sein Betreiber kann ihm eine Beschreibung geben
count-fault-more-kinds = { $found } Arten sind beschrieben; möglich sind höchstens { $most }
count-fault-no-more-kinds = für { $kind } ist kein Platz, bis das Programm neu gestartet wird: Es wurden zu viele Arten beschrieben
kind-fault-terrain = eine Kante ist field, road oder city, nicht „{ $terrain }“
kind-fault-name = „{ $segment }“ muss { $letter }1 bis { $letter }9 heißen
kind-fault-name-twice = zwei Abschnitte heißen { $segment }
kind-fault-no-edge = { $segment } reicht bis „{ $edge }“; die Kanten heißen N, E, S und W
kind-fault-no-half = { $segment } berührt „{ $half }“; die Hälften heißen Nw, Ne, En, Es, Se, Sw, Ws und Wn
kind-fault-closed = { $segment } reicht an keine Kante
kind-fault-symbols = { $segment } hat { $symbols } Symbole; möglich sind höchstens { $most }
kind-fault-good = Waren sind wine, grain oder cloth, nicht „{ $good }“
kind-fault-goods = es gibt mehr als ein Warensymbol
kind-fault-monastery-and-farm = es gibt ein Kloster und eine Farm; eine Karte hat höchstens eins davon
kind-fault-segments = sie hat { $segments } Abschnitte; möglich sind höchstens { $most }
kind-fault-contact-free = { $contact } gehört zu keinem Abschnitt
kind-fault-contact-claims = { $contact } gehört zu mehreren Abschnitten: { $claims }
kind-fault-edge = die Abschnitte an der Kante { $edge } passen nicht zu { $terrain }
kind-fault-road-no-end = { $road } hat nur eine Kante, also muss dastehen, wo der Weg endet (end)
kind-fault-road-end = { $road } endet an „{ $end }“, was diese Karte nicht hat
kind-fault-road-through = { $road } führt hindurch und hat deshalb kein Ende
kind-fault-road-edges = { $road } hat { $contacts } Kanten; ein Weg hat eine oder zwei
kind-fault-bridge = { $road } nennt { $other } an einer Brücke, aber { $other } nennt { $road } nicht
kind-fault-no-field = { $road } endet neben { $field }, und diese Ebene gibt es nicht
kind-fault-junction = an einer Kreuzung treffen sich drei oder vier Wege, nicht { $roads }
kind-fault-crossing = { $one } und { $other } kreuzen sich
kind-fault-no-city = { $field } grenzt an { $city }, und diese Stadt gibt es nicht
kind-fault-city-twice = { $field } nennt { $city } zweimal
kind-fault-not-enclosed = { $field } berührt keine Kante und ist nicht als von zwei Städten umschlossen (interior) gekennzeichnet
kind-fault-not-interior = { $field } ist als umschlossen (interior) gekennzeichnet, berührt aber eine Kante
kind-fault-borders =
    { $derived ->
        [none] { $field } nennt als Städte { $named }, grenzt aber an keine
       *[other] { $named ->
            [none] { $field } nennt keine Stadt, grenzt aber an { $derived }
           *[other] { $field } nennt als Städte { $named }, grenzt aber an { $derived }
        }
    }
kind-fault-not-in-box =
    in Mayflower gibt es { $what ->
        [monasteries] keine Klöster
        [start-tile] keine Startkarte
        [coats-of-arms] keine Wappen
       *[goods] keine Waren
    }
kind-fault-id = der Name „{ $id }“ besteht nicht aus 1 bis 12 Großbuchstaben, Ziffern und Bindestrichen mit einem Buchstaben am Anfang
kind-fault-id-taken = eine Art { $id } gibt es schon
kind-fault-twin = sie ist dieselbe Karte wie { $twin }
count-fault-total =
    die Arten haben zusammen { $found } Karten, { $by } { $more ->
        [more] mehr
       *[fewer] weniger
    } als die { $needed } der Schachtel
count-fault-total-usual =
    die genannten Arten haben { $listed } Karten und die übrigen wie üblich { $usual }, zusammen { $found }: { $by } { $more ->
        [more] mehr
       *[fewer] weniger
    } als die { $needed } der Schachtel
count-fault-room =
    diese Karten haben zusammen { $found } { $what ->
        [segments] Abschnitte
        [roads] Wegabschnitte
        [towns] Stadtteile
        [plains] Ebenenstücke
        [flags] Flaggen
        [animals] Tiere
       *[other] Handelsposten
    }, { $by } mehr als die { $most }, für die Platz ist
fault-no-start-seat = Platz { $seat } soll beginnen, aber dort sitzt niemand.
fault-bad-request = Was du gesendet hast, ist nicht lesbar. Geh zurück und versuche es noch einmal.
fault-too-large = Was du gesendet hast, ist zu groß.
fault-too-many = Zu viele Anfragen. Warte einen Moment.
fault-busy = Der Server hat gerade alle Hände voll zu tun. Versuche es in ein paar Sekunden noch einmal; nichts geschieht doppelt.
fault-cost-spent = { $seconds ->
    [one] Du oder andere in deinem Netz haben dem Server gerade sehr viel Arbeit gemacht. In einer Sekunde geht es weiter; nichts geht verloren, und nichts geschieht doppelt.
   *[other] Du oder andere in deinem Netz haben dem Server gerade sehr viel Arbeit gemacht. In { $seconds } Sekunden geht es weiter; nichts geht verloren, und nichts geschieht doppelt.
}
fault-table-cost-spent = { $seconds ->
    [one] An diesen Tisch gehen gerade sehr viele Anfragen. In einer Sekunde geht es weiter; nichts geht verloren, und nichts geschieht doppelt.
   *[other] An diesen Tisch gehen gerade sehr viele Anfragen. In { $seconds } Sekunden geht es weiter; nichts geht verloren, und nichts geschieht doppelt.
}
fault-too-many-connections = Aus deinem Netz sind zu viele Verbindungen offen. Schließe einige Seiten von Neuland und lade diese dann neu.
fault-too-many-unfinished = { $most } deiner Partien sind noch nicht zu Ende. Beende, verlasse oder schließe eine davon, bevor du einen weiteren Tisch eröffnest.
fault-too-many-from-here = { $most } Partien aus deinem Netz sind noch nicht zu Ende. Beendet oder schließt eine davon, oder setz dich an einen Tisch, den es schon gibt.
fault-too-many-public = { $most } deiner öffentlichen Tische warten schon auf Mitspieler. Schließe einen davon, eröffne den neuen privat, oder setz dich zu anderen.
fault-too-many-public-from-here = { $most } öffentliche Tische aus deinem Netz warten schon auf Mitspieler. Setz dich an einen davon, oder eröffne den neuen privat.
fault-too-many-tables = { $minutes ->
    [one] Aus deinem Netz wurden viele Tische eröffnet. Den nächsten kannst du in einer Minute eröffnen; an einen, den es schon gibt, kannst du dich gleich setzen.
   *[other] Aus deinem Netz wurden viele Tische eröffnet. Den nächsten kannst du in { $minutes } Minuten eröffnen; an einen, den es schon gibt, kannst du dich gleich setzen.
}
fault-too-many-exports = { $minutes ->
    [one] Deine Daten wurden schon mehrmals heruntergeladen. In einer Minute kannst du sie wieder herunterladen.
   *[other] Deine Daten wurden schon mehrmals heruntergeladen. In { $minutes } Minuten kannst du sie wieder herunterladen.
}
fault-disk-share = { $minutes ->
    [one] Aus deinem Netz wurde so viel gespielt und geschrieben, dass sein Anteil am Speicherplatz dieses Servers voll ist. Nichts ist verloren; in einer Minute geht es weiter.
   *[other] Aus deinem Netz wurde so viel gespielt und geschrieben, dass sein Anteil am Speicherplatz dieses Servers voll ist. Nichts ist verloren; in { $minutes } Minuten geht es weiter.
}
fault-internal = Bei uns ist etwas kaputtgegangen. Deine Partie ist sicher; versuche es noch einmal.

# Asked once, at the first table.
ask-sounds = Leise Töne?
ask-sounds-on = An
ask-sounds-off = Aus

## Links on every page and every table to pages whose words are elsewhere

nav-replay = Ansehen
nav-account = Du
host-contact = Kontakt
host-notice = Impressum
lesson-start = In 4 Minuten lernen
lesson-resume = Weiterlernen: Schritt { $at } von { $steps }
lesson-finished = Gelernt; noch einmal ansehen
lesson-of = Lektion: { $game }
replay-link-playing = Zurückblicken
