### Was die Werkzeuge von `neuland mcp` Sprachmodellen sagen.

mcp-game = { $name }: { $title }, { $least } bis { $most } Plätze. Bots: { $bots }
mcp-table = Tisch { $table }: { $game }, Version { $version }
mcp-seat-open = - { $seat }: frei
mcp-seat-person = - { $seat }: { $name }
mcp-seat-stand-in = - { $seat }: { $name } ist nicht da, ein Bot ({ $kind }) spielt
mcp-seat-bot = - { $seat }: { $name }, ein Bot ({ $kind })
mcp-seat-you = (du)
mcp-stage-waiting = Das Spiel beginnt, sobald alle Plätze besetzt sind. Andere kommen über { $page } oder mit dem Code { $code } dazu.
mcp-stage-playing = Das Spiel läuft. Weitergehen kann es durch: { $seats }. Zusehen kann man unter { $page }.
mcp-stage-over = Das Spiel ist zu Ende. Gewonnen hat: { $seats }
mcp-stage-over-nobody = Das Spiel ist zu Ende. Niemand hat gewonnen.
mcp-stage-closed = Der Tisch wurde vor dem Ende des Spiels geschlossen.
mcp-undo-asked = Platz { $seat } möchte den letzten eigenen Zug und alles danach zurücknehmen. Antworte mit dem Werkzeug answer_request.
mcp-close-asked = Platz { $seat } möchte den Tisch vor dem Ende des Spiels schließen. Antworte mit dem Werkzeug answer_request.
mcp-no-tables = Es gibt keine Tische.
mcp-you-decide = Du hast etwas zu entscheiden.
mcp-others-decide = Du hast gerade nichts zu entscheiden: Folge dem Tisch.
mcp-nothing-new = Es ist nichts geschehen. Der Tisch steht bei Version { $version }.
mcp-done = Getan: { $action }. Der Tisch steht bei Version { $version }.
mcp-actions-none = Du hast bei Version { $version } nichts zu entscheiden.
mcp-actions =
    { $total ->
        [one] Eine Aktion bei Version { $version }:
       *[other] { $total } Aktionen bei Version { $version }:
    }
mcp-actions-more =
    { $n ->
        [one] Noch eine: Liste die Aktionen mit skip = { $skip } auf.
       *[other] Noch { $n }: Liste die Aktionen mit skip = { $skip } auf.
    }
mcp-choose = Das sind nicht alle. Sende „{ $verb }“ und beliebige { $count } von diesen Karten: { $of }.
mcp-legal = { $action } ist jetzt erlaubt.
mcp-no-clause = Die Regelbücher haben keine Klausel und keinen Abschnitt { $clause }.
mcp-no-clause-with = Keine Klausel enthält alle diese Wörter: { $words }.
mcp-clauses-more =
    { $n ->
        [one] Noch eine Klausel passt: Suche nach mehr Wörtern.
       *[other] Noch { $n } Klauseln passen: Suche nach mehr Wörtern.
    }
