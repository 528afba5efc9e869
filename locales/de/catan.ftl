### Catan in Worten: Dinge, Orte, Aktionen, Ereignisse, Ablehnungen.

## Dinge

resource-brick = Lehm
resource-lumber = Holz
resource-wool = Wolle
resource-grain = Getreide
resource-ore = Erz

cards-brick = { $n } Lehm
cards-lumber = { $n } Holz
cards-wool = { $n } Wolle
cards-grain = { $n } Getreide
cards-ore = { $n } Erz
cards-none = nichts

terrain-hills = Hügelland
terrain-forest = Wald
terrain-pasture = Weideland
terrain-fields = Ackerland
terrain-mountains = Gebirge
terrain-desert = Wüste

piece-road = Straße
piece-settlement = Siedlung
piece-city = Stadt
piece-development-card = Entwicklungskarte

card-knight = Ritter
card-road-building = Straßenbau
card-year-of-plenty = Erfindung
card-monopoly = Monopol
card-victory-point = Siegpunkt
card-knight-about = Versetze den Räuber und ziehe eine Karte. Zählt für die Größte Rittermacht.
card-road-building-about = Baue zwei Straßen kostenlos.
card-year-of-plenty-about = Nimm zwei beliebige Rohstoffkarten aus dem Vorrat.
card-monopoly-about = Nenne einen Rohstoff: Alle anderen geben dir ihre Karten davon.
card-victory-point-about = Ein Punkt. Die Karte bleibt verdeckt und zählt von selbst.

harbour-generic = 3:1-Hafen
harbour-special = 2:1-Hafen für { $kind }

## Orte

place-hex = { $id }, { $land }
place-intersection = { $id }, zwischen { $around }
place-path = { $id } von { $from } nach { $to }, zwischen { $around }
seen-intersection = Kreuzung { $hexes }
seen-path = Weg { $hexes }
# Wo an der Küste eine Ecke oder Seite eines Felds liegt, das dort allein liegt: Kreuzung 12 (Norden), Weg 12 (oben rechts).
seen-north = Norden
seen-upper-right = oben rechts
seen-north-east = Nordosten
seen-right = rechts
seen-south-east = Südosten
seen-lower-right = unten rechts
seen-south = Süden
seen-lower-left = unten links
seen-south-west = Südwesten
seen-left = links
seen-north-west = Nordwesten
seen-upper-left = oben links
# Einer von mehreren Plätzen mit den gleichen Feldern ringsum.
seen-row = Nr. { $n } von Norden
place-coast = Küste
place-sea = Meer

## Aktionen, als Beschriftung einer Schaltfläche

action-roll = Würfeln
action-road = Straße auf { $place }
action-settlement = Siedlung auf { $place }
action-city = Stadt auf { $place }
action-buy = Entwicklungskarte kaufen
action-knight = Ritter ausspielen
action-road-building = Straßenbau ausspielen
action-year-of-plenty = Erfindung ausspielen und { $cards } nehmen
action-monopoly = Monopol auf { $kind } ausspielen
action-stop = Keine weitere Straße bauen
action-robber = Räuber nach { $place }
action-decline-theft = Nichts stehlen
action-steal = Karte von { $name } ziehen
action-discard = { $cards } abgeben
action-bank = { $give } gegen { $get } bei der Bank tauschen
action-offer = { $give } gegen { $want } anbieten, an { $names }
action-accept = Angebot annehmen
action-reject = Angebot ablehnen
action-counter = Gegenangebot: { $give } gegen { $want }
action-execute = Mit { $name } tauschen
action-withdraw = Angebot zurückziehen
action-propose = Vorschlag: { $give } gegen { $want }
action-withdraw-proposal = Vorschlag zurückziehen
action-accept-proposal = Vorschlag von { $name } annehmen
action-reject-proposal = Vorschlag von { $name } ablehnen
action-end = Zug beenden
action-declare-victory = Sieg verkünden

## Ereignisse, als Sätze im Protokoll

