### Städte & Ritter in Worten. Was bei Catan genauso heißt, steht in catan.ftl.

## Wörter: Dinge

commodity-paper = Papier
commodity-cloth = Tuch
commodity-coin = Münzen

cards-paper = { $n } Papier
cards-cloth = { $n } Tuch
cards-coin =
    { $n ->
        [one] 1 Münze
       *[other] { $n } Münzen
    }

area-trade = Handel
area-politics = Politik
area-science = Wissenschaft

# Ausbauten nach Bereich und Stufe.
level-trade-1 = Markt
level-trade-2 = Zunft
level-trade-3 = Gilde
level-trade-4 = Bank
level-trade-5 = Handelszentrum
level-politics-1 = Rathaus
level-politics-2 = Botschaft
level-politics-3 = Festung
level-politics-4 = Gericht
level-politics-5 = Rat Catans
level-science-1 = Kloster
level-science-2 = Bibliothek
level-science-3 = Aquädukt
level-science-4 = Theater
level-science-5 = Universität
level-draws = Du ziehst eine Karte, wenn der Ereigniswürfel das Stadttor dieses Bereichs zeigt und der rote Würfel höchstens { $red }.
level-trade-3-text = Zwei gleiche Handelswaren bringen bei der Bank eine beliebige andere Karte.
level-politics-3-text = Ritter können mächtig werden.
level-science-3-text = Bringt dir ein Wurf außer der 7 gar nichts, nimmst du einen Rohstoff deiner Wahl.
level-4-text = Wer hier zuerst ankommt, setzt die Metropole des Bereichs auf eine Stadt: 2 Punkte mehr, und sicher vor den Barbaren.
level-5-text = Du behältst die Metropole des Bereichs für immer oder nimmst sie jemandem ab, der noch nicht hier ist.

knight-basic = einfacher Ritter
knight-strong = starker Ritter
knight-mighty = mächtiger Ritter
knight-active = aktiv
knight-inactive = passiv

## Wörter: Fortschrittskarten

card-alchemist = Alchimist
card-alchemist-text = Vor dem Würfeln: Bestimme, was die beiden Augenwürfel zeigen, je 1 bis 6. Nur der Ereigniswürfel wird noch geworfen.
card-crane = Kran
card-crane-text = Der nächste Ausbau, den du in diesem Zug kaufst, kostet eine Handelsware weniger, eine erste Stufe also nichts. Ein zweiter Kran gilt für den Ausbau danach.
card-engineer = Ingenieur
card-engineer-text = Baue kostenlos eine Stadtmauer unter eine deiner Städte, die noch keine hat.
card-inventor = Erfinder
card-inventor-text = Vertausche zwei beliebige Zahlenchips auf dem Spielplan, aber nicht 2, 6, 8 oder 12.
card-irrigation = Bewässerung
card-irrigation-text = Nimm 2 Getreide aus dem Vorrat für jedes Ackerland, an dem du ein Gebäude hast. Der Räuber stört dabei nicht.
card-medicine = Medizin
card-medicine-text = Mache eine deiner Siedlungen für 2 Erz und 1 Getreide zur Stadt.
card-mining = Bergbau
card-mining-text = Nimm 2 Erz aus dem Vorrat für jedes Gebirge, an dem du ein Gebäude hast. Der Räuber stört dabei nicht.
card-printer = Buchdruck
card-printer-text = 1 Siegpunkt. Die Karte wird sofort aufgedeckt, zählt nicht zur Grenze von vier Karten, und kein Spion kann sie nehmen.
card-road-building-text = Baue zwei Straßen kostenlos.
card-smith = Schmied
card-smith-text = Werte einen oder zwei deiner Ritter kostenlos um je eine Stufe auf. Keiner wird in einem Zug zweimal aufgewertet, und mächtige brauchen die Festung.
card-bishop = Bischof
card-bishop-text = Versetze den Räuber und ziehe von allen, die am neuen Landschaftsfeld ein Gebäude haben, je eine Karte. Erlaubt erst nach dem ersten Angriff der Barbaren.
card-constitution = Verfassung
card-constitution-text = 1 Siegpunkt. Die Karte wird sofort aufgedeckt, zählt nicht zur Grenze von vier Karten, und kein Spion kann sie nehmen.
card-deserter = Deserteur
card-deserter-text = Nenne einen Mitspieler; er entfernt einen Ritter seiner Wahl. Danach darfst du kostenlos einen eigenen an eine deiner Straßen setzen, ebenso stark und ebenso aktiv oder passiv; einen schwächeren, wenn du keinen solchen mehr hast.
card-diplomat = Diplomat
card-diplomat-text = Entferne eine offene Straße, egal von wem: An einem ihrer Enden hat der Besitzer keine andere Straße, kein Gebäude und keinen Ritter. Kein Ritter des Besitzers darf ohne Straße zurückbleiben. Deine eigene darfst du sofort auf einen anderen Weg setzen.
card-intrigue = Intrige
card-intrigue-text = Vertreibe einen fremden Ritter beliebiger Stärke, der an einer deiner Straßen steht. Sein Besitzer zieht ihn über eigene Straßen weg oder nimmt ihn vom Spielplan, wenn kein Platz frei ist.
card-saboteur = Saboteur
card-saboteur-text = Alle Mitspieler mit mindestens so vielen Punkten wie du geben die Hälfte ihrer Handkarten ab, abgerundet. Stadtmauern helfen nicht.
card-spy = Spion
card-spy-text = Sieh dir die verdeckten Fortschrittskarten eines Mitspielers an. Du darfst eine davon nehmen und auch gleich ausspielen.
card-warlord = Heerführer
card-warlord-text = Aktiviere alle deine Ritter kostenlos. Die bis dahin passiven dürfen in diesem Zug nichts tun.
card-wedding = Hochzeit
card-wedding-text = Alle Mitspieler mit mehr Punkten als du geben dir zwei Karten ihrer Wahl, oder die einzige, die sie haben.
card-commercial-harbor = Handelshafen
card-commercial-harbor-text = In diesem Zug darfst du alle Mitspieler je einmal zu einem Tausch zwingen: Du gibst verdeckt einen Rohstoff und bekommst eine Handelsware ihrer Wahl. Wer keine hat, tauscht nicht.
card-master-merchant = Großhändler
card-master-merchant-text = Wähle einen Mitspieler mit mehr Punkten als du, sieh dir seine Hand an und nimm zwei Karten deiner Wahl, oder die einzige.
card-merchant = Händler
card-merchant-text = Setze den Händler auf ein Landschaftsfeld, an dem du ein Gebäude hast. Solange er dir gehört, bringt er 1 Punkt, und du tauschst den Rohstoff seines Felds bei der Bank 2:1.
card-resource-monopoly = Rohstoffmonopol
card-resource-monopoly-text = Nenne einen Rohstoff. Alle Mitspieler geben dir zwei davon, oder die einzige Karte, die sie davon haben.
card-trade-monopoly = Handelsmonopol
card-trade-monopoly-text = Nenne eine Handelsware. Alle Mitspieler, die sie haben, geben dir eine davon.
card-merchant-fleet = Handelsflotte
card-merchant-fleet-text = Nenne einen Rohstoff oder eine Handelsware. Bis zum Ende des Zugs tauschst du diese Sorte bei der Bank 2:1, so oft du willst.

