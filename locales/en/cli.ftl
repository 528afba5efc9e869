# The command line `neuland`: help, usage errors, headings.

cli-error = error

## Help. `cli-help-COMMAND`, `cli-help-COMMAND-ARGUMENT`.

cli-help-usage = Usage
cli-help-commands = Commands
cli-help-command = COMMAND
cli-help-arguments = Arguments
cli-help-options = Options
cli-help-help = Prints this help
cli-help-version = Prints the version
cli-help-lang = Language: en or de; otherwise NEULAND_LANG, otherwise that of the system

cli-help-default = [default: { $value }]

cli-help-neuland = Board games exactly by their rulebooks

cli-help-simulate = Lets bots play games and counts
cli-help-simulate-game = The game, such as catan
cli-help-simulate-players = Seats at the table [default: as many as bots are named, or 4]
cli-help-simulate-bots = Bots for seats A, B, …; one name stands for all seats
cli-help-simulate-games = How many games
cli-help-simulate-seed = The seed of the series: the same seed gives the same games
cli-help-simulate-threads = How many threads play [default: one a processor]
cli-help-simulate-options = A rule of the game, for example discard_limit=9; may be given several times
cli-help-simulate-rotate = Moves every bot one seat on from game to game, so that no seat favours one
cli-help-simulate-records = Writes every game to a record in this folder
cli-help-simulate-times = Measures how long each bot takes to decide
cli-help-simulate-json = Prints one JSON object

cli-help-rules = Reads the rulebook aloud: a clause, a chapter, or the list of chapters
cli-help-rules-name = A clause (CATAN-ROB-5) or a game (catan); without it, the list of chapters

## Usage errors

cli-usage-unknown = { $arg } is not an argument here
cli-usage-subcommand = there is no command { $name }
cli-usage-no-value = { $arg } needs a value
cli-usage-value = { $value } is not a value of { $arg }
cli-usage-value-of = { $value } is not a value of { $arg }; choose one of { $valid }
cli-usage-value-because = { $value } is not a value of { $arg }: { $why }
cli-usage-missing = something is missing: { $arg }
cli-usage-conflict = { $arg } cannot be used like this: it is given twice, or together with what it excludes
cli-usage-utf8 = an argument is not valid UTF-8
cli-usage-near = Did you mean { $near }?
cli-usage-more = More: neuland --help

## rules

cli-rules-chapters = Chapters of the rulebook. A chapter: neuland rules GAME; a clause: neuland rules CLAUSE.
cli-rules-clauses = { $clauses ->
    [one] { $clauses } clause
   *[other] { $clauses } clauses
}
cli-rules-only-english = This chapter is not translated yet; this is the English text.
cli-rules-unknown = { $name } is neither a clause nor a game
cli-rules-near = Near to it: { $near }
cli-rules-games = The games are { $games }; a clause looks like CATAN-ROB-5
