# Was beim Lernen hilft: Tipps.

## Tipps

aid-hint = Tipps: was der stärkste Bot täte, und warum
aid-hint-about = Alle am Tisch können sie in ihrem Zug abrufen. Ohne diesen Schalter kann es niemand. Partien mit Tipps werden nicht gewertet.
aid-chances = Zuschauer sehen die Gewinnchancen aller
aid-chances-about = Geschätzt aus dem, was Zuschauer wissen. Weil auch Mitspieler zuschauen könnten, gilt es für alle oder für niemanden. Solche Partien werden nicht gewertet.
hint-ask = Tipp
hint-about = Was täte der stärkste Bot?
hint-title = Das täte der stärkste Bot
hint-others = Auch gut
hint-close = Tipp schließen
keys-hint = Tipp
hint-off = An diesem Tisch gibt es keine Tipps. Wer einen Tisch eröffnet, entscheidet das für alle dort.
hint-not-now = Du hast gerade nichts zu entscheiden. Frag nach einem Tipp, wenn du am Zug bist.

## Gewinnchancen für Zuschauer

chances-title = Gewinnchancen
chances-about = Gewinnchancen: eine Schätzung aus dem, was Zuschauer sehen (mittlerer Fehler bei offenen Karten: { $error } Prozentpunkte).
chances-about-unmeasured = Gewinnchancen: eine Schätzung aus dem, was Zuschauer sehen. Wie weit sie danebenliegt, ist bei diesem Spiel noch nicht gemessen.

## Gründe

why-wins = Damit ist die Partie gewonnen.
why-only = Etwas anderes ist jetzt nicht möglich.
why-points =
    { $n ->
        [one] Das bringt sofort einen Punkt.
       *[other] Das bringt sofort { $n } Punkte.
    }
why-income =
    { $first ->
        [true] Deine ersten Erträge an { $kind }: eine Karte bei { $rolls } von 36 Würfen.
       *[false] Mehr { $kind }: eine weitere Karte bei { $rolls } von 36 Würfen.
    }
why-harbour = Du tauschst { $kind } günstiger bei der Bank.
why-harbour-any = Du tauschst günstiger bei der Bank.
why-opens =
    { $n ->
        [0] Das führt zu einem Bauplatz für eine Siedlung, mit Karten bei { $rolls } von 36 Würfen.
        [one] Das führt in Richtung eines Bauplatzes für eine Siedlung, mit Karten bei { $rolls } von 36 Würfen; noch eine Straße, und du bist dort.
       *[other] Das führt in Richtung eines Bauplatzes für eine Siedlung, mit Karten bei { $rolls } von 36 Würfen; noch { $n } Straßen, und du bist dort.
    }
why-longest-road =
    { $n ->
        [0] Du bekommst die Längste Handelsstraße.
        [one] Danach fehlt noch eine Straße zur Längsten Handelsstraße.
       *[other] Danach fehlen noch { $n } Straßen zur Längsten Handelsstraße.
    }
why-largest-army =
    { $n ->
        [0] Du bekommst die Größte Rittermacht.
        [one] Danach fehlt noch ein Ritter zur Größten Rittermacht.
       *[other] Danach fehlen noch { $n } Ritter zur Größten Rittermacht.
    }
why-sooner =
    { $n ->
        [one] Dein Weg zum Sieg wird etwa einen Wurf kürzer.
       *[other] Dein Weg zum Sieg wird etwa { $n } Würfe kürzer.
    }
why-slows =
    { $n ->
        [one] { $name } fällt um etwa einen Wurf zurück.
       *[other] { $name } fällt um etwa { $n } Würfe zurück.
    }
why-steals = Du nimmst { $name } eine Karte.
why-frees = Der Räuber verlässt dein eigenes Feld.
why-safe-hand = Mit höchstens { $n } Karten auf der Hand kostet dich eine 7 nichts.
why-then = Das bezahlt deinen nächsten Schritt: { $action }.
why-spares = Diese Karten wirst du am wenigsten vermissen.
why-defence = Das hilft gegen die Barbaren.
why-progress = Das bringt dir mehr Fortschrittskarten.
why-saves = Nichts, was du jetzt kaufen kannst, ist so viel wert wie das Sparen auf mehr.
why-grows =
    { $n ->
        [one] Dein Gebiet ({ $noun }) gewinnt etwa einen Punkt.
       *[other] Dein Gebiet ({ $noun }) gewinnt etwa { $n } Punkte.
    }