# Eine Fortschrittskarte im Satz: bekannt, oder nur ihr Stapel.
progress-known = die Karte „{ $card }“
progress-hidden = eine Fortschrittskarte ({ $area })

## Wörter: Aktionen, als Beschriftung einer Schaltfläche

action-wall = Stadtmauer auf { $place }
action-build-knight = Ritter auf { $place }
action-activate = Ritter auf { $place } aktivieren
action-promote = Ritter auf { $place } aufwerten
action-move = Ritter von { $from } nach { $to }
action-displace = Ritter von { $from } vertreibt den auf { $to }
action-chase = Räuber mit dem Ritter auf { $place } vertreiben
action-improve = { $area } ausbauen
action-metropolis = Metropole auf { $place }
action-pillage = Stadt auf { $place } aufgeben
action-fight = Ritter in den Kampf schicken: { $places }
action-fight-none = Keinen Ritter in den Kampf schicken
action-deck = Vom Stapel „{ $area }“ ziehen
action-draw = Fortschrittskarte ziehen
action-drop = { $card } abwerfen
action-take = { $cards } nehmen
action-take-card = { $card } nehmen
action-give = { $cards } geben
action-retreat = Ritter nach { $place }
action-remove-knight = Ritter auf { $place } entfernen
action-place-knight = Ritter auf { $place } setzen
action-place-knight-of =
    { $strength ->
        [1] Einfachen Ritter auf { $place } setzen
        [2] Starken Ritter auf { $place } setzen
       *[other] Mächtigen Ritter auf { $place } setzen
    }
action-decline = Verzichten
action-decline-draw = Keine Karte ziehen
action-decline-aqueduct = Keinen Rohstoff nehmen
action-decline-early = Jetzt keine Karte ausspielen
action-decline-spy = Keine Karte nehmen
action-decline-knight = Keinen Ritter setzen
action-decline-road = Keine Straße setzen
action-decline-metropolis = Auf die Metropole verzichten
action-force = { $name } zum Tausch zwingen: { $cards } gegen eine Handelsware
action-play = { $card } ausspielen
action-play-on = { $card } ausspielen: { $target }

target-alchemist = rot { $red }, der andere { $other }
target-engineer = Stadtmauer auf { $place }
target-inventor = { $first } und { $second } vertauschen
target-medicine = Stadt auf { $place }
target-smith = Ritter auf { $place }
target-smith-two = Ritter auf { $place } und { $other }
target-diplomat = Straße auf { $place }
target-intrigue = Ritter auf { $place }

## Wörter: Ereignisse, als Sätze im Protokoll

event-rolled-three =
    { $you ->
        [yes] Du würfelst { $sum } (rot { $red } und { $other }) und { $face }.
       *[no] { $name } würfelt { $sum } (rot { $red } und { $other }) und { $face }.
    }
face-ship = das Barbarenschiff
face-trade = das Stadttor des Handels
face-politics = das Stadttor der Politik
face-science = das Stadttor der Wissenschaft
event-ship-moved =
    { $space ->
        [7] Das Barbarenschiff landet.
       *[other] Das Barbarenschiff steht auf Feld { $space } von 7.
    }
event-mustered =
    { $you ->
        [yes] { $n ->
            [0] Keiner deiner Ritter kämpft.
            [one] Du schickst einen Ritter in den Kampf.
           *[other] Du schickst { $n } Ritter in den Kampf.
        }
       *[no] { $n ->
            [0] { $name } schickt keinen Ritter in den Kampf.
            [one] { $name } schickt einen Ritter in den Kampf.
           *[other] { $name } schickt { $n } Ritter in den Kampf.
        }
    }
event-attacked =
    { $winner ->
        [knights] Die Barbaren greifen mit Stärke { $barbarians } an, die Ritter haben { $knights } ({ $parts }): Catan ist verteidigt.
       *[barbarians] Die Barbaren greifen mit Stärke { $barbarians } an, die Ritter haben nur { $knights } ({ $parts }): Die Barbaren siegen.
    }
event-attacked-nobody =
    { $winner ->
        [knights] Die Barbaren greifen mit Stärke { $barbarians } an, und kein Ritter muss kämpfen.
       *[barbarians] Die Barbaren greifen mit Stärke { $barbarians } an, und kein Ritter kämpft: Die Barbaren siegen.
    }
event-attacked-part =
    { $you ->
        [yes] du { $strength }
       *[no] { $name } { $strength }
    }
event-pillaged =
    { $you ->
        [yes] Deine Stadt auf { $place } ist verloren; eine Siedlung bleibt.
       *[no] Die Stadt von { $name } auf { $place } ist verloren; eine Siedlung bleibt.
    }
event-razed =
    { $you ->
        [yes] Deine Stadt auf { $place } ist verloren, und nichts bleibt dort übrig.
       *[no] Die Stadt von { $name } auf { $place } ist verloren, und nichts bleibt dort übrig.
    }
event-lost-road =
    { $you ->
        [yes] Deine Straße auf { $place } ist verloren.
       *[no] Die Straße von { $name } auf { $place } ist verloren.
    }
event-defended =
    { $you ->
        [yes] Du wirst Retter Catans: 1 Punkt.
       *[no] { $name } wird Retter Catans: 1 Punkt.
    }
event-attack-over = Alle Ritter sind passiv, und das Schiff steht wieder am Anfang.
event-built-wall =
    { $you ->
        [yes] Du baust eine Stadtmauer auf { $place }.
       *[no] { $name } baut eine Stadtmauer auf { $place }.
    }