event-laid-out = Die Insel liegt aus.
event-rolled-for-start =
    { $you ->
        [yes] Du würfelst { $sum } ({ $first } und { $second }) um den Beginn.
       *[no] { $name } würfelt { $sum } ({ $first } und { $second }) um den Beginn.
    }
event-starts =
    { $you ->
        [yes] Du beginnst.
       *[no] { $name } beginnt.
    }
event-built-road =
    { $you ->
        [yes] Du baust eine Straße auf { $place }.
       *[no] { $name } baut eine Straße auf { $place }.
    }
event-built-settlement =
    { $you ->
        [yes] Du baust eine Siedlung auf { $place }.
       *[no] { $name } baut eine Siedlung auf { $place }.
    }
event-built-city =
    { $you ->
        [yes] Du baust eine Stadt auf { $place }.
       *[no] { $name } baut eine Stadt auf { $place }.
    }
event-starting-cards =
    { $you ->
        [yes] Du beginnst mit { $cards }.
       *[no] { $name } beginnt mit { $cards }.
    }
event-rolled =
    { $you ->
        [yes] Du würfelst { $sum } ({ $first } und { $second }).
       *[no] { $name } würfelt { $sum } ({ $first } und { $second }).
    }
event-produced = { $parts }.
event-produced-part =
    { $you ->
        [yes] Du bekommst { $cards }
       *[no] { $name } bekommt { $cards }
    }
event-produced-nothing = Niemand bekommt etwas.
event-blocked = Der Räuber verhindert den Ertrag von { $place }.
event-shortage = { $kind } ist im Vorrat zu knapp.
event-handed-in-discard =
    { $you ->
        [yes] Du hast gewählt, was du abgibst.
       *[no] { $name } hat die abzugebenden Karten gewählt.
    }
event-discarded = { $parts }.
event-discarded-part =
    { $you ->
        [yes] Du gibst { $cards } ab
       *[no] { $name } gibt { $cards } ab
    }
event-moved-robber =
    { $you ->
        [yes] Du versetzt den Räuber von { $from } nach { $to }.
       *[no] { $name } versetzt den Räuber von { $from } nach { $to }.
    }
event-stole-hidden = eine Karte
event-stole =
    { $you ->
        [yes] Du stiehlst { $card } von { $victim }.
       *[no] { $robbed ->
            [yes] { $name } stiehlt dir { $card }.
           *[no] { $name } stiehlt { $card } von { $victim }.
        }
    }
event-declined-theft =
    { $you ->
        [yes] Du verzichtest aufs Stehlen.
       *[no] { $name } verzichtet aufs Stehlen.
    }
event-stole-nothing =
    { $you ->
        [yes] Du bestiehlst { $victim }, aber da ist keine Karte.
       *[no] { $robbed ->
            [yes] { $name } bestiehlt dich, aber du hast keine Karte.
           *[no] { $name } bestiehlt { $victim }, aber da ist keine Karte.
        }
    }
event-bought-card =
    { $you ->
        [yes] Du kaufst eine Entwicklungskarte: { $card }.
       *[no] { $name } kauft eine Entwicklungskarte: { $card }.
    }
event-bought-hidden-card =
    { $you ->
        [yes] Du kaufst eine Entwicklungskarte.
       *[no] { $name } kauft eine Entwicklungskarte.
    }
event-played-card =
    { $you ->
        [yes] Du spielst { $card } aus.
       *[no] { $name } spielt { $card } aus.
    }
event-took-from-supply =
    { $you ->
        [yes] Du nimmst { $cards } aus dem Vorrat.
       *[no] { $name } nimmt { $cards } aus dem Vorrat.
    }
event-monopolized =
    { $you ->
        [yes] Du nimmst allen { $kind } ab: { $total } { $total ->
            [one] Karte
           *[other] Karten
        }.
       *[no] { $name } nimmt allen { $kind } ab: { $total } { $total ->
            [one] Karte
           *[other] Karten
        }.
    }
event-traded-with-supply =
    { $you ->
        [yes] Du tauschst bei der Bank { $give } gegen { $get }.
       *[no] { $name } tauscht bei der Bank { $give } gegen { $get }.
    }
