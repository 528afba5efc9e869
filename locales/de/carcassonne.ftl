### Carcassonne, Händler & Baumeister und Mayflower in Worten. `$world` ist `new` bei Mayflower.

## Dinge

land-road =
    { $world ->
        [new] Weg
       *[old] Straße
    }
land-city =
    { $world ->
       *[old] Stadt
    }
land-monastery =
    { $world ->
        [new] Farm
       *[old] Kloster
    }
land-field =
    { $world ->
        [new] Ebene
       *[old] Wiese
    }
land-roads =
    { $world ->
        [new] Wege
       *[old] Straßen
    }
land-cities =
    { $world ->
       *[old] Städte
    }
land-monasteries =
    { $world ->
        [new] Farmen
       *[old] Klöster
    }
land-fields =
    { $world ->
        [new] Ebenen
       *[old] Wiesen
    }
land-follower =
    { $world ->
        [new] Siedler
       *[old] Gefolgsmann
    }
land-followers =
    { $world ->
        [new] Siedler
       *[old] Gefolgsleute
    }
land-thief =
    { $world ->
        [new] Bandit
       *[old] Wegelagerer
    }
land-knight =
    { $world ->
        [new] Sheriff
       *[old] Ritter
    }
land-monk =
    { $world ->
        [new] Farmer
       *[old] Mönch
    }
land-farmer =
    { $world ->
        [new] Trapper
       *[old] Bauer
    }
land-builder = Baumeister
land-pig = Schwein
land-a-thief =
    { $world ->
        [new] einen Banditen
       *[old] einen Wegelagerer
    }
land-a-knight =
    { $world ->
        [new] einen Sheriff
       *[old] einen Ritter
    }
land-a-monk =
    { $world ->
        [new] einen Farmer
       *[old] einen Mönch
    }
land-a-farmer =
    { $world ->
        [new] einen Trapper
       *[old] einen Bauern
    }
land-a-builder = den Baumeister
land-a-pig = das Schwein
land-good-wine = Wein
land-good-grain = Getreide
land-good-cloth = Tuch
land-side-north = Norden
land-side-east = Osten
land-side-south = Süden
land-side-west = Westen
land-half-north =
    { $side ->
        [north] nördliche Hälfte im Norden
        [east] nördliche Hälfte im Osten
        [south] nördliche Hälfte im Süden
       *[west] nördliche Hälfte im Westen
    }
land-half-east =
    { $side ->
        [north] östliche Hälfte im Norden
        [east] östliche Hälfte im Osten
        [south] östliche Hälfte im Süden
       *[west] östliche Hälfte im Westen
    }
land-half-south =
    { $side ->
        [north] südliche Hälfte im Norden
        [east] südliche Hälfte im Osten
        [south] südliche Hälfte im Süden
       *[west] südliche Hälfte im Westen
    }
land-half-west =
    { $side ->
        [north] westliche Hälfte im Norden
        [east] westliche Hälfte im Osten
        [south] westliche Hälfte im Süden
       *[west] westliche Hälfte im Westen
    }
land-turned =
    { $n ->
        [0] nicht gedreht
        [1] einmal gedreht
        [2] zweimal gedreht
       *[other] dreimal gedreht
    }
land-turn = r{ $n }: { land-turned } ({ $edges })
land-symbols =
    { $kind ->
        [road] { $n } Handelsposten
        [city]
            { $world ->
                [new]
                    { $n ->
                        [one] 1 Flagge
                       *[other] { $n } Flaggen
                    }
               *[old] { $n } Wappen
            }
       *[field]
            { $n ->
                [one] 1 Tier
               *[other] { $n } Tiere
            }
    }
land-end-junction = endet an einer Kreuzung
land-end-monastery =
    { $world ->
        [new] endet an der Farm
       *[old] endet am Kloster
    }
land-end-house = endet an einem Haus
land-end-city =
    { $world ->
       *[old] endet an der Stadt
    }
land-end-coast = endet an der Küste
land-bridge = mit Brücke
land-around-side = { $side }: { $what }

