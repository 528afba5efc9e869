# Was beim Lernen hilft: Tipps.

## Tipps

aid-hint = Tipps: was der stärkste Bot täte, und warum
aid-hint-about = Alle am Tisch können sie in ihrem Zug abrufen. Ohne diesen Schalter kann es niemand.
hint-ask = Tipp
hint-about = Was täte der stärkste Bot?
hint-title = Das täte der stärkste Bot
hint-others = Auch gut
hint-close = Tipp schließen
keys-hint = Tipp
hint-off = An diesem Tisch gibt es keine Tipps. Wer einen Tisch eröffnet, entscheidet das für alle dort.
hint-not-now = Du hast gerade nichts zu entscheiden. Frag nach einem Tipp, wenn du am Zug bist.

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