event-offered =
    { $you ->
        [yes] Du bietest { $names } an: { $give } gegen { $want }.
       *[no] { $name } bietet { $names } an: { $give } gegen { $want }.
    }
event-accepted-offer =
    { $you ->
        [yes] Du würdest das Angebot annehmen.
       *[no] { $name } würde das Angebot annehmen.
    }
event-rejected-offer =
    { $you ->
        [yes] Du lehnst das Angebot ab.
       *[no] { $name } lehnt das Angebot ab.
    }
event-countered =
    { $you ->
        [yes] Du würdest lieber { $give } gegen { $want } tauschen.
       *[no] { $name } würde lieber { $give } gegen { $want } tauschen.
    }
event-withdrew-offer =
    { $you ->
        [yes] Du ziehst das Angebot zurück.
       *[no] { $name } zieht das Angebot zurück.
    }
event-proposed =
    { $you ->
        [yes] Du schlägst vor: { $give } gegen { $want }.
       *[no] { $name } schlägt vor: { $give } gegen { $want }.
    }
event-withdrew-proposal =
    { $you ->
        [yes] Du ziehst deinen Vorschlag zurück.
       *[no] { $name } zieht den Vorschlag zurück.
    }
event-rejected-proposal =
    { $you ->
        [yes] Du lehnst den Vorschlag von { $proposer } ab.
       *[no] { $own ->
            [yes] { $name } lehnt deinen Vorschlag ab.
           *[no] { $name } lehnt den Vorschlag von { $proposer } ab.
        }
    }
event-lapsed =
    { $you ->
        [yes] Du kannst nicht mehr zahlen; deine Antwort verfällt.
       *[no] { $name } kann nicht mehr zahlen; die Antwort verfällt.
    }
event-offers-ended = Der Handel ist für diesen Zug vorbei; offene Angebote verfallen.
event-traded =
    { $you ->
        [yes] Du gibst { $partner } { $gave } und bekommst { $got }.
       *[no] { $name } gibt { $partner } { $gave } und bekommt { $got }.
    }
event-longest-road =
    { $you ->
        [yes] Du hast die Längste Handelsstraße ({ $length } Abschnitte).
       *[no] { $name } hat die Längste Handelsstraße ({ $length } Abschnitte).
    }
event-longest-road-aside = Die Karte „Längste Handelsstraße“ wird beiseitegelegt.
event-largest-army =
    { $you ->
        [yes] Du hast die Größte Rittermacht ({ $knights } Ritter).
       *[no] { $name } hat die Größte Rittermacht ({ $knights } Ritter).
    }
event-road-building-ended =
    { $you ->
        [yes] Dein Straßenbau endet: Keine weitere Straße passt.
       *[no] Der Straßenbau von { $name } endet: Keine weitere Straße passt.
    }
event-turn-ended =
    { $you ->
        [yes] Du beendest deinen Zug; { $next } ist an der Reihe.
       *[no] { $follows ->
            [yes] { $name } beendet den Zug; du bist an der Reihe.
           *[no] { $name } beendet den Zug; { $next } ist an der Reihe.
        }
    }
event-won =
    { $you ->
        [yes] Du hast gewonnen!
       *[no] { $name } hat gewonnen!
    }
event-no-winner = Die Partie endet ohne Sieger.

## Ablehnungen