## Aktionen, als Beschriftung einer Schaltfläche

land-action-place =
    { $named ->
        [yes] Auf { $cell }, { $turned }
       *[no] Hier, { $turned }
    }
# Was ein Tipp täte: die Aktion, und was um ihren Platz liegt.
land-advised-place = { $action } ({ $around })
# Dasselbe, wo um mehrere Plätze dasselbe liegt.
land-advised-number = { $action } ({ $around }, Nr. { $n } von Norden)
land-action-deploy =
    { $named ->
        [yes] { $figure } auf { $segment }
       *[no] { $figure }
    }
land-action-pass =
    { $world ->
        [new] Kein Siedler
       *[old] Keine Figur
    }
land-action-second =
    { $part ->
        [2] Zweite Karte ziehen
       *[other] Weitere Karte ziehen
    }
land-action-end = Zug beenden
land-action-settle = Zuerst { $place }

## Was geschehen ist

land-event-starts =
    { $you ->
        [yes] Du beginnst.
       *[no] { $name } beginnt.
    }
land-event-drew =
    { $you ->
        [yes] Du ziehst { $named ->
            [yes] Karte { $tile }
           *[no] eine Karte
        }.
       *[no] { $name } zieht { $named ->
            [yes] Karte { $tile }
           *[no] eine Karte
        }.
    }
land-event-removed =
    { $named ->
        [yes] Karte { $tile } passt nirgends und kommt aus dem Spiel.
       *[no] Die Karte passt nirgends und kommt aus dem Spiel.
    }
land-event-placed =
    { $you ->
        [yes] Du legst { $named ->
            [yes] { $tile } auf { $cell }, { $turned }
           *[no] die Karte
        }.
       *[no] { $name } legt { $named ->
            [yes] { $tile } auf { $cell }, { $turned }
           *[no] die Karte
        }.
    }
land-event-deployed =
    { $you ->
        [yes] Du setzt { $figure } ein{ $named ->
            [yes] : { $place }
           *[no] {""}
        }.
       *[no] { $name } setzt { $figure } ein{ $named ->
            [yes] : { $place }
           *[no] {""}
        }.
    }
land-event-passed =
    { $you ->
        [yes] Du setzt { $world ->
            [new] keinen Siedler
           *[old] keine Figur
        } ein.
       *[no] { $name } setzt { $world ->
            [new] keinen Siedler
           *[old] keine Figur
        } ein.
    }
land-step-deployed = Figur: { $figure }{ $named ->
        [yes] {" "}auf { $place }
       *[no] {""}
    }.
land-step-passed = { $world ->
        [new] Kein Siedler
       *[old] Keine Figur
    }.
land-event-completed = Fertig, aber unbesetzt: { $feature }.
land-event-scored =
    { $completed ->
        [yes] Fertig: { $feature }. { $points ->
            [one] 1 Punkt
           *[other] { $points } Punkte
        } für { $names }.
       *[no] Unfertig: { $feature }. { $points ->
            [one] 1 Punkt
           *[other] { $points } Punkte
        } für { $names }.
    }
land-event-returned =
    { $you ->
        [yes] Du bekommst zurück: { $figure }{ $named ->
            [yes] {" "}({ $place })
           *[no] {""}
        }.
       *[no] { $name } bekommt zurück: { $figure }{ $named ->
            [yes] {" "}({ $place })
           *[no] {""}
        }.
    }
land-event-took-goods =
    { $you ->
        [yes] Du nimmst Waren: { $goods }.
       *[no] { $name } nimmt Waren: { $goods }.
    }
land-event-took-second =
    { $you ->
        [yes] Dein Zug geht mit einer { $part ->
            [2] zweiten
           *[other] weiteren
        } Karte weiter.
       *[no] Der Zug von { $name } geht mit einer { $part ->
            [2] zweiten
           *[other] weiteren
        } Karte weiter.
    }
