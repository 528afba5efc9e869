### Wörter des Tischs.

## Wer dran ist

turn-waiting = Warten auf Mitspieler
turn-waiting-hint = Die Partie beginnt, sobald alle Plätze besetzt sind.
turn-laying-out = Die Insel wird ausgelegt
turn-rolling-for-start = Die Würfel entscheiden, wer beginnt
turn-founding-you = Du bist dran: Setze eine Siedlung
turn-founding = { $name } setzt eine Siedlung
turn-founding-road-you = Du bist dran: Setze eine Straße
turn-founding-road = { $name } setzt eine Straße
turn-roll-you = Du bist dran: Würfle
turn-roll = { $name } würfelt
turn-discard-you =
    { $n ->
        [one] Gib 1 Karte ab
       *[other] Gib { $n } Karten ab
    }
turn-discard = Warten auf { $names }: Karten abgeben
turn-robber-you = Du bist dran: Versetze den Räuber
turn-robber = { $name } versetzt den Räuber
turn-victim-you = Du bist dran: Wen bestiehlst du?
turn-victim = { $name } wählt, wer bestohlen wird
turn-building-you = Du bist dran: Handle und baue
turn-building = { $name } handelt und baut
turn-only-building-you = Du bist dran: Baue oder beende den Zug
turn-only-building = { $name } baut
turn-offered = { $name } macht dir ein Angebot
turn-free-roads-you =
    { $n ->
        [one] Baue 1 kostenlose Straße
       *[other] Baue { $n } kostenlose Straßen
    }
turn-free-roads = { $name } baut kostenlose Straßen
# The reader among several: as an object, as who is offered something.
you-object = dich
you-receiving = dir
turn-won-you = Du hast gewonnen!
turn-won = { $name } hat gewonnen
turn-no-winner = Die Partie ist zu Ende, niemand hat gewonnen
hint-founding-settlement = Wähle eine leuchtende Kreuzung.
hint-founding-road = Wähle einen leuchtenden Weg an deiner neuen Siedlung.
hint-road = Wähle einen leuchtenden Weg.
hint-robber = Wähle ein leuchtendes Landschaftsfeld.
hint-listed = Wähle aus dem, was unter dem Spielplan steht.
wait-for = Warten auf { $name }
wait-discard = Warten, bis die anderen Karten abgegeben haben
watching = Du schaust an diesem Tisch zu.
dice-last = Der letzte Wurf war { $sum }: { $first } und { $second }.

## Vor Beginn

lobby-title = Wer ist da?
lobby-invite = Schick diesen Link denen, die mitspielen sollen:
lobby-network = Das ist die Adresse dieses Rechners in deinem Netz: Andere im selben Netz kommen dort herein.
lobby-elsewhere = Diese Adresse gilt nur auf diesem Rechner. Öffne die Adresse, die Neuland beim Start für andere genannt hat, und verschicke den Link von dort.
lobby-alone = Diese Adresse gilt nur auf diesem Rechner. Damit Freunde in deinem Netz hereinkommen, starte Neuland so, und öffne die Adresse, die es dann für andere nennt:
lobby-copy = Link kopieren
lobby-fill = Freie Plätze mit Bots besetzen
sit-down = Platz { $seat } nehmen
event-joined =
    { $you ->
        [yes] Du nimmst Platz.
       *[no] { $name } nimmt Platz.
    }
event-undone =
    { $you ->
        [yes] Du nimmst die letzte Aktion zurück.
       *[no] { $name } nimmt die letzte Aktion zurück.
    }

## Spielplan

board-title = Spielplan
board-description = Die Insel mit 19 Landschaftsfeldern. Leuchtende Orte lassen sich wählen; mit den Pfeiltasten geht es von einem zum nächsten. In den Einstellungen gibt es den ganzen Tisch auch in Worten.
zoom = Zoom
zoom-in = Näher
zoom-out = Weiter weg
zoom-fit = Ganzer Spielplan
# Ein Wort jedes Namens, unter seinem Zeichen.
zoom-in-short = Größer
zoom-out-short = Kleiner
zoom-fit-short = Ganz

## Deine Karten und Möglichkeiten

dock = Was du tun kannst
hand = Karten
cards-count =
    { $n ->
        [one] 1 Karte
       *[other] { $n } Karten
    }
rate = bei der Bank
bank-for = { $give } an die Bank gegen
not-now = Jetzt nicht.
development = Entwicklungskarten
development-none = Noch keine.
development-new =
    { $n ->
        [one] 1 davon hast du in diesem Zug gekauft.
       *[other] { $n } davon hast du in diesem Zug gekauft.
    }