event-built-knight =
    { $you ->
        [yes] Du setzt einen Ritter auf { $place }.
       *[no] { $name } setzt einen Ritter auf { $place }.
    }
event-activated =
    { $you ->
        [yes] Du aktivierst den Ritter auf { $place }.
       *[no] { $name } aktiviert den Ritter auf { $place }.
    }
event-activated-all =
    { $you ->
        [yes] Du aktivierst die Ritter auf { $places }.
       *[no] { $name } aktiviert die Ritter auf { $places }.
    }
event-promoted =
    { $you ->
        [yes] Du wertest den Ritter auf { $place } auf: Er ist jetzt { $strength ->
            [2] stark
           *[other] mächtig
        }.
       *[no] { $name } wertet den Ritter auf { $place } auf: Er ist jetzt { $strength ->
            [2] stark
           *[other] mächtig
        }.
    }
event-moved-knight =
    { $you ->
        [yes] Du versetzt den Ritter von { $from } nach { $to }.
       *[no] { $name } versetzt den Ritter von { $from } nach { $to }.
    }
event-displaced =
    { $you ->
        [yes] Dein Ritter zieht von { $from } nach { $to } und vertreibt den Ritter von { $victim }.
       *[no] { $driven ->
            [yes] Der Ritter von { $name } zieht von { $from } nach { $to } und vertreibt deinen Ritter.
           *[no] Der Ritter von { $name } zieht von { $from } nach { $to } und vertreibt den Ritter von { $victim }.
        }
    }
event-retreated =
    { $you ->
        [yes] Dein Ritter zieht sich von { $from } nach { $to } zurück.
       *[no] Der Ritter von { $name } zieht sich von { $from } nach { $to } zurück.
    }
event-retreated-off =
    { $you ->
        [yes] Dein Ritter auf { $from } findet keinen freien Platz und verlässt den Spielplan.
       *[no] Der Ritter von { $name } auf { $from } findet keinen freien Platz und verlässt den Spielplan.
    }
event-deserted =
    { $you ->
        [yes] Dein { $strength ->
            [1] einfacher
            [2] starker
           *[other] mächtiger
        } Ritter auf { $place } desertiert.
       *[no] Der { $strength ->
            [1] einfache
            [2] starke
           *[other] mächtige
        } Ritter von { $name } auf { $place } desertiert.
    }
event-placed-deserter =
    { $you ->
        [yes] Du setzt { $knight } auf { $place }.
       *[no] { $name } setzt { $knight } auf { $place }.
    }
knight-placed-active =
    { $strength ->
        [1] einen aktiven einfachen Ritter
        [2] einen aktiven starken Ritter
       *[other] einen aktiven mächtigen Ritter
    }
knight-placed-inactive =
    { $strength ->
        [1] einen passiven einfachen Ritter
        [2] einen passiven starken Ritter
       *[other] einen passiven mächtigen Ritter
    }
event-chased-robber =
    { $you ->
        [yes] Dein Ritter auf { $place } vertreibt den Räuber.
       *[no] Der Ritter von { $name } auf { $place } vertreibt den Räuber.
    }
event-improved =
    { $you ->
        [yes] Du baust { $area } auf Stufe { $level } aus: { $building }.
       *[no] { $name } baut { $area } auf Stufe { $level } aus: { $building }.
    }
event-placed-metropolis =
    { $you ->
        [yes] Deine Stadt auf { $place } wird Metropole ({ $area }).
       *[no] Die Stadt von { $name } auf { $place } wird Metropole ({ $area }).
    }
event-took-metropolis =
    { $you ->
        [yes] Du holst die Metropole ({ $area }) von { $from } in deine Stadt auf { $place }.
       *[no] { $name } holt die Metropole ({ $area }) von { $from } in die Stadt auf { $place }.
    }
event-left-metropolis =
    { $you ->
        [yes] Du verzichtest auf die Metropole ({ $area }).
       *[no] { $name } verzichtet auf die Metropole ({ $area }).
    }
event-drew-progress =
    { $you ->
        [yes] Du ziehst { $card }.
       *[no] { $name } zieht { $card }.
    }
event-revealed-progress =
    { $you ->
        [yes] Du ziehst { $card } und deckst sie auf: 1 Punkt.
       *[no] { $name } zieht { $card } und deckt sie auf: 1 Punkt.
    }
event-declined-draw =
    { $you ->
        [yes] Du ziehst keine Fortschrittskarte.
       *[no] { $name } zieht keine Fortschrittskarte.
    }
event-handed-in-progress =
    { $you ->
        [yes] Du hast gewählt, welche Fortschrittskarte du abwirfst.
       *[no] { $name } hat die Fortschrittskarte gewählt, die abgeworfen wird.
    }
event-dropped-progress =
    { $you ->
        [yes] Du legst { $card } unter den Stapel.
       *[no] { $name } legt { $card } unter den Stapel.
    }
event-shortage-of = Der Vorrat reicht nicht für alle: { $kind }.
event-took-by-aqueduct =
    { $you ->
        [yes] Du gehst leer aus und nimmst dafür durch das Aquädukt { $cards }.
       *[no] { $name } geht leer aus und nimmt dafür durch das Aquädukt { $cards }.
    }
event-chose-dice = Die Würfel stehen auf { $red } (rot) und { $other }.
event-swapped-numbers = Die Zahlenchips von { $first } und { $second } tauschen die Plätze.
event-collected =
    { $you ->
        [yes] Du bekommst von den anderen { $cards }.
       *[no] { $name } bekommt von den anderen { $cards }.
    }
event-handed-in-gift =
    { $you ->
        [yes] Du hast gewählt, welche Karten du gibst.
       *[no] { $name } hat die Geschenke gewählt.
    }
event-gave =
    { $you ->
        [yes] { $receiver } bekommt von dir { $cards }.
       *[no] { $receives ->
            [yes] Du bekommst von { $name } { $cards }.
           *[no] { $receiver } bekommt von { $name } { $cards }.
        }
    }
event-took-progress =
    { $you ->
        [yes] Du nimmst { $victim } { $card } weg.
       *[no] { $robbed ->
            [yes] { $name } nimmt dir { $card } weg.
           *[no] { $name } nimmt { $victim } { $card } weg.
        }
    }
event-looked-at-hand =
    { $you ->
        [yes] Du siehst dir die Hand von { $victim } an.
       *[no] { $seen ->
            [yes] { $name } sieht sich deine Hand an.
           *[no] { $name } sieht sich die Hand von { $victim } an.
        }
    }