land-event-declined-second =
    { $you ->
        [yes] Du verzichtest auf { $part ->
            [2] die zweite
           *[other] eine weitere
        } Karte.
       *[no] { $name } verzichtet auf { $part ->
            [2] die zweite
           *[other] eine weitere
        } Karte.
    }
land-event-extra-points =
    { $you ->
        [yes] Du erhältst { $points } Extrapunkte für die Spalte eines Landvermessers.
       *[no] { $name } erhält { $points } Extrapunkte für die Spalte eines Landvermessers.
    }
land-event-surveyor-moved = Ein Landvermesser zieht nach Westen{ $named ->
        [yes] , von Spalte { $from } nach Spalte { $to }
       *[no] {""}
    }.
land-event-surveyor-stayed = Kein Landvermesser zieht: Beide stehen in { $named ->
        [yes] Spalte { $column }
       *[no] derselben Spalte
    }, und weiter westlich liegt keine Karte.
land-event-settler-removed =
    { $you ->
        [yes] Du bekommst ohne Punkte zurück: { $figure } ({ $place }). Beide Landvermesser stehen weiter westlich.
       *[no] { $name } bekommt ohne Punkte zurück: { $figure } ({ $place }). Beide Landvermesser stehen weiter westlich.
    }
land-event-field-scored =
    { $cities ->
        [one] 1 fertige Stadt
       *[other] { $cities } fertige Städte
    } an { $named ->
        [yes] { $place }
       *[no] einer Wiese
    }: { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    } für { $you ->
        [yes] dich
       *[no] { $name }
    }.
land-event-plain-scored =
    { $animals ->
        [one] 1 Tier
       *[other] { $animals } Tiere
    } auf { $named ->
        [yes] { $place }
       *[no] einer Ebene
    }: { $animals ->
        [one] 1 Punkt
       *[other] { $animals } Punkte
    } für { $names }.
land-event-goods-scored =
    Waren, { $tokens } { $good }: { $points } Punkte für { $you ->
        [yes] dich
       *[no] { $name }
    }.
land-event-turn-ended =
    { $you ->
        [yes] Dein Zug ist vorbei; { $next } ist an der Reihe.
       *[no] { $follows ->
            [yes] Der Zug von { $name } ist vorbei; du bist an der Reihe.
           *[no] Der Zug von { $name } ist vorbei; { $next } ist an der Reihe.
        }
    }
land-event-over = Die Partie ist zu Ende.
land-event-won =
    { $you ->
        [alone] Die Partie ist zu Ende. Du hast gewonnen.
        [with] Die Partie ist zu Ende. Du und { $names } habt gemeinsam gewonnen.
       *[no] { $n ->
            [one] Die Partie ist zu Ende. { $names } hat gewonnen.
           *[other] Die Partie ist zu Ende. { $names } haben gemeinsam gewonnen.
        }
    }

## Ablehnungen

land-refusal-not-your-turn = { $name } ist an der Reihe.
land-refusal-nature-first = Zuerst wird eine Karte gezogen.
land-refusal-over = Die Partie ist zu Ende.
land-refusal-place-first =
    { $named ->
        [yes] Lege zuerst Karte { $tile } an.
       *[no] Lege zuerst die Karte an.
    }
land-refusal-nothing-to-pass = Die Karte muss angelegt werden; irgendwo passt sie.
land-refusal-figure-first =
    { $world ->
        [new] Sag zuerst, ob ein Siedler auf die Karte { $named ->
            [yes] bei { $cell }{" "}
           *[no] {""}
        }kommt.
       *[old] Sag zuerst, ob eine Figur auf die Karte { $named ->
            [yes] bei { $cell }{" "}
           *[no] {""}
        }kommt.
    }
land-refusal-second-first = Sag zuerst, ob du noch eine Karte ziehst.
land-refusal-settle-first = Sag zuerst, welches fertige Bauwerk als Nächstes abgerechnet wird.
land-refusal-not-in-this-game = Das gibt es in diesem Spiel nicht.
land-refusal-taken =
    { $named ->
        [yes] Auf { $cell }
       *[no] Dort
    } liegt schon eine Karte.