times = ×{ $n }
play = Ausspielen
plenty-card = Karte { $n }
tools = Bauen
pieces-left = übrig:
deck-left = im Stapel übrig:
places-title =
    { $n ->
        [one] Ein Ort
       *[other] { $n } Orte
    }
no-place-road = Kein freier Weg grenzt an deine Straßen oder Gebäude.
no-place-settlement = Keine deiner Straßen endet an einer freien Kreuzung mit genug Abstand.
no-place-city = Du hast keine Siedlung, die eine Stadt werden könnte.
tool-buy = Entwicklungskarte
tool-buy-short = Karte
tool-trade = Handel
undo = Zurücknehmen
robber-places = Wohin der Räuber darf
discard-title =
    { $n ->
        [one] Gib 1 Karte ab
       *[other] Gib { $n } Karten ab
    }
discard-hint = Es wurde eine 7 gewürfelt, und du hast { $hand } Karten. Wähle, was du abgibst.
discard-button = Abgeben
victims-title = Wen bestiehlst du?

## Handel

offer-yours = Dein Angebot
offer-incoming = { $name } bietet dir an
offer-accepted = Du hast das Angebot von { $name } angenommen
offer-rejected = Du hast das Angebot von { $name } abgelehnt
offer-countered = Du hast { $name } etwas anderes vorgeschlagen
offer-foreign = { $name } bietet an
proposal-yours = Dein Vorschlag
proposal-of = { $name } schlägt vor
you-give = Du gibst
you-get = Du bekommst
they-give = Gibt
they-get = Bekommt
answer-open = überlegt
answer-accepted = nimmt an
answer-rejected = lehnt ab
answer-countered = würde lieber
answer-you-accepted = Du hast angenommen; { $name } entscheidet, mit wem getauscht wird.
answer-you-countered = Dein Gegenangebot:
accept = Annehmen
accept-after-all = Doch annehmen
reject = Ablehnen
reject-after-all = Doch ablehnen
counter = Gegenangebot machen
trade-offer-title = Ein Angebot machen
trade-propose-title = Vorschlag an { $name }
trade-to = An
trade-offer-button = Anbieten
trade-counter-button = Gegenangebot schicken
trade-propose-button = Vorschlagen
trade-no-cards = Du hast keine Karte zum Tauschen.
trade-tap-hand = Wähle von deinen Karten
trade-tap-kinds = Wähle unten
trade-tap-bank = Wähle eine deiner Karten, dann steht hier, was die Bank dafür gibt.
trade-both-sides = Auf beiden Seiten darf nicht dieselbe Sorte stehen.
trade-same-kind = Eine Sorte allein lässt sich nicht gegen sich selbst tauschen.
trade-lacks-sides = Wähle, was du gibst und was du bekommst.
trade-lacks-give = Wähle, was du gibst.
trade-lacks-want = Wähle, was du bekommst.
trade-lacks-addressees = Wähle, wem du das anbietest.
trade-too-many = So viele Karten hast du nicht.
trade-change = Ändern
trade-left =
    { $n ->
        [one] Noch 1 Angebot ist in diesem Zug erlaubt.
       *[other] Noch { $n } Angebote sind in diesem Zug erlaubt.
    }
trade-recent = Noch einmal:
bank-title = Mit der Bank
bank-other-rates = Andere Kurse
bank-none = Du hast von keiner Sorte genug für die Bank.
bank-takes = Die Bank nimmt { $give } für 1 Karte; du hast { $held }.
bank-one-kind = Die Bank nimmt auf einmal nur Karten einer Sorte.
bank-empty = Die Bank hat keine Karte dafür.

## Neben dem Spielplan

side = Spieler, Zahlen und Protokoll
sheets = Mehr vom Tisch
players = Spieler
player-due = , ist an der Reihe
points-word =
    { $n ->
        [one] Punkt
       *[other] Punkte
    }
fact-cards = Rohstoffkarten
fact-development = Entwicklungskarten
fact-knights = Ausgespielte Ritter
fact-road = Längste eigene Straße
points-settlements = Siedlungen
points-cities = Städte
points-longest-road = Längste Handels{"\u00AD"}straße
points-largest-army = Größte Rittermacht
points-cards = Siegpunkt{"\u00AD"}karten
left-roads = Straßen übrig
left-settlements = Siedlungen übrig
left-cities = Städte übrig
figures = In Zahlen
figure-bank = Bank
figure-costs = Baukosten
figure-dice = Würfel
figure-course = Verlauf der Punkte
bank-kind = Sorte
bank-supply = Vorrat
bank-rate = Dein bester Kurs
bank-deck = Entwicklungskarten
cost-what = Was
cost-price = Preis
cost-gives = Bringt
cost-road = den Weg zu mehr
cost-settlement = 1 Punkt
cost-city = 2 Punkte
cost-card = eine Überraschung
rolls-none = Es wurde noch nicht gewürfelt.
rolls-label =
    { $total ->
        [one] Der Wurf dieser Partie
       *[other] Die { $total } Würfe dieser Partie
    }