event-looked-at-progress =
    { $you ->
        [yes] Du siehst dir die verdeckten Fortschrittskarten von { $victim } an.
       *[no] { $seen ->
            [yes] { $name } sieht sich deine verdeckten Fortschrittskarten an.
           *[no] { $name } sieht sich die verdeckten Fortschrittskarten von { $victim } an.
        }
    }
event-left-progress =
    { $you ->
        [yes] Du nimmst { $victim } keine Fortschrittskarte weg.
       *[no] { $seen ->
            [yes] { $name } nimmt dir keine Fortschrittskarte weg.
           *[no] { $name } nimmt { $victim } keine Fortschrittskarte weg.
        }
    }
event-forced =
    { $you ->
        [yes] Du zwingst { $victim } zum Tausch: { $gave } gegen { $got }.
       *[no] { $forced ->
            [yes] { $name } zwingt dich zum Tausch: Du bekommst { $gave } gegen { $got }.
           *[no] { $name } zwingt { $victim } zum Tausch: { $gave } gegen { $got }.
        }
    }
forced-resource = einen Rohstoff
forced-commodity = eine Handelsware
event-forced-nothing =
    { $you ->
        [yes] Du willst { $victim } zum Tausch zwingen, aber dort gibt es keine Handelsware.
       *[no] { $forced ->
            [yes] { $name } will dich zum Tausch zwingen, aber du hast keine Handelsware.
           *[no] { $name } will { $victim } zum Tausch zwingen, aber dort gibt es keine Handelsware.
        }
    }
event-placed-merchant =
    { $you ->
        [yes] Du setzt den Händler auf { $place }.
       *[no] { $name } setzt den Händler auf { $place }.
    }
event-chose-fleet =
    { $you ->
        [yes] Du tauschst { $kind } in diesem Zug bei der Bank 2:1.
       *[no] { $name } tauscht { $kind } in diesem Zug bei der Bank 2:1.
    }
event-removed-road =
    { $owns ->
        [own] { $you ->
            [yes] Du entfernst deine eigene Straße auf { $place }.
           *[no] { $name } entfernt die eigene Straße auf { $place }.
        }
        [yes] { $name } entfernt deine Straße auf { $place }.
       *[no] { $you ->
            [yes] Du entfernst die Straße von { $owner } auf { $place }.
           *[no] { $name } entfernt die Straße von { $owner } auf { $place }.
        }
    }

## Wörter: Ablehnungen

refusal-not-yours = Die Entscheidung liegt jetzt bei { $names }.
refusal-no-opponent = Auf Platz { $seat } sitzt kein Mitspieler.
refusal-decision-founding = Erst müssen die Startgebäude und ihre Straßen gesetzt werden.
refusal-decision-muster = Erst müssen alle sagen, welche Ritter kämpfen.
refusal-decision-pillage = Erst muss gewählt werden, welche Stadt verloren geht.
refusal-decision-deck = Erst muss für die beste Verteidigung ein Stapel gewählt werden.
refusal-decision-draw = Erst ist zu entscheiden, ob eine Fortschrittskarte gezogen wird.
refusal-decision-fifth-card = Erst muss eine Fortschrittskarte weg; fünf sind eine zu viel.
refusal-decision-early-cards = Sag erst, welche Fortschrittskarten du vor den Erträgen ausspielst.
refusal-decision-aqueduct = Erst ist zu entscheiden, welchen Rohstoff das Aquädukt bringt.
refusal-decision-hands = Erst müssen alle Karten abgeben, die es betrifft.
refusal-decision-retreat = Erst muss der vertriebene Ritter sich zurückziehen.
refusal-decision-deserter = Erst muss für den Deserteur ein Ritter entfernt werden.
refusal-decision-placing-deserter = Erst ist zu entscheiden, ob für den Deserteur ein Ritter gesetzt wird.
refusal-decision-replacing-road = Erst ist zu entscheiden, ob die entfernte Straße wieder gesetzt wird.
refusal-decision-spy = Erst ist zu entscheiden, ob der Spion eine Karte nimmt.
refusal-decision-taking-cards = Erst müssen für den Großhändler Karten genommen werden.
refusal-decision-gifts = Erst müssen die Geschenke zur Hochzeit gewählt werden.
refusal-decision-forced-exchange = Erst muss für den Handelshafen eine Handelsware gegeben werden.
refusal-decision-metropolis = Erst muss die Metropole gesetzt werden.
refusal-way-blocked = Ein fremdes Gebäude oder ein fremder Ritter auf { $vertex } trennt { $place } von deiner Straße.
refusal-not-at-new-building = { $place } grenzt nicht an dein neues Gebäude auf { $vertex }.
refusal-same-path = Die entfernte Straße darf nicht wieder auf { $place }.
refusal-knight-there = Auf { $place } steht ein Ritter.
refusal-laid-city-first = Richte erst deine umgelegte Stadt wieder auf.
refusal-not-own-city = Auf { $place } steht keine deiner Städte.
refusal-has-wall = Die Stadt auf { $place } hat schon eine Stadtmauer.
refusal-has-metropolis = Auf { $place } steht eine Metropole; nötig ist eine einfache Stadt.
refusal-no-wall-left = Alle deine 3 Stadtmauern stehen schon.
refusal-no-knight-left =
    { $strength ->
        [1] Deine beiden einfachen Ritter stehen schon auf dem Spielplan; werte erst einen auf.
        [2] Deine beiden starken Ritter stehen schon auf dem Spielplan.
       *[other] Deine beiden mächtigen Ritter stehen schon auf dem Spielplan.
    }