land-refusal-no-place =
    { $named ->
        [yes] Auf { $cell }
       *[no] Dort
    } darf keine Karte liegen.
land-refusal-touches-nothing =
    { $named ->
        [yes] { $cell }
       *[no] Dieser Platz
    } hat mit keiner Karte eine Kante gemeinsam.
land-refusal-mismatch =
    So passt die Karte { $named ->
        [yes] nicht auf { $cell }
       *[no] dort nicht
    }: Im { $side } hätte sie { $edge }, ihr Nachbar hat aber { $neighbour }.
land-refusal-no-such-segment =
    { $named ->
        [yes] Karte { $tile } hat keinen Abschnitt { $segment }.
       *[no] Die Karte hat keinen solchen Abschnitt.
    }
land-refusal-no-follower =
    { $world ->
        [new] Du hast keinen Siedler mehr im Vorrat.
       *[old] Du hast keinen Gefolgsmann mehr im Vorrat.
    }
land-refusal-occupied =
    { $named ->
        [yes] { $feature } { $place } ist besetzt: Auf { $by } ist eine Figur von { $name }.
       *[no] { $feature } ist besetzt: Dort ist eine Figur von { $name }.
    }
land-refusal-farmers-off = An diesem Tisch wird niemand auf Wiesen eingesetzt.
land-refusal-no-special = { $figure }: Diese Figur ist nicht in deinem Vorrat.
land-refusal-pig-ground =
    Das Schwein kommt nur auf eine Wiese; { $named ->
        [yes] { $place }
       *[no] diese Stelle
    } ist keine.
land-refusal-builder-ground =
    Der Baumeister kommt nur auf eine Straße oder in eine Stadt; { $named ->
        [yes] { $place }
       *[no] diese Stelle
    } ist keins von beiden.
land-refusal-no-own-follower =
    { $figure }: Diese Figur kommt nur dorthin, wo ein eigener Gefolgsmann ist; { $named ->
        [yes] auf { $place }
       *[no] hier
    } ist keiner.
land-refusal-must-take-second = Auf diese Karte kannst du nicht mehr verzichten.
land-refusal-not-completed =
    { $named ->
        [yes] Auf { $place }
       *[no] Dort
    } wartet nichts Fertiges darauf, abgerechnet zu werden.
land-refusal-not-due = Dieses Ereignis ist jetzt nicht an der Reihe.
land-refusal-none-left = Von Karte { $tile } ist keine mehr im Stapel.
land-refusal-no-such-seat = Platz { $seat } gibt es an diesem Tisch nicht.

## Optionen