why-claims =
    { $n ->
        [one] Deine Figur ({ $noun }) darf etwa einen Punkt erwarten; mit { $chance } % Wahrscheinlichkeit wird das Gebiet fertig.
       *[other] Deine Figur ({ $noun }) darf etwa { $n } Punkte erwarten; mit { $chance } % Wahrscheinlichkeit wird das Gebiet fertig.
    }
why-claims-field =
    { $n ->
        [one] Deine Figur ({ $noun }) darf am Ende etwa einen Punkt erwarten.
       *[other] Deine Figur ({ $noun }) darf am Ende etwa { $n } Punkte erwarten.
    }
why-costs =
    { $n ->
        [one] { $name } darf etwa einen Punkt weniger erwarten.
       *[other] { $name } darf etwa { $n } Punkte weniger erwarten.
    }
why-returns =
    { $n ->
        [one] Eine Figur kommt zu dir zurück.
       *[other] { $n } Figuren kommen zu dir zurück.
    }
why-keeps =
    { $n ->
        [one] Deine letzte Figur bringt anderswo mehr.
       *[other] Eine Figur bringt anderswo mehr; du hast noch { $n }.
    }
why-second-tile = Du legst sofort noch eine Karte.

## Erklärungen beim ersten Mal

settings-explanations = Erklärungen
settings-explanations-again = an, alle noch einmal
explain-new = Neu für dich:
explain-known = Verstanden
explain-never = Keine Erklärungen mehr
explain-close = Verstanden, nicht mehr zeigen
explain-robber = Der Räuber
explain-robber-text = Stell ihn auf irgendein anderes Land: Es bringt nichts, solange er dort steht, und du nimmst jemandem, der dort gebaut hat, eine Karte. Am meisten schadet er auf einer 6 oder 8 dessen, der führt.
explain-seven = Eine Sieben
explain-seven-text = Niemand bekommt Karten. Wer mehr als erlaubt hat, gibt die Hälfte ab, abgerundet, und wählt selbst, welche. So ist es bei jeder 7; gib große Hände also rechtzeitig aus.
explain-harbour = Dein Hafen
explain-harbour-text = Wer an einem Hafen gebaut hat, tauscht für den Rest der Partie günstiger bei der Bank: drei gleiche Karten für eine am 3:1-Hafen, zwei der gezeigten Sorte am 2:1-Hafen. Drück auf eine deiner Karten, um zu sehen, was sie kauft.
explain-development = Entwicklungskarten
explain-development-text = Du darfst eine pro Zug spielen, vor oder nach dem Würfeln, aber keine, die du in diesem Zug gekauft hast. Siegpunkte spielt man nie aus; sie zählen verdeckt.
explain-offer = Ein Angebot
explain-offer-text = Du kannst annehmen, ablehnen oder selbst etwas vorschlagen. Nichts bindet dich, bevor der Spieler am Zug den Tausch abschließt.
explain-barbarians = Die Barbaren
explain-barbarians-text = Das Schiff fährt bei etwa jedem zweiten Wurf. Landet es, muss die Stärke aller aktiven Ritter zusammen mindestens der Zahl der Städte gleichen. Sonst verliert eine Stadt, wer am wenigsten beigetragen hat; reicht es, gewinnt einen Punkt, wer am meisten beigetragen hat.
explain-knight = Ritter
explain-knight-text = Ein neuer Ritter schläft. Ein Getreide aktiviert ihn; nur aktive Ritter kämpfen gegen die Barbaren, vertreiben den Räuber oder ziehen, und danach schlafen sie wieder.
explain-improvement = Handelswaren
explain-improvement-text = Städte bringen neben Rohstoffen Papier, Tuch und Münzen. Damit baut man sie aus: Jede Stufe kostet eine Karte mehr, und die Stufen bringen Fortschrittskarten, Fähigkeiten und am Ende eine Metropole.
explain-progress = Fortschrittskarten
explain-progress-text = Spiel in deinem Zug nach dem Würfeln so viele, wie du willst. Mehr als vier sind zu viele: Mit der fünften wirfst du eine ab.
explain-figure =
    { $world ->
        [new] Deine Siedler
       *[old] Deine Gefolgsleute
    }