refusal-not-own-knight = Auf { $place } steht keiner deiner Ritter.
refusal-already-active = Der Ritter auf { $place } ist schon aktiv.
refusal-inactive = Der Ritter auf { $place } ist passiv.
refusal-cannot-act = Der Ritter auf { $place } kann in diesem Zug nichts tun: Er hat schon gehandelt oder war vorher nicht aktiv.
refusal-promoted-already = Der Ritter auf { $place } wurde in diesem Zug schon aufgewertet.
refusal-already-mighty = Der Ritter auf { $place } ist schon mächtig.
refusal-needs-fortress = Mächtige Ritter brauchen die Festung, Politik Stufe 3.
refusal-not-free = { $place } ist nicht frei.
refusal-no-route = Keine zusammenhängende Strecke deiner Straßen führt nach { $place }.
refusal-no-foreign-knight = Auf { $place } steht kein fremder Ritter.
refusal-not-weaker = Der Ritter auf { $place } ist nicht schwächer als deiner.
refusal-robber-not-near = Der Räuber steht auf keinem Landschaftsfeld neben dem Ritter auf { $place }.
refusal-robber-locked = Bevor der erste Angriff der Barbaren vorbei ist, bewegt nichts den Räuber.
refusal-robber-elsewhere = Der Räuber muss auf ein anderes Landschaftsfeld.
refusal-robber-spares = { $name } hat dort ein Gebäude und erst wenige Punkte; der freundliche Räuber geht dort nicht hin.
refusal-no-number = { $place } hat keine Zahl; der vertriebene Räuber muss auf ein Landschaftsfeld mit Zahl.
refusal-highest-level = Die höchste Stufe ist erreicht: { $area }.
refusal-needs-city = Wer ausbauen will, braucht eine Stadt auf dem Spielplan.
refusal-needs-plain-city = Diese Stufe braucht eine deiner Städte ohne Metropole.
refusal-needs-cities = Jede Stufe 4 braucht eine andere Stadt: Für diese brauchst du insgesamt { $n } Städte.
refusal-supply-empty = Im Vorrat ist keine solche Karte mehr: { $kind }.
refusal-wrong-count =
    { $owed ->
        [one] Es muss 1 Karte sein, nicht { $given }.
       *[other] Es müssen { $owed } Karten sein, nicht { $given }.
    }
refusal-handed-in-already = Du hast schon gewählt.
refusal-not-held = Die Karte „{ $card }“ ist nicht da.
refusal-before-roll-only = Die Karte „{ $card }“ wird vor dem Würfeln ausgespielt.
refusal-after-roll-only = Die Karte „{ $card }“ wird nach dem Würfeln ausgespielt.
refusal-strength-is-given =
    { $strength ->
        [1] Es muss ein einfacher Ritter sein; nenne seine Stärke nicht.
        [2] Es muss ein starker Ritter sein; nenne seine Stärke nicht.
       *[other] Es muss ein mächtiger Ritter sein; nenne seine Stärke nicht.
    }
refusal-strength-to-choose = Sag, ob du einen einfachen, einen starken oder einen mächtigen Ritter setzt.
refusal-stronger-than-deserter =
    { $strength ->
        [1] Der desertierte Ritter war ein einfacher; deiner kann nicht stärker sein.
        [2] Der desertierte Ritter war ein starker; deiner kann nicht stärker sein.
       *[other] Ritter sind einfach, stark oder mächtig.
    }
refusal-forced-already = { $name } wurde in diesem Zug schon gezwungen.
refusal-no-commercial-harbor-played = Du hast in diesem Zug keinen Handelshafen ausgespielt.
refusal-not-a-commodity = Es muss eine Handelsware sein: Papier, Tuch oder Münzen.
refusal-not-a-resource = Es muss ein Rohstoff sein, keine Handelsware.
refusal-deck-empty-of = Der Stapel „{ $area }“ ist leer.

# Warum eine Fortschrittskarte nichts bewirkt.
null-inventor = Beide Landschaftsfelder haben dieselbe Zahl; nichts würde sich ändern.
null-irrigation = Du hast kein Gebäude an einem Ackerland, oder im Vorrat ist kein Getreide.
null-mining = Du hast kein Gebäude an einem Gebirge, oder im Vorrat ist kein Erz.
null-road-building = Du hast keine Straße mehr, oder es gibt keinen Weg für sie.
null-deserter = Dieser Mitspieler hat keinen Ritter auf dem Spielplan.
null-saboteur = Niemand mit mindestens so vielen Punkten wie du hat zwei oder mehr Karten.
null-spy = Dieser Mitspieler hat keine verdeckte Fortschrittskarte.
null-warlord = Alle deine Ritter sind aktiv, oder du hast keinen.
null-wedding = Niemand mit mehr Punkten als du hat eine Karte.
null-master-merchant = Dieser Mitspieler hat keine Karte.
null-merchant = Der Händler steht schon dort, und er gehört dir.
null-monopoly = Kein Mitspieler hat eine Karte.
null-other = Die Karte „{ $card }“ würde nichts bewirken.

# Warum eine Fortschrittskarte nicht auf das Gewählte passt.
wrong-alchemist = Jeder Würfel zeigt 1 bis 6.
wrong-inventor = Vertauscht werden zwei verschiedene Landschaftsfelder mit Zahl, aber nicht 2, 6, 8 oder 12.
wrong-smith = Aufgewertet werden zwei verschiedene Ritter, die kleinere Kreuzung zuerst.
wrong-diplomat = Dort liegt keine offene Straße: An einem ihrer Enden darf der Besitzer keine andere Straße, kein Gebäude und keinen Ritter haben, und kein Ritter darf ohne Straße zurückbleiben.
wrong-intrigue = Keine deiner Straßen führt zu diesem Ritter.
wrong-master-merchant = Dieser Mitspieler hat nicht mehr Punkte als du.
wrong-merchant = Der Händler kommt auf ein Landschaftsfeld, an dem du ein Gebäude hast.
wrong-resource-monopoly = Nenne einen Rohstoff, keine Handelsware.
wrong-trade-monopoly = Nenne eine Handelsware: Papier, Tuch oder Münzen.
wrong-other = Die Karte „{ $card }“ lässt sich nicht darauf ausspielen.

## Wörter: was jetzt gefragt ist