refusal-game-over = Die Partie ist zu Ende.
refusal-no-such-seat = Auf Platz { $seat } sitzt in dieser Partie niemand.
refusal-chance-due = Erst entscheiden die Würfel oder der Kartenstapel.
refusal-chance-not-due = Ein solches Ergebnis steht jetzt nicht an.
refusal-impossible-chance = Dieses Ergebnis ist nicht möglich: { $reason }.
refusal-not-your-turn = { $name } ist am Zug.
refusal-offers-from-active = Angebote macht jetzt nur { $name }; du kannst { $name } einen Tausch vorschlagen.
refusal-own-turn = Wer am Zug ist, macht Angebote; die anderen antworten und schlagen vor.
refusal-decision-settlement = Erst muss die Startsiedlung gesetzt werden.
refusal-decision-road = Erst muss die Startstraße gesetzt werden.
refusal-decision-discards = Erst müssen alle, die zu viele Karten haben, abgeben.
refusal-decision-robber = Erst muss der Räuber versetzt werden.
refusal-decision-victim = Erst musst du wählen, wen du bestiehlst.
refusal-decision-free-road = Erst müssen die kostenlosen Straßen gebaut werden.
refusal-not-asked = So etwas ist jetzt nicht zu entscheiden.
refusal-in-setup = In der Gründungsphase werden nur Siedlungen und Straßen gesetzt.
refusal-roll-first = Erst musst du würfeln.
refusal-already-rolled = In diesem Zug wurde schon gewürfelt.
refusal-cannot-pay = Das kostet { $price }, und das hast du nicht.
refusal-no-road-left = Alle deine 15 Straßen liegen schon auf dem Spielplan.
refusal-no-settlement-left = Alle deine 5 Siedlungen stehen schon; mache erst eine davon zur Stadt.
refusal-no-city-left = Alle deine 4 Städte stehen schon.
refusal-path-taken = Auf { $place } liegt schon eine Straße.
refusal-not-connected = { $place } grenzt an keine deiner Straßen, Siedlungen oder Städte.
refusal-road-blocked = Ein fremdes Gebäude auf { $building } trennt { $place } von deiner Straße.
refusal-not-at-new-settlement = { $place } grenzt nicht an deine neue Siedlung auf { $settlement }.
refusal-intersection-taken = Auf { $place } steht schon ein Gebäude.
refusal-too-close = { $place } liegt direkt neben dem Gebäude auf { $neighbour }; dazwischen muss eine Kreuzung frei bleiben.
refusal-no-road-to = Keine deiner Straßen führt nach { $place }.
refusal-not-own-settlement = Eine Stadt ersetzt eine eigene Siedlung, und auf { $place } steht keine von dir.
refusal-trade-over = Der Handel ist für diesen Zug vorbei, denn es wurde schon gebaut oder gekauft.
refusal-deck-empty = Es ist keine Entwicklungskarte mehr da.
refusal-no-such-card = Du hast keine Karte „{ $card }“.
refusal-bought-this-turn = Diese Karte „{ $card }“ hast du erst in diesem Zug gekauft; du kannst sie ab deinem nächsten Zug ausspielen.
refusal-already-played-card = In diesem Zug hast du schon eine Entwicklungskarte ausgespielt.
refusal-no-road-to-place = Du hast keine Straße mehr, oder es gibt keinen Weg für sie.
refusal-must-place-road = Diese kostenlose Straße muss gebaut werden.
refusal-take-two = Solange der Vorrat zwei Karten hat, müssen zwei genommen werden.
refusal-supply-lacks = Im Vorrat ist nicht genug { $kind }.
refusal-robber-stays = Der Räuber steht auf { $place } und muss auf ein anderes Landschaftsfeld.
refusal-friendly-robber = { $name } hat ein Gebäude an { $place } und erst wenige Punkte; der freundliche Räuber geht dort nicht hin.
refusal-not-a-victim = { $name } kann dort nicht bestohlen werden.
refusal-must-steal = An diesem Tisch muss stehlen, wer den Räuber versetzt.
refusal-nothing-to-discard = Es ist nichts abzugeben.
refusal-already-discarded = Du hast deine Karten schon abgegeben.
refusal-wrong-discard =
    { $owed ->
        [one] 1 Karte ist abzugeben, nicht { $given }.
       *[other] { $owed } Karten sind abzugeben, nicht { $given }.
    }
refusal-not-in-hand = { $cards } hast du nicht auf der Hand.
refusal-mixed-kinds = Die Karten für die Bank müssen alle von derselben Sorte sein.
refusal-same-kind = Gegen sich selbst lässt sich nichts tauschen: { $kind }.
refusal-wrong-rate =
    { $n ->
        [one] Dein Kurs für { $kind } ist { $rates }.
       *[other] Deine Kurse für { $kind } sind { $rates }.
    }
