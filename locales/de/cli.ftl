# Die Befehlszeile `neuland`: Hilfe, Bedienfehler, Überschriften.

cli-error = Fehler

## Hilfe. `cli-help-BEFEHL`, `cli-help-BEFEHL-ARGUMENT`.

cli-help-usage = Aufruf
cli-help-commands = Befehle
cli-help-command = BEFEHL
cli-help-arguments = Argumente
cli-help-options = Optionen
cli-help-help = Zeigt diese Hilfe
cli-help-version = Zeigt die Version
cli-help-lang = Sprache: en oder de; sonst NEULAND_LANG, sonst die des Systems

cli-help-default = [sonst: { $value }]

cli-help-neuland = Brettspiele genau nach ihren Regelheften

cli-help-simulate = Lässt Bots gegeneinander spielen und zählt
cli-help-simulate-game = Das Spiel, etwa catan
cli-help-simulate-players = Plätze am Tisch [sonst: so viele, wie Bots genannt sind, oder 4]
cli-help-simulate-bots = Bots für die Plätze A, B, …; ein Name allein gilt für alle Plätze
cli-help-simulate-games = Wie viele Partien
cli-help-simulate-seed = Der Startwert der Reihe: derselbe Startwert ergibt dieselben Partien
cli-help-simulate-threads = Wie viele Threads spielen [sonst: einer je Prozessorkern]
cli-help-simulate-options = Eine Regel des Spiels, zum Beispiel discard_limit=9; auch mehrmals
cli-help-simulate-rotate = Lässt jeden Bot von Partie zu Partie einen Platz weiterrücken, damit kein Platz einen bevorzugt
cli-help-simulate-records = Schreibt jede Partie als Aufzeichnung in diesen Ordner
cli-help-simulate-times = Misst, wie lange jeder Bot für eine Entscheidung braucht
cli-help-simulate-json = Gibt ein einziges JSON-Objekt aus

cli-help-rules = Liest aus dem Regelwerk vor: einen Regelpunkt, ein Kapitel oder die Liste der Kapitel
cli-help-rules-name = Ein Regelpunkt (CATAN-ROB-5) oder ein Spiel (catan); ohne Angabe die Liste der Kapitel

## Bedienfehler

cli-usage-unknown = { $arg } ist hier kein Argument
cli-usage-subcommand = den Befehl { $name } gibt es nicht
cli-usage-no-value = { $arg } braucht einen Wert
cli-usage-value = { $value } ist kein Wert von { $arg }
cli-usage-value-of = { $value } ist kein Wert von { $arg }; möglich sind { $valid }
cli-usage-value-because = { $value } ist kein Wert von { $arg }: { $why }
cli-usage-missing = es fehlt etwas: { $arg }
cli-usage-conflict = { $arg } geht so nicht: doppelt angegeben oder zusammen mit etwas, das es ausschließt
cli-usage-utf8 = ein Argument ist kein gültiges UTF-8
cli-usage-near = Ist { $near } gemeint?
cli-usage-more = Mehr dazu: neuland --help

## rules

cli-rules-chapters = Kapitel des Regelwerks. Ein Kapitel: neuland rules SPIEL; ein Regelpunkt: neuland rules REGELPUNKT.
cli-rules-clauses = { $clauses ->
    [one] { $clauses } Regelpunkt
   *[other] { $clauses } Regelpunkte
}
cli-rules-only-english = Dieses Kapitel ist noch nicht übersetzt; hier steht der englische Text.
cli-rules-unknown = { $name } ist weder ein Regelpunkt noch ein Spiel
cli-rules-near = Ähnlich heißen: { $near }
cli-rules-games = Die Spiele heißen { $games }; ein Regelpunkt sieht so aus: CATAN-ROB-5