option-farm_scoring = Wiesenwertung
option-farm_scoring-about = Nach welcher Fassung der Regel werden die Bauern gewertet?
option-farm_scoring-default = Wie in der Ausgabe
option-farm_scoring-third = Dritte: 3 Punkte je Stadt für jede Wiese
option-farm_scoring-second = Zweite: Jede Stadt zahlt einem Spieler nur einmal
option-farm_scoring-first = Erste: Jede Stadt wird für sich gewertet, 4 Punkte
option-small_city = Stadt aus zwei Karten
option-small_city-about = Was bringt eine fertige Stadt aus zwei Karten?
option-small_city-default = Wie in der Ausgabe
option-small_city-full = 2 je Karte und Wappen
option-small_city-half = 1 je Karte und Wappen
option-farmers = Bauern
option-farmers-about = Auf Wiesen darf eingesetzt werden.
option-six_players = Sechster Spieler
option-six_players-about = Ein sechster Spieler ist zugelassen.
option-edition = Ausgabe
option-edition-about = Nach welcher Ausgabe werden Wiesen und kleine Städte gewertet, wenn ihre Wertung nicht einzeln gewählt ist?
option-edition-current = Heutige: dritte, 2 Punkte je Karte
option-edition-c1_2000 = 2000: erste, kleine Städte 1 Punkt je Karte
option-edition-c1_2001 = 2001: zweite, kleine Städte 1 Punkt je Karte
option-special_figures = Baumeister und Schwein ohne Gefolgsleute
option-special_figures-about = Was geschieht, wenn der letzte Gefolgsmann ihr Gebiet verlässt, und zählen sie für die Mehrheit? Ohne weitere Erweiterungen verlässt es keiner; „wie 2003“ spielt sich also nur anders, wenn sie zählen.
option-special_figures-default = Wie in der Ausgabe
option-special_figures-no_followers = Sie gehen mit dem letzten heim
option-special_figures-followers_2003 = Sie bleiben, wie 2003
option-special_figures-followers_2003_counted = Sie bleiben und zählen wie je ein Gefolgsmann
option-double_turn = Doppelzug
option-double_turn-about = Darf auf die zweite Karte eines Doppelzugs verzichtet werden, und mit der Baumeisterkette auf jede weitere?
option-double_turn-default = Wie in der Ausgabe
option-double_turn-optional = Verzicht immer erlaubt
option-double_turn-mandatory = Die zweite muss genommen werden
option-double_turn-mandatory_all = Jede muss genommen werden
option-second_tile = Zweite Karte
option-second_tile-about = Wann wird die zweite Karte eines Doppelzugs gezogen? Ein Baumeister, dessen Straße die erste Karte fertigstellt, kommt nur dann auf die zweite, wenn der erste Teil vorher gewertet ist.
option-second_tile-default = Wie in der Ausgabe
option-second_tile-after_first_part = Wenn der erste Teil gewertet ist
option-second_tile-immediate = Sofort, gewertet wird zusammen
option-traders_edition = Ausgabe von Händler & Baumeister
option-traders_edition-about = Nach welcher Ausgabe gelten die Regeln für Baumeister, Schwein und zweite Karte, wenn sie nicht einzeln gewählt sind? Die Wertung von Wiesen und kleinen Städten folgt der „Ausgabe“.
option-traders_edition-current = Heutige: an Gefolgsleute gebunden, Teil für Teil
option-traders_edition-first = Erste, 2003: sie bleiben, zweite Karte sofort
option-house_builder_chain = Hausregel: Baumeisterkette
option-house_builder_chain-about = Karte um Karte, solange jede das Gebiet mit dem Baumeister erweitert.
option-house_goods_percent = Hausregel: Waren nach Prozent
option-house_goods_percent-about = Eine Warenmehrheit bringt 10 Prozent der Punkte, mindestens 10.
option-house_goods_consolation = Hausregel: Warentrost
option-house_goods_consolation-about = Wer die Mehrheit einer Ware nicht hat, erhält 2 Punkte für jede einzelne Warenmarke dieser Ware.
option-house_goods_consolation_for = Warentrost gilt für
option-house_goods_consolation_for-about = Für welche Marken zählt der Warentrost?
option-house_goods_consolation_for-each_kind = Jede Ware ohne deren Mehrheit
option-house_goods_consolation_for-no_majority = Alle Marken von Spielern ohne jede Mehrheit
option-layout_limit = Grenzen der Auslage
option-layout_limit-about = Dürfen Karten über das nördliche und südliche Ende des Spielplans hinaus liegen?
option-layout_limit-free = Auch über die Enden hinaus
option-layout_limit-board = Nur in den Reihen des Spielplans
option-start_spaces_count = Startfelder zählen
option-start_spaces_count-about = Startfelder zählen als Karten von Wegen und Städten.
option-bonus = Extrapunkte
option-bonus-about = Für welche Siedler in der Spalte eines Landvermessers gibt es Extrapunkte?
option-bonus-per_settler = Für jeden Siedler
option-bonus-per_player = Für den bestplatzierten jedes Spielers
option-bonus_in_final_scoring = Extrapunkte am Ende
option-bonus_in_final_scoring-about = Extrapunkte gibt es auch in der Schlusswertung.
option-remove_without_move = Entfernen ohne Zug
option-remove_without_move-about = Siedler im Osten werden auch dann entfernt, wenn kein Landvermesser ziehen konnte.
option-final_symbol_points = Flaggen und Handelsposten am Ende
option-final_symbol_points-about = Punkte je Flagge und Handelsposten in der Schlusswertung.
option-tiles = Karten in der Schachtel
option-tiles-about = Wenn du deine Schachtel ausgezählt hast: die Arten, die abweichen, etwa MF-01a:5,MF-24:0. Alle zusammen müssen 95 Karten ergeben. Leer: die üblichen.
option-tiles-default = die üblichen