turn-founding-city-you = Du bist dran: Setze eine Stadt
turn-founding-city = { $name } setzt eine Stadt
turn-muster-you = Die Barbaren sind da: Welche deiner Ritter kämpfen?
turn-muster = { $name } wählt, welche Ritter kämpfen
turn-pillage-you = Die Barbaren siegen: Welche Stadt verlierst du?
turn-pillage = { $name } wählt, welche Stadt verloren geht
turn-deck-you = Du hast Catan verteidigt: Von welchem Stapel ziehst du?
turn-deck = { $name } wählt einen Stapel
turn-draw-you = Ziehst du eine Fortschrittskarte ({ $area })?
turn-draw = { $name } darf eine Fortschrittskarte ziehen
turn-drawing-you = Du ziehst eine Fortschrittskarte
turn-drawing = { $name } zieht eine Fortschrittskarte
turn-drop-you = Du hast fünf Fortschrittskarten: Wirf eine ab
turn-drop = Warten auf { $names }: eine Fortschrittskarte zu viel
turn-aqueduct-you = Aquädukt: Nimm einen Rohstoff deiner Wahl
turn-aqueduct = { $name } darf durch das Aquädukt einen Rohstoff nehmen
turn-retreat-you = Dein Ritter wurde vertrieben: Wohin zieht er?
turn-retreat = { $name } versetzt den vertriebenen Ritter
turn-desert-you = Deserteur: Welchen deiner Ritter entfernst du?
turn-desert = { $name } wählt, welcher Ritter desertiert
turn-place-knight-you = Deserteur: Setze einen Ritter oder verzichte
turn-place-knight = { $name } darf einen Ritter setzen
turn-replace-road-you = Diplomat: Setze deine Straße neu oder verzichte
turn-replace-road = { $name } darf die Straße neu setzen
turn-spy-you = Spion: Nimm eine Fortschrittskarte von { $victim } oder verzichte
turn-spy =
    { $seen ->
        [yes] { $name } sieht sich deine Fortschrittskarten an
       *[no] { $name } sieht sich die Fortschrittskarten von { $victim } an
    }
# Wer nur so viele Karten hat, wie fällig sind, wird nicht gefragt.
turn-take-you = Großhändler: Nimm { $n } Karten von { $victim }
turn-take =
    { $seen ->
        [yes] { $name } sieht sich deine Hand an und nimmt Karten durch den Großhändler
       *[no] { $name } sieht sich die Hand von { $victim } an und nimmt Karten durch den Großhändler
    }
turn-gift-you = Hochzeit: Gib { $to } { $n } Karten
turn-gift = Warten auf die Geschenke von { $names }
turn-forced-you = Handelshafen: Gib { $to } eine Handelsware für einen Rohstoff
turn-forced = { $name } wählt eine Handelsware für den Handelshafen
turn-metropolis-you = Welche Stadt wird Metropole ({ $area })?
turn-metropolis = { $name } wählt die Stadt für eine Metropole
turn-play-or-drop-you = Du hast fünf Fortschrittskarten: Spiele eine aus oder wirf eine ab
turn-play-or-drop = { $name } spielt eine Fortschrittskarte aus oder wirft eine ab
turn-early-you = Spiele Fortschrittskarten vor den Erträgen aus, oder mach weiter
turn-early = { $name } darf vor den Erträgen Fortschrittskarten ausspielen

## Wörter: Optionen