explain-figure-text =
    { $world ->
        [new] Ein Siedler darf auf die eben gelegte Karte: auf einen Weg, eine Stadt, eine Farm oder eine Ebene, wo noch niemand steht. Er bringt Punkte, sobald sie fertig ist, und kommt dann zu dir zurück.
       *[old] Ein Gefolgsmann darf auf die eben gelegte Karte: auf eine Straße, eine Stadt, ein Kloster oder eine Wiese, wo noch niemand steht. Er bringt Punkte, sobald sie fertig ist, und kommt dann zu dir zurück.
    }
explain-fields =
    { $world ->
        [new] Die Ebenen
       *[old] Die Wiesen
    }
explain-fields-text =
    { $world ->
        [new] Eine Ebene zählt erst am Ende der Partie. Ein Trapper bleibt bis dahin dort; überleg dir also gut, ob du schon früh einen stellst.
       *[old] Eine Wiese zählt erst am Ende: Punkte für jede fertige Stadt an ihr. Ein Bauer bleibt bis dahin dort; überleg dir also gut, ob du schon früh einen stellst.
    }
explain-builder = Der Baumeister
explain-builder-text = Er kommt zu einem deiner Gefolgsleute auf eine Straße oder Stadt. Immer wenn du sie verlängerst, legst du im selben Zug eine zweite Karte.
explain-pig = Das Schwein
explain-pig-text = Es kommt zu einem deiner Bauern. Hast du am Ende auf dieser Wiese die Mehrheit, zählt jede fertige Stadt einen Punkt mehr.
explain-goods = Waren
explain-goods-text = Wer eine Stadt fertig baut, nimmt ihre Waren, egal wem sie gehört. Am Ende bringen der meiste Wein, das meiste Korn und das meiste Tuch je zehn Punkte.
explain-second-tile = Der Doppelzug
explain-second-tile-text = Du hast die Straße oder Stadt deines Baumeisters verlängert und darfst jetzt noch eine Karte legen. Eine dritte bringt sie nicht.
explain-surveyors = Die Landvermesser
explain-surveyors-text = Nach jedem gewerteten Bauwerk zieht einer der beiden Landvermesser eine Spalte nach Westen. Siedler östlich von beiden gehen ohne Punkte heim; mach also fertig, was im Osten liegt.
explain-settling = Die Reihenfolge
explain-settling-text = Deine Karte hat mehrere Bauwerke vollendet. Du wählst, welches zuerst gewertet wird; die Landvermesser ziehen nach jedem, also kann die Reihenfolge zählen.

## Das Regelwerk

rules-search = Regeln durchsuchen
rules-search-in = In welchen Regeln
rules-search-all = alle Spiele
rules-search-button = Suchen
rules-search-about = Gib ein paar Wörter ein oder die Nummer eines Regelpunkts. Du findest die Regelpunkte, in denen alle vorkommen.
rules-search-nothing = „{ $words }“ steht in keinem Regelpunkt. Versuch es mit weniger Wörtern, oder lies die Regeln eines Spiels:
rules-search-found =
    { $n ->
        [one] „{ $words }“ steht in einem Regelpunkt.
       *[other] „{ $words }“ steht in { $n } Regelpunkten.
    }
rules-search-more =
    { $n ->
        [one] Einer ist nicht gezeigt; ein weiteres Wort engt die Suche ein.
       *[other] { $n } sind nicht gezeigt; ein weiteres Wort engt die Suche ein.
    }
rules-part-play = Das Spiel
rules-part-preparation = Vor dem ersten Zug
rules-part-reference = Zum Nachschlagen
rules-back-table = Zurück zum Tisch
rules-back-lesson = Zurück zur Lektion

settings-on = An
settings-off = Aus
