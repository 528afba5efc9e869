### Was die Werkzeuge von `neuland mcp` Sprachmodellen sagen.

mcp-game = { $name }: { $title }, { $least } bis { $most } Plätze. Bots: { $bots }
mcp-table = Tisch { $table }: { $game }, Version { $version }
mcp-seat-open = - { $seat }: frei
mcp-seat-person = - { $seat }: { $name }
mcp-seat-stand-in = - { $seat }: { $name } ist nicht da, ein Bot ({ $kind }) spielt
mcp-seat-bot = - { $seat }: { $name }, ein Bot ({ $kind })
mcp-seat-you = (du)
mcp-stage-waiting = Die Partie beginnt, sobald alle Plätze besetzt sind. Andere kommen über { $page } oder mit dem Code { $code } dazu.
mcp-stage-playing = Die Partie läuft. Jetzt entscheiden: { $seats }. Zuschauen kann man unter { $page }.
mcp-stage-over = Die Partie ist zu Ende. Gewonnen hat: { $seats }
mcp-stage-over-nobody = Die Partie ist zu Ende. Niemand hat gewonnen.
mcp-stage-closed = Der Tisch wurde vor dem Ende der Partie geschlossen.
mcp-undo-asked = Platz { $seat } möchte den letzten eigenen Zug und alles danach zurücknehmen. Antworte mit dem Werkzeug answer_request.
mcp-close-asked = Platz { $seat } möchte den Tisch vor dem Ende der Partie schließen. Antworte mit dem Werkzeug answer_request.
mcp-no-tables = Es gibt keine Tische.
mcp-you-decide = Du hast etwas zu entscheiden.
mcp-others-decide = Du hast gerade nichts zu entscheiden: Warte mit dem Werkzeug follow.
mcp-nothing-new = Es ist nichts geschehen. Der Tisch steht bei Version { $version }.
mcp-done = Ausgeführt: { $action }. Der Tisch steht bei Version { $version }.
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
mcp-no-clause = Das Regelwerk hat keinen Regelpunkt und keinen Abschnitt { $clause }.
mcp-no-clause-with = Kein Regelpunkt enthält alle diese Wörter: { $words }.
mcp-clauses-more =
    { $n ->
        [one] Es passt noch ein Regelpunkt: Suche nach mehr Wörtern.
       *[other] Es passen noch { $n } Regelpunkte: Suche nach mehr Wörtern.
    }

## Vorlagen: worum man ein Modell mit einem Griff bittet.

mcp-prompt-language = Die Sprache der Vorlage, en oder de
mcp-prompt-play-title = Eine Partie spielen
mcp-prompt-play-about = Eröffnet einen Tisch und spielt eine Partie zu Ende
mcp-prompt-play-game = Der Name des Spiels, wie list_games ihn nennt; ohne Angabe { $game }
mcp-prompt-play-bot = Der Bot, gegen den gespielt wird, wie list_games ihn nennt, oder „open“ für eine Partie mit Menschen; ohne Angabe der stärkste Bot
mcp-prompt-play =
    Spiele mit den Werkzeugen von Neuland eine Partie { $title } bis zum Ende, und zwar so gut du kannst.

    1. Eröffne einen Tisch: open_table mit dem Spiel „{ $game }“ und den Plätzen { $seats }. Nenne mir den Link, damit ich mitspielen oder zusehen kann.
    2. Bis die Partie zu Ende ist: list_actions. Ist die Liste leer, dann follow. Sonst wähle eine Aktion und rufe act mit der Version der Liste auf.
    3. Lies vor deiner ersten Aktion die Stellung mit read_position, und immer dann, wenn dir die Antworten nicht genügen. Bist du dir bei einer Regel nicht sicher, nimm look_up_clause oder why_not.

    Begründe wichtige Entscheidungen in je einem Satz. Sag mir am Ende, wie es ausgegangen ist und was die Partie entschieden hat.
mcp-prompt-explain-title = Die Stellung erklären
mcp-prompt-explain-about = Erklärt, wer an einem Tisch vorn liegt, warum, und was jetzt möglich ist
mcp-prompt-explain-table = Die Kennung des Tisches
mcp-prompt-explain =
    Erkläre jemandem, der das Spiel gerade lernt, die Stellung am Neuland-Tisch { $table }. Sie liegt bei, so wie mein Platz sie kennt.

    Sag, wer vorn liegt und warum, was die anderen offenbar vorhaben und wer jetzt entscheidet. Bin ich es, dann nimm list_actions, vergleiche die zwei oder drei besten Aktionen und sag, was jede einbringt und was sie riskiert. Nenne zu jeder Regel, auf die es ankommt, den Regelpunkt (look_up_clause). Führe nichts aus.