refusal-not-best-rate = An diesem Tisch gilt nur der beste Kurs: { $rate }:1 für { $kind }.
refusal-gift = Jede Seite muss mindestens eine Karte geben.
refusal-kind-on-both-sides = Auf beiden Seiten des Tauschs steht dieselbe Sorte: { $kind }.
refusal-bad-addressees = Ein Angebot geht an einen oder mehrere Mitspieler.
refusal-no-offer = Es ist kein Angebot offen.
refusal-not-addressed = Das offene Angebot richtet sich nicht an dich.
refusal-same-answer = Diese Antwort hast du schon gegeben.
refusal-not-agreed = { $name } hat weder angenommen noch ein Gegenangebot gemacht.
refusal-no-proposal = Von { $name } liegt kein Vorschlag vor.
refusal-offer-limit =
    { $limit ->
        [0] An diesem Tisch wird nicht unter Spielern gehandelt.
       *[other] An diesem Tisch sind je Zug nur { $limit } Angebote und Vorschläge erlaubt.
    }
refusal-too-few-points = { $points } Punkte sind zu wenig; { $goal } sind nötig.
refusal-declared-automatically = Der Sieg wird in dieser Partie automatisch verkündet.

## Optionen: Name, Erklärung, Werte

option-setup = Aufbau
option-setup-about = Wie kommen die Insel und die ersten Figuren zustande?
option-setup-variable = Variabel: Insel nach Zufall
option-setup-beginner_full = Für Einsteiger: alles steht schon
option-setup-beginner_board_free_placement = Insel für Einsteiger, freies Setzen
option-start_player = Startspieler
option-start_player-about = Ein Platz oder der Zufall.
option-start_player-about-catan = Nach den Regeln beginnt der älteste Spieler: Wähle seinen Platz. Beim variablen Aufbau für erfahrene Spieler beginnt der höchste Wurf.
option-start_player-random = Der Zufall entscheidet
option-start_player-highest_roll = Der höchste Wurf
option-beginner_positions = Startpositionen
option-beginner_positions-about = Welche Positionen hat die Startaufstellung für Einsteiger?
option-beginner_positions-v1 = Erste Fassung
option-numbers = Zahlen
option-numbers-about = Wie werden die Zahlenchips ausgelegt?
option-numbers-spiral = In einer Spirale, A bis R
option-numbers-random = Nach Zufall
option-spiral_direction = Richtung der Spirale
option-spiral_direction-about = In welche Richtung läuft die Spirale der Zahlen?
option-spiral_direction-ccw = Gegen den Uhrzeigersinn
option-spiral_direction-cw = Im Uhrzeigersinn
option-red_adjacency = 6 und 8 nebeneinander
option-red_adjacency-about = Spielt eine Rolle, wenn die Zahlen nach Zufall liegen.
option-red_adjacency-forbid = Nie
option-red_adjacency-allow = Erlaubt
option-harbours = Häfen
option-harbours-about = Wie werden die Häfen ausgelegt?
option-harbours-default = Wie beim Aufbau üblich
option-harbours-shuffled = Nach Zufall
option-harbours-fixed = Wie auf dem Rahmen gedruckt
option-trade_build = Handeln und Bauen
option-trade_build-about = Endet der Handel mit dem ersten Bau eines Zugs?
option-trade_build-separate = Erst handeln, dann bauen
option-trade_build-combined = In beliebiger Reihenfolge
option-robber_victims = Opfer des Räubers
option-robber_victims-about = Kann auch jemand ohne Karten gewählt werden?
option-robber_victims-with_cards = Nur wer Karten hat
option-robber_victims-any_adjacent = Alle am Landschaftsfeld
option-friendly_robber = Freundlicher Räuber
option-friendly_robber-about = Der Räuber verschont alle mit 2 oder weniger sichtbaren Punkten.
option-discard_limit = Handgrenze bei einer 7
option-discard_limit-about = Wer mehr Karten hat, gibt die Hälfte ab.
option-victory_points = Punkte zum Sieg
option-victory_points-about = Wer sie im eigenen Zug hat, gewinnt.
option-trade_same_kind = Gleiche Sorte auf beiden Seiten
option-trade_same_kind-about = Ist ein Tausch verboten, bei dem eine Sorte auf beiden Seiten steht?
option-trade_same_kind-forbid_any_overlap = Immer verboten
option-trade_same_kind-forbid_identical_only = Nur verboten, wenn nichts anderes dabei ist
option-road_building_may_stop = Zweite kostenlose Straße freiwillig
option-road_building_may_stop-about = Bei der Karte „Straßenbau“.
option-auto_declare = Sieg wird automatisch verkündet
option-auto_declare-about = Sonst verkündet ihn, wer ihn bemerkt.
option-shortage_single_player = Wenn der Vorrat knapp wird
option-shortage_single_player-about = Was bekommt ein Spieler, dem als Einzigem eine Sorte zusteht?
option-shortage_single_player-pay_rest = Was noch da ist
option-shortage_single_player-pay_nothing = Nichts
option-players = Plätze
option-players-about = Plätze am Tisch.
option-offer_limit = Angebote je Zug
option-offer_limit-about = Wie viele Angebote darf jeder in einem Zug machen? 0: kein Handel unter Spielern. Leer: keine Grenze.
option-offer_limit-none = keine Grenze
option-turn_limit = Höchstzahl der Züge
option-turn_limit-about = Nach wie vielen Zügen endet die Partie ohne Sieger? Leer: keine Grenze.
option-turn_limit-none = keine Grenze
option-bank_rates = Kurse bei der Bank
option-bank_rates-about = Bleiben 4:1 und 3:1 möglich, wenn jemand einen besseren Kurs hat?
option-bank_rates-all = Jeder Kurs, den jemand hat
option-bank_rates-best = Nur der beste
option-robber_theft = Stehlen mit dem Räuber
option-robber_theft-about = Darf auf das Stehlen verzichten, wer den Räuber versetzt?
option-robber_theft-must = Pflicht
option-robber_theft-may = Verzicht erlaubt
option-bank_same_kind = Dieselbe Sorte von der Bank
option-bank_same_kind-about = Darf die Karte von der Bank auch von der abgegebenen Sorte sein? Das senkt nur die eigene Kartenzahl.
option-bank_same_kind-forbid = Nein, nur eine andere Sorte
option-bank_same_kind-allow = Ja, jede Sorte
option-true = ja
option-false = nein