option-ck_pillage_no_settlement = Verlorene Stadt ohne Siedlung im Vorrat
option-ck_pillage_no_settlement-about = Was lassen die Barbaren übrig, wenn keine eigene Siedlung mehr im Vorrat ist?
option-ck_pillage_no_settlement-seed_remove = Die Stadt verschwindet, mit den Straßen daran
option-ck_pillage_no_settlement-official_tip = Die Stadt wird umgelegt und zählt als Siedlung
option-ck_fifth_card = Fünfte Fortschrittskarte
option-ck_fifth_card-about = Wann wirft jemand mit fünf verdeckten Fortschrittskarten eine ab?
option-ck_fifth_card-discard_at_once = Sofort
option-ck_fifth_card-active_until_end_of_turn = Im eigenen Zug erst an dessen Ende
option-ck_fifth_card-active_may_play_now = Im eigenen Zug darf stattdessen eine ausgespielt werden
option-ck_progress_draw = Fortschrittskarten ziehen
option-ck_progress_draw-about = Wird eine Karte, die jemandem zusteht, immer gezogen?
option-ck_progress_draw-when_fifth = Nachfrage nur, wenn es die fünfte sein könnte
option-ck_progress_draw-automatic = Immer
option-ck_progress_draw-optional = Immer auf Nachfrage
option-ck_chased_robber = Ziel des vertriebenen Räubers
option-ck_chased_robber-about = Wohin darf ein Ritter den Räuber vertreiben?
option-ck_chased_robber-any_hex = Auf jedes andere Landschaftsfeld
option-ck_chased_robber-numbered_only = Nur auf Landschaftsfelder mit Zahl
option-ck_level4_city = Stadt für die Stufen 4 und 5
option-ck_level4_city-about = Wer braucht für diese Stufen eine Stadt ohne Metropole?
option-ck_level4_city-always_unless_owner = Alle, außer wer die Metropole hat
option-ck_level4_city-only_if_awarded = Nur wer die Metropole bekäme
option-ck_level4_city-each_level = Alle, außer wer die Metropole hat; dazu für jeden Bereich auf Stufe 4 eine Stadt
option-ck_level4_city-always = Alle, auch wer die Metropole hat
option-ck_defender_supply = Karten „Retter Catans“
option-ck_defender_supply-about = Wie oft kann jemand Retter Catans werden?
option-ck_defender_supply-unlimited = So oft es vorkommt
option-ck_defender_supply-six = Insgesamt sechsmal
option-ck_zero_defence_reward = Belohnung ohne jeden Ritter
option-ck_zero_defence_reward-about = Alle ziehen eine Karte, wenn die Barbaren weder Städte noch aktive Ritter vorfinden.
option-ck_null_play = Karten ohne Wirkung
option-ck_null_play-about = Darf eine Fortschrittskarte ausgespielt werden, die bekanntermaßen nichts bewirkt?
option-ck_null_play-forbid_known_null = Nicht erlaubt
option-ck_null_play-allow = Erlaubt
option-ck_deserter_substitute = Ritter für den Deserteur
option-ck_deserter_substitute-about = Welcher Ritter darf für den desertierten gesetzt werden?
option-ck_deserter_substitute-basic = Ein ebenso starker, sonst ein einfacher
option-ck_deserter_substitute-any_lower = Nach Wahl ein ebenso starker oder schwächerer
option-ck_commercial_harbor = Handelshafen
option-ck_commercial_harbor-about = Wie oft darf derselbe Mitspieler in einem Zug gezwungen werden?
option-ck_commercial_harbor-per_turn = Einmal
option-ck_commercial_harbor-per_card = Einmal je ausgespielter Karte
option-ck_robber_start = Räuber am Anfang
option-ck_robber_start-about = Wo wartet der Räuber auf den ersten Angriff, und bewegt ihn vorher etwas?
option-ck_robber_start-desert_locked = In der Wüste; nichts bewegt ihn
option-ck_robber_start-beside_track = Neben der Leiste der Barbaren; nichts bewegt ihn
option-ck_robber_start-desert_free = In der Wüste; eine 7, ein Ritter oder der Bischof bewegt ihn
option-ck_barbarian_variant = Kampf gegen die Barbaren
option-ck_barbarian_variant-about = Entscheiden die Spieler, welche ihrer aktiven Ritter kämpfen?
option-ck_barbarian_variant-all = Alle aktiven Ritter
option-ck_barbarian_variant-choose = Nur die, die ihre Besitzer schicken
option-ck_merchant_on_desert = Händler in der Wüste
option-ck_merchant_on_desert-about = Dort bringt er seinen Punkt, aber keinen Tausch.
option-ck_merchant_on_desert-allow = Erlaubt
option-ck_merchant_on_desert-forbid = Nicht erlaubt
option-ck_board = Insel
option-ck_board-about = Wie kommt die Insel zustande?
option-ck_board-variable = Variabel: nach Zufall
option-ck_board-ck_beginner = Plan für Einsteiger in Städte & Ritter
option-ck_deserter_acts = Ritter nach dem Deserteur
option-ck_deserter_acts-about = Wann darf ein Ritter, der durch den Deserteur aktiv gesetzt wurde, etwas tun?
option-ck_deserter_acts-same_turn = Im selben Zug
option-ck_deserter_acts-next_turn = Im nächsten Zug
option-barbarian_loser = Schwächster gegen die Barbaren
option-barbarian_loser-about = Woran entscheidet sich, wer eine Stadt verliert?
option-barbarian_loser-strength = Geringste Stärke der kämpfenden Ritter
option-barbarian_loser-count = Wenigste kämpfende Ritter
option-ck_barbarian_compared = Vergleich der Verteidiger
option-ck_barbarian_compared-about = Wird nach einem Sieg der Barbaren auch verglichen, wer keine Stadt verlieren kann?
option-ck_barbarian_compared-with_plain_city = Nur wer eine Stadt ohne Metropole hat
option-ck_barbarian_compared-all = Alle
option-ck_pillaged_roads = Straßen an einer verlorenen Stadt
option-ck_pillaged_roads-about = Welche Straßen gehen mit einer Stadt verloren, wenn keine Siedlung im Vorrat ist?
option-ck_pillaged_roads-adjacent = Die dort enden
option-ck_pillaged_roads-connected = Alle, die mit ihr verbunden sind
option-ck_knight_route = Weg eines Ritters
option-ck_knight_route-about = Wohin darf ein Ritter versetzt werden, auch um andere zu vertreiben?
option-ck_knight_route-connected = Entlang zusammenhängender eigener Straßen
option-ck_knight_route-any_own_road = Überallhin, wo eine eigene Straße endet
option-ck_deserter_mighty = Mächtiger Ritter für den Deserteur
option-ck_deserter_mighty-about = Darf ein mächtiger Ritter auch ohne Festung gesetzt werden?
option-ck_deserter_mighty-always = Immer
option-ck_deserter_mighty-with_fortress = Nur mit Festung
option-ck_metropolis_takeover = Eine Metropole abnehmen
option-ck_metropolis_takeover-about = Wer nimmt mit Stufe 5 eine Metropole ab?
option-ck_metropolis_takeover-before_holder = Wer sie vor dem Besitzer erreicht
option-ck_metropolis_takeover-any_level5 = Jeder, der will
option-ck_metropolis_placing = Eine Metropole setzen
option-ck_metropolis_placing-about = Darf auf eine Metropole verzichten, wer sie bekommt? War sie frei, bleibt sie frei für den Nächsten auf Stufe 4 oder 5.
option-ck_metropolis_placing-must = Pflicht
option-ck_metropolis_placing-may = Verzicht erlaubt
option-ck_crane_first_level = Kran auf Stufe 1
option-ck_crane_first_level-about = Kostet der erste Ausbau eines Bereichs mit einem Kran nichts oder immer eine Handelsware?
option-ck_crane_first_level-free = Kostet nichts
option-ck_crane_first_level-one_commodity = Kostet trotzdem eine Handelsware
option-ck_merchant_trades = Der Händler tauscht
option-ck_merchant_trades-about = Was tauscht der Besitzer des Händlers 2:1?
option-ck_merchant_trades-resource = Den Rohstoff seines Felds
option-ck_merchant_trades-hex = Rohstoff und Handelsware seines Felds
option-ck_progress_play = Fortschrittskarten
option-ck_progress_play-about = Ab wann im eigenen Zug dürfen Fortschrittskarten ausgespielt werden?
option-ck_progress_play-after_production = Nach den Erträgen
option-ck_progress_play-after_dice = Sobald die Würfel gefallen sind

## Table

keys-end-or-decline = Zug beenden, auf Freiwilliges verzichten
keys-wall = Stadtmauer bauen
keys-knight = Ritter aufstellen
keys-knights = Deine Ritter
keys-improve = Stadtausbau
keys-progress = Zu deinen Fortschrittskarten
hint-city = Wähle eine deiner leuchtenden Städte.
hint-knight = Wähle einen deiner leuchtenden Ritter.
hint-knights = Wähle einen leuchtenden Platz oder Ritter.
dice-last-three = Der letzte Wurf war { $sum }: { $red } mit dem roten Würfel und { $other } mit dem anderen. Der Ereigniswürfel zeigt { $face }.
barbarians-told =
    { $left ->
        [0] Die Barbaren greifen an, mit Stärke { $attack } gegen { $defence } der aktiven Ritter.
        [one] Barbaren: Beim nächsten Schiff greifen sie an, mit Stärke { $attack } gegen Stärke { $defence } der aktiven Ritter.
       *[other] Barbaren: Noch { $left } Schiffe bis zum Angriff, mit Stärke { $attack } gegen Stärke { $defence } der aktiven Ritter.
    }
robber-locked = Bis der erste Angriff vorbei ist, bewegt nichts den Räuber.
cities-at-risk = Gefährdete Städte
merchant-at = { $name } hat den Händler auf { $place }.
merchant-of = Händler von { $name }
metropolis-here = ★ Metropole
metropolis-of = Metropole ({ $area })
city-laid = umgelegte Stadt, die als Siedlung zählt
yields-both = { $resource }; Städte auch { $commodity }

# Entscheidungen.
discard-hint-limit = Du hast { $hand } Karten und darfst { $limit } behalten. Wähle, was du abgibst.
sabotage-hint = { $name } spielt den Saboteur aus: Du gibst die Hälfte deiner Karten ab, abgerundet. Wähle, welche.
gift-title =
    { $n ->
        [one] Gib { $name } 1 Karte
       *[other] Gib { $name } { $n } Karten
    }
gift-hint = Es ist Hochzeit, und du hast mehr Punkte. Nur ihr beide seht, was du gibst.
gift-button = Geben
taking-title =
    { $n ->
        [one] Nimm 1 Karte von { $name }
       *[other] Nimm { $n } Karten von { $name }
    }
taking-hand = Die Hand von { $name }: { $cards }.
taking-hint = Nur du siehst sie. Wähle, was du nimmst.
taking-button = Nehmen
aqueduct = Aquädukt: Nimm einen Rohstoff
aqueduct-hint = Der Wurf gab dir nichts, darum darfst du einen nehmen.
forced = Gib eine Handelsware
forced-hint = Handelshafen: Du bekommst einen Rohstoff dafür, den du noch nicht gesehen hast.
decks = Wähle einen Stapel
decks-hint = Du warst unter den stärksten Verteidigern und ziehst eine Fortschrittskarte.
offered-draw = Eine Fortschrittskarte ziehen?
offered-draw-hint = Stadttor und roter Würfel erlauben dir eine. Du kannst auch verzichten.
offered-draw-fifth-hint = Stadttor und roter Würfel erlauben dir eine. Du hast schon vier: Von fünf muss eine unter ihren Stapel. Du kannst auch verzichten.
early = Fortschrittskarten vor den Erträgen
early-hint = Die Würfel sind gefallen, die Erträge kommen erst noch. Du darfst jetzt Karten aus deiner Hand ausspielen.
muster = Welche Ritter kämpfen?
muster-hint = Nur kämpfende Ritter zählen, und nur sie werden passiv.
muster-button = Das sind alle
use-commercial-harbor = Handelshafen nutzen
use-commercial-harbor-hint = Wähle den Rohstoff, den du gibst. Wer ihn nehmen muss, gibt dir eine Handelsware nach eigener Wahl.
places-metropolis = Wo die Metropole stehen kann
places-pillage = Welche Stadt verloren geht
places-retreat = Wohin dein Ritter ausweichen kann
places-remove = Welchen Ritter du verlierst
places-deserter = Wo der Deserteur stehen kann
fifth-title = Zu viele Fortschrittskarten: Eine muss weg
fifth-hint = Vier dürfen bleiben. Die Karte kommt verdeckt unter ihren Stapel.
fifth-hint-play = Wirf eine der fünf ab oder spiele vorher eine davon aus.
spied-title = Fortschrittskarten von { $name }
spied-hint = Du darfst eine nehmen und sie gleich ausspielen.

# Bauen, Ritter, Ausbau, Karten.
piece-wall = Stadtmauer
piece-knight = Ritter
affordable-activation = Aktivieren eines Ritters
affordable-promotion = Aufwerten eines Ritters
affordable-improvement = Stadtausbau
no-place-wall = Du hast keine Stadt ohne Stadtmauer.
no-place-knight = Keine deiner Straßen endet an einer freien Kreuzung.
tool-wall = Mauer
tool-knight = neuer Ritter
tool-knights = Ritter
knights-on-board = auf dem Spielplan:
knights-none = Du hast keinen Ritter auf dem Spielplan.
knight-at = { $knight }, auf { $place }
knight-activate = Aktivieren
knight-promote = Aufwerten
knight-chase = Räuber vertreiben
knight-move = Versetzen
knight-move-prompt = Wohin geht er? { $knight }
tool-improve = Ausbau
cranes =
    { $n ->
        [one] Ein Kran macht deinen nächsten Ausbau um eins billiger.
       *[other] { $n } Kräne machen deine nächsten Ausbauten um je eins billiger.
    }
level-now = Stufe { $level }: { $name }
level-next = Stufe { $level }: { $name }
level-of-five = Stufe { $level } von 5
progress = Fortschrittskarten
progress-none = Noch keine.
play-choose = Auf dem Spielplan wählen
prompt-engineer = Ingenieur: Wähle eine Stadt für die Stadtmauer.
prompt-medicine = Medizin: Wähle eine Siedlung, die zur Stadt wird.
prompt-intrigue = Intrige: Wähle den Ritter, den du vertreibst.
prompt-diplomat = Diplomat: Wähle die offene Straße, die du entfernst.
prompt-merchant = Händler: Wähle das Landschaftsfeld, auf dem er stehen soll.
prompt-inventor = Erfinder: Wähle die erste von zwei Zahlen.
prompt-inventor-second = Erfinder: Mit welcher Zahl tauscht { $place }?
prompt-smith = Schmied: Wähle einen Ritter zum Aufwerten.
prompt-smith-second = Schmied: Welchen Ritter noch? Der erste: { $knight }.
smith-only = Nur diesen
alchemist-red = Roter Würfel
alchemist-other = Anderer Würfel

# Neben dem Spielplan.
points-metropolises = Metropolen
points-defender = Retter Catans
points-progress = Buchdruck und Verfassung
points-merchant = Händler
fact-hand = Handkarten
fact-progress = Fortschrittskarten
fact-active-strength = Stärke der aktiven Ritter
fact-level = Ausbau: { $area }
hand-limit = Bei einer 7 sicher
strength-all = Stärke aller Ritter
progress-of = Fortschrittskarten: { $area }
left-walls = Stadtmauern übrig
left-knights =
    { $strength ->
        [1] Einfache Ritter übrig
        [2] Starke Ritter übrig
       *[other] Mächtige Ritter übrig
    }
walls-column = Stadtmauern
figure-barbarians = Barbaren
figure-levels = Stadtausbau
figure-knights = Ritter
deck-of = Stapel: { $area }
cost-wall = 2 weitere Karten sind bei einer 7 sicher
cost-knight = einen einfachen Ritter, passiv
cost-activation = er kann ab deinem nächsten Zug handeln
cost-promotion = eine Stufe stärker

## Wissenswertes über einen Ort, an dem etwas möglich ist, je ein paar Wörter

outlook-hand-limit = bei einer 7 bis zu { $n } Karten behalten
outlook-strengths = Ritter { $knights } gegen Barbaren { $barbarians }
outlook-drives-away = vertreibt { $name }: { $knight }