conflict-no_sixth_player = Zu sechst braucht ihr die Option „Sechster Spieler“.
conflict-chain_at_once = Die Baumeisterkette verträgt sich nicht mit einer zweiten Karte, die sofort gezogen wird.

## Wer dran ist

land-turn-start = Es wird ausgelost, wer beginnt
land-turn-drawing = { $name } zieht eine Karte
land-turn-placing-you =
    { $world ->
       *[old] Du bist dran: Lege die Karte an
    }
land-turn-placing =
    { $world ->
       *[old] { $name } legt eine Karte an
    }
land-turn-placing-second-you =
    { $world ->
       *[old]
            { $part ->
                [2] Deine zweite Karte: Lege sie an
               *[other] Eine weitere Karte: Lege sie an
            }
    }
land-turn-placing-second =
    { $world ->
       *[old]
            { $part ->
                [2] { $name } legt eine zweite Karte an
               *[other] { $name } legt eine weitere Karte an
            }
    }
land-turn-deploying-you =
    { $world ->
        [new] Du bist dran: ein Siedler?
       *[old] Du bist dran: eine Figur?
    }
land-turn-deploying =
    { $world ->
        [new] { $name } darf einen Siedler einsetzen
       *[old] { $name } darf eine Figur einsetzen
    }
land-turn-second-you =
    { $world ->
       *[old]
            { $part ->
                [2] Du bist dran: eine zweite Karte?
               *[other] Du bist dran: eine weitere Karte?
            }
    }
land-turn-second =
    { $world ->
       *[old]
            { $part ->
                [2] { $name } darf eine zweite Karte ziehen
               *[other] { $name } darf eine weitere Karte ziehen
            }
    }
land-turn-settling-you =
    { $world ->
       *[old] Du bist dran: Was zuerst?
    }
land-turn-settling =
    { $world ->
       *[old] { $name } wählt, was zuerst abgerechnet wird
    }
land-turn-won-together =
    { $you ->
        [with] Du und { $names } habt gemeinsam gewonnen!
       *[no] { $names } haben gemeinsam gewonnen
    }
land-hint-placing = Wähle einen leuchtenden Platz; wählst du ihn noch einmal oder drückst R, dreht sich die Karte.
land-hint-deploying = Wähle einen leuchtenden Teil der neuen Karte oder nichts.
land-hint-second = Dein Baumeister gibt dir noch eine Karte.
land-hint-settling = Nach jedem gewerteten Bauwerk zieht ein Landvermesser, wenn er kann.
land-stack =
    { $n ->
        [one] Karte übrig
       *[other] Karten übrig
    }

## Die Karte in der Hand, Plätze und Figuren

land-board = Land
land-board-description = Die Karten auf dem Tisch. Leuchtende Plätze lassen sich wählen; mit den Pfeiltasten geht es von einem zum nächsten, R dreht die Karte. In den Einstellungen gibt es den ganzen Tisch auch in Worten.
land-hand =
    { $named ->
        [yes] Karte { $tile }
       *[no] Die Karte
    }
land-hand-fits =
    { $places ->
        [one] passt auf 1 Platz
       *[other] passt auf { $places } Plätze
    } · { $left ->
        [0] die letzte ihrer Art
        [one] noch 1 ihrer Art im Stapel
       *[other] noch { $left } ihrer Art im Stapel
    }
land-turn-tile = Drehen
land-placements = Wohin die Karte darf
land-place-label =
    { $n ->
        [one] { $cell }, passt auf eine Weise
       *[other] { $cell }, passt auf { $n } Weisen
    }