## Wissenswertes über einen Ort, an dem etwas möglich ist, je ein paar Wörter

outlook-pips = { $n ->
    [one] 1 Zahlenpunkt
   *[other] { $n } Zahlenpunkte
}
outlook-yields = { $n ->
    [one] 1 Zahlenpunkt: { $kinds }
   *[other] { $n } Zahlenpunkte: { $kinds }
}
outlook-yields-nothing = bringt nichts ein
outlook-road = Straßenlänge { $n }
outlook-road-stays = Straßenlänge bleibt { $n }
outlook-road-changes =
    { $you ->
        [yes] deine Straße: { $to } statt { $from }
       *[no] Straße von { $name }: { $to } statt { $from }
    }
outlook-longest-road =
    { $you ->
        [yes] holt die Längste Handelsstraße
       *[no] { $name } bekommt die Längste Handelsstraße
    }
outlook-longest-road-lost =
    { $you ->
        [yes] du verlierst die Längste Handelsstraße
       *[no] { $name } verliert die Längste Handelsstraße
    }
outlook-points = { $n ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
}
outlook-wins = gewinnt die Partie
outlook-blocks = { $n ->
    [one] sperrt 1 Zahlenpunkt: { $owners }
   *[other] sperrt { $n } Zahlenpunkte: { $owners }
}
outlook-blocks-nothing = sperrt nichts
outlook-victims = Karte von { $names }