rolls-caption =
    { $total ->
        [one] 1 Wurf. Die Striche zeigen, was faire Würfel im Mittel ergeben.
       *[other] { $total } Würfe. Die Striche zeigen, was faire Würfel im Mittel ergeben.
    }
rolls-as-table = Als Tabelle
rolls-sum = Summe
rolls-times = Gewürfelt
rolls-expected = Erwartet
course-label = Punkte aller Spieler nach Zügen
course-none = Er beginnt mit dem ersten Zug.
course-start = Beginn
course-turn = Zug { $turn }
course-turn-head = Zug
course-as-table = Als Tabelle
log = Protokoll
log-empty = Noch ist nichts geschehen.
log-then = Bild dieses Augenblicks
log-then-line = Bild nach Schritt { $n }
then-title = So war es
then-before = Davor
then-after = Danach
story-margin =
    { $you ->
        [yes] Du gewinnst
       *[no] { $name } gewinnt
    } nach { $turns ->
        [one] 1 Zug
       *[other] { $turns } Zügen
    } mit { $ahead ->
        [one] 1 Punkt
       *[other] { $ahead } Punkten
    } Vorsprung auf { $other_you ->
        [yes] dich
       *[no] { $other }
    }.
story-decided =
    Den Ausschlag gab: { $part }, { $by ->
        [one] 1 Punkt
       *[other] { $by } Punkte
    } mehr.
story-lead =
    Am längsten in Führung: { $you ->
        [yes] du
       *[no] { $name }
    }, { $turns } Züge lang.
story-dice =
    Die Würfel: Die { $sum } fiel { $times ->
        [0] nie
        [one] einmal
       *[other] { $times }-mal
    }; im Mittel wären es { $expected }.
result-standings = Endstand
standings-from = Punkte für
standings-total = Summe
result-record = Aufzeichnung herunterladen
result-again = Zu einem neuen Tisch

## Der Spielplan in Worten

hexes = Landschaftsfelder
hex-column = Feld
terrain-column = Landschaft
number-column = Zahl
yield-column = Ertrag
corners-column = Kreuzungen, von oben im Uhrzeigersinn
buildings-column = Gebäude
player-column = Spieler
points-column = Punkte
parts-column = Davon
robber-at = Der Räuber steht auf { $place }.
robber-here = Räuber
harbours = Häfen
harbour-at = an { $a } und { $b }
pieces = Figuren auf dem Spielplan
piece-of = { $name }: { $piece } auf { $place }
settlements = Siedlungen
cities = Städte
roads = Straßen
road-between = { $id } ({ $from } bis { $to })

## Tasten

keys-title = Tasten
keys-help = Diese Tasten zeigen
keys-arrows = Von einem leuchtenden Ort zum nächsten
keys-places = Zum vorigen, zum nächsten leuchtenden Ort
keys-enter = Den Ort wählen
keys-escape = Abbrechen, schließen
keys-zoom = Spielplan vergrößern und verkleinern
keys-fit = Ganzer Spielplan
keys-roll = Würfeln
keys-end = Zug beenden
keys-road = Straße bauen
keys-settlement = Siedlung bauen
keys-city = Stadt bauen
keys-buy = Entwicklungskarte kaufen
keys-trade = Handel
keys-trade-cards = Beim Handel: deine Karten, mit der Umschalttaste die gewünschten
keys-accept = Annehmen oder tauschen
keys-reject = Ablehnen oder zurückziehen
keys-undo = Zurücknehmen
keys-board = Zum Spielplan
keys-hand = Zu deinen Karten
keys-players = Zu den Spielern
keys-log = Zum Protokoll

## Was der Browser von sich aus sagt

connection-lost = Verbindung verloren, neuer Versuch läuft …
connection-back = Wieder verbunden.
client-chosen = Gewählt:
client-do = Ausführen
client-cancel = Abbrechen
client-turn = Drehen
client-choose = Was möchtest du hier tun?
client-lit = Orte leuchten.
client-failed = Das kam nicht an. Prüfe die Verbindung und versuche es noch einmal.
client-copied = Kopiert.
client-close = Schließen
client-take-back = Zurücknehmen:
auto-rolled = Für dich wurde gewürfelt.
auto-rejected = Das Angebot von { $name } wurde für dich abgelehnt: Dir fehlen die Karten dafür.
ask-end = Du kannst dir noch leisten: { $things }. Den Zug trotzdem beenden?