land-do-place = Hier anlegen
land-do-deploy = Einsetzen
land-do-pass = Keine, weiter
land-do-settle = Zuerst abrechnen
land-completes-nothing = Stellt nichts fertig.
land-gives-second =
    { $part ->
        [2] Dein Baumeister gibt dir eine zweite Karte.
       *[other] Dein Baumeister gibt dir eine weitere Karte.
    }
land-no-figure-possible =
    { $world ->
        [new] Auf ihr kann kein Siedler eingesetzt werden.
       *[old] Auf ihr kann keine Figur eingesetzt werden.
    }
land-then-figures =
    { $world ->
        [new] Ein Siedler auf ihr bekäme jetzt: { $figures }.
       *[old] Eine Figur auf ihr bekäme jetzt: { $figures }.
    }
land-deploy =
    { $world ->
        [new] Ein Siedler auf { $named ->
            [yes] { $cell }
           *[no] diese Karte
        }?
       *[old] Eine Figur auf { $named ->
            [yes] { $cell }
           *[no] diese Karte
        }?
    }
land-deploy-label = { $figure } auf { $place }
land-gain =
    { $n ->
        [0] Noch keine Punkte.
        [one] 1 Punkt, wie es jetzt steht.
       *[other] { $n } Punkte, wie es jetzt steht.
    }
land-impossible =
    { $n ->
        [one] Nicht möglich auf 1 Teil
       *[other] Nicht möglich auf { $n } Teilen
    }
land-second-title =
    { $part ->
        [2] Eine zweite Karte ziehen?
       *[other] Eine weitere Karte ziehen?
    }
land-leaves =
    { $leaves ->
        [move] Verlässt den Plan, sobald nach einer Wertung ein Landvermesser zieht: Beide stehen weiter westlich.
       *[scoring] Verlässt den Plan nach der nächsten Wertung: Beide Landvermesser stehen weiter westlich.
    }
land-leave =
    { $leaves ->
        [move] { $figures }: vom Plan, sobald nach einer Wertung ein Landvermesser zieht, weil beide weiter westlich stehen.
       *[scoring] { $figures }: nach der nächsten Wertung vom Plan, weil beide Landvermesser weiter westlich stehen.
    }
land-settle-title = Was wird zuerst abgerechnet?
land-tiles-count =
    { $n ->
        [one] 1 Karte
       *[other] { $n } Karten
    }
land-open-count = { $n } offen
land-around-count =
    { $n ->
        [one] ringsum noch 1 Platz frei
       *[other] ringsum noch { $n } Plätze frei
    }
land-is-completed = fertig
land-cities-at =
    { $n ->
        [0] keine fertige Stadt
        [one] 1 fertige Stadt
       *[other] { $n } fertige Städte
    }
land-animals =
    { $n ->
        [0] kein Tier
        [one] 1 Tier
       *[other] { $n } Tiere
    }
land-tokens =
    { $n ->
        [one] 1 Marke
       *[other] { $n } Marken
    }
land-worth =
    { $n ->
        [one] jetzt 1 Punkt
       *[other] jetzt { $n } Punkte
    }
land-worth-completed = { $n }, wenn es so fertig würde
land-for = für { $names }
land-pig-of = Schwein von { $name }

## Hilfen

land-aids-allowed = Hilfen an diesem Tisch
land-aids-allowed-about = Turniere spielt man ohne: Was hier aus ist, bekommt niemand am Tisch zu sehen. Gewertet werden nur Partien, in denen alles aus ist.
land-aids-without = Dieser Tisch verzichtet auf: { $aids }.
land-aids = Zeigen
land-aid-fields =
    { $world ->
        [new] Ebenen und Besitzer
       *[old] Wiesen und Besitzer
    }
land-aid-cities =
    { $world ->
       *[old] Städte und Besitzer
    }
land-aid-roads =
    { $world ->
        [new] Wege und Besitzer
       *[old] Straßen und Besitzer
    }
land-aid-open = Offene Enden
land-aid-fits = Passende Karten
land-aid-tiles = Übrige Karten
land-aid-projected = Punkte am Ende
land-aid-preview = Vorschau der Züge
# Ein Wort jedes Namens, unter seinem Zeichen. Es hat Platz für sieben Buchstaben.
land-aid-fields-short =
    { $world ->
        [new] Ebenen
       *[old] Wiesen
    }
land-aid-cities-short =
    { $world ->
       *[old] Städte
    }
land-aid-roads-short =
    { $world ->
        [new] Wege
       *[old] Straßen
    }
land-aid-open-short = Offen
land-aid-fits-short = Passend
land-aid-tiles-short = Übrig
land-aid-projected-short = Ende
land-aid-preview-short = Züge
land-projected = Wäre jetzt Schluss
land-fits =
    { $n ->
        [one] 1 übrige Karte passt
       *[other] { $n } übrige Karten passen
    }
land-fits-none = hier passt nichts mehr

## Neben dem Spielplan

land-tiles = Karten
land-tiles-left =
    { $n ->
        [one] 1 Karte übrig
       *[other] { $n } Karten übrig
    }
land-tiles-none = Im Stapel ist keine Karte mehr.
land-removed = Aus dem Spiel, weil sie nirgends passten:
land-reconstruction = Welche Karten dieses Spiel hat und wie viele von jeder, ist unsere Rekonstruktion; eine vollständige Liste war nicht zu finden.
land-supply = { $followers } im Vorrat
land-in-supply = { $figure } im Vorrat
land-special-column = Baumeister, Schwein
land-points-extra = Extrapunkte
land-points-goods = Waren
land-points-earlier = Von vorher
land-final = Schlusswertung
land-chart-kinds = Woher die Punkte kamen
land-chart-about = Jeder Balken ist ein Spieler; die Teile stehen in der Reihenfolge der Liste.
land-surveyors = Die Landvermesser stehen in den Spalten { $west } und { $east }.

## Das Land in Worten

land-occupied = Mit Figuren
land-occupied-none = Auf dem Tisch ist keine Figur.
land-free = Offen und ohne Figuren
land-free-none = Nichts Offenes ist ohne Figur.
land-tiles-lying = Karten auf dem Tisch
land-cells = Ein Platz hat zwei Zahlen: Spalten nach Osten, dann Reihen nach Süden, gezählt von der ersten Karte aus; unter null liegt er westlich oder nördlich. Ein Druck auf den Namen markiert den Platz. Die Einstellungen schreiben alle Namen auf den Plan.
land-gaps = Freie Plätze
land-start-space = Startfeld
land-column-feature = Was
land-column-tiles = Karten
land-column-open = Offen
land-column-figures = Figuren
land-column-worth = Wert

## Tasten

land-keys-turn = Karte drehen
land-keys-figure = Figur wählen
land-keys-none = Keine Figur
land-keys-second = Zweite oder weitere Karte ziehen
land-keys-hand = Zur Karte in der Hand

## Die Arten der Karten in einer Schachtel

kinds-title = Die Karten von { $game }
kinds-lead = { $kinds } Arten, { $tiles } Karten.
kinds-all = Alle Arten von Karten mit Bildern
kinds-count-along = Wenn du die Schachtel besitzt, sortiere die Karten nach diesen Bildern, egal wie sie gedreht sind, und trage ein, wie viele du von jeder Art hast. Zusammen müssen es { $tiles } sein.
kinds-count = Wie viele von { $kind }
kinds-check = Anzahlen prüfen
kinds-fits = Die Anzahlen gehen auf. So stehen sie in der Option eines Tisches:
kinds-of-host = In der Schachtel, die zu diesem Server gehört, sind Arten von Karten, die in der Liste fehlen:
kinds-of-host-counts = Das sind die Anzahlen der Schachtel, die zu diesem Server gehört, mit den Arten, die in der Liste fehlen. Um damit zu spielen, gib diesen Wert an:
kinds-play-host = Mit dieser Schachtel spielen
kinds-play = Einen Tisch mit dieser Schachtel eröffnen
kinds-faults = So gehen die Anzahlen nicht auf:
