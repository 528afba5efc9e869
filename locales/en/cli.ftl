# The command line `neuland`: help, usage errors, headings.

cli-error = error

## Help. `cli-help-COMMAND`, `cli-help-COMMAND-ARGUMENT`.

cli-help-usage = Usage
cli-help-commands = Commands
cli-help-command = COMMAND
cli-help-arguments = Arguments
cli-help-options = Options
cli-help-help = Print this help, or the help of a command
cli-help-flag = Print this help
cli-help-version = Print the version
cli-help-lang = Language: en or de; by default NEULAND_LANG, then the system’s language

cli-help-default = [default: { $value }]

cli-help-neuland = Board games exactly by their rulebooks

cli-help-play = Start the server and open the browser; the same as plain neuland
cli-help-play-addr = Where to listen: an address, a port, or both
cli-help-play-data = The folder that holds the tables
cli-help-play-no_open = Do not open the browser
cli-help-play-allow_host = A name by which browsers reach this server, besides its address and names on the local network; may be given several times
cli-help-play-bot_pause = How long bots wait before they move, in milliseconds; 0 for no pause [default: about 900]
cli-help-play-tiles = { cli-help-serve-tiles }
cli-help-play-test_seed = Run the server in test mode: everything random is derived from this word. Only on this machine, and only with a separate data folder
cli-help-play-external = A bot that runs as a separate process and plays under this name: NAME=COMMAND; may be given several times (docs/bot-protocol.md)
cli-help-play-move_time = How long such a bot may think about a decision, in milliseconds
cli-help-play-on_fault = What to do when such a bot fails: resign (our strongest bot plays on for it) or random (play a random action)
cli-help-play-bot_places = How many processes of such bots may run at the same time; the least recently used one makes room
cli-help-play-bot_memory = How much memory each process of such a bot may use, in MB
cli-help-play-bot_cpu = How much processor time each process of such a bot may use, in seconds
cli-help-play-bot_processes = How many processes the user who runs such a bot may have; has no effect on root

cli-help-serve = Run a public server: behind a proxy, with a log, metrics and limits
cli-help-serve-addr = Where to listen: an address, a port, or both
cli-help-serve-data = The folder that holds the tables
cli-help-serve-database = The PostgreSQL database that holds the tables instead of the data folder, such as postgres://neuland@localhost/neuland; the password may come from PGPASSWORD
cli-help-serve-node_address = The address at which the other nodes of the cluster reach this one, on a network of their own, such as http://10.0.0.2:8720; several servers then share the database
cli-help-serve-broker = The NATS server by which the nodes tell each other at once that something has changed, such as nats://neuland:password@broker.example; without it they do that directly
cli-help-serve-public_url = The public address, such as https://neuland.example; links for others begin with it
cli-help-serve-name = The name that its pages show, besides Neuland
cli-help-serve-trusted_proxy = A proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted: an address, or a network such as 10.0.0.0/8; separate several with commas
cli-help-serve-metrics_addr = The address at which Prometheus reads /metrics, separate from the pages; no metrics if left out
cli-help-serve-log_level = What to log: error, warn, info, debug (every request) or trace
cli-help-serve-log_format = The format of the log’s lines: text or json
cli-help-serve-bot_pause = How long bots wait before they move, in milliseconds; 0 for no pause [default: about 900]
cli-help-serve-tiles = A file with the server’s own box of Mayflower: kinds of tiles that the list lacks, and how many tiles of each kind there are
cli-help-serve-log_version = Reads logs up to this format, as a node of an earlier version
cli-help-serve-test_seed = { cli-help-play-test_seed }
cli-help-serve-bot_threads = How many bots think at the same time [default: one per processor]
cli-help-serve-external = { cli-help-play-external }
cli-help-serve-move_time = { cli-help-play-move_time }
cli-help-serve-on_fault = { cli-help-play-on_fault }
cli-help-serve-bot_places = { cli-help-play-bot_places }
cli-help-serve-bot_memory = { cli-help-play-bot_memory }
cli-help-serve-bot_cpu = { cli-help-play-bot_cpu }
cli-help-serve-bot_processes = { cli-help-play-bot_processes }
cli-help-serve-work_threads = How many pages, pictures and replays are produced at the same time [default: one per processor, at least two]
cli-help-serve-work_queue = How many pages, pictures and replays may wait for that; further ones are refused for a moment
cli-help-serve-analyses = How many finished games the coach analyses at the same time; 0 switches it off
cli-help-serve-cost = How much processor time the server spends on one address or person per second
cli-help-serve-cost_burst = How much of it they may use at once after a pause
cli-help-serve-table_cost = How much processor time the server spends on one table per second
cli-help-serve-table_cost_burst = How much of it a table may use at once after a pause
cli-help-serve-tables = How many tables to keep in memory; idle ones make room
cli-help-serve-close_after = Days without any person after which a table is closed and its dice are revealed; 0 for never
cli-help-serve-new_tables = Tables that one address may open per hour
cli-help-serve-open_tables = Unfinished games per person
cli-help-serve-open_tables_per_address = Unfinished games per address
cli-help-serve-public_tables = Public tables waiting for players, per person
cli-help-serve-public_tables_per_address = Public tables waiting for players, per address
cli-help-serve-public_absence = How long a public table that waits for players stays listed while nobody is there
cli-help-serve-disk_per_day = MiB that one address may write to the disk per day
cli-help-serve-archive_after = Days after its last entry until a finished table moves into a compressed archive file, where it can be viewed and replayed as before; 0 for never
cli-help-serve-guest_tables = Days after its last entry until a table at which nobody has an account is deleted, unless its game is still being played; 0 for never
cli-help-serve-site = A folder with the host’s own pages: contact.en.md, contact.de.md, notice.en.md, notice.de.md
cli-help-serve-connections = Connections in total
cli-help-serve-connections_per_address = Connections per address; trusted proxies are not counted
cli-help-serve-requests_per_second = Requests per address and second, on average
cli-help-serve-burst = Requests that one address may send at once after a pause
cli-help-serve-streams = Event streams per address
cli-help-serve-body = The largest request body, in bytes
cli-help-serve-request_timeout = How long a request may take, in seconds
cli-help-serve-stalled_timeout = How long a client may go without reading what is sent, in seconds
cli-help-serve-drain_timeout = How long requests in progress may take when the server stops, in seconds

cli-help-mcp = Run a server of the Model Context Protocol, with which language models can play (docs/mcp.md)
cli-help-mcp-server = The address of a running Neuland server, such as http://127.0.0.1:7170; without it, one starts here
cli-help-mcp-addr = { cli-help-play-addr }
cli-help-mcp-data = { cli-help-play-data }
cli-help-mcp-bot_pause = { cli-help-play-bot_pause }
cli-help-mcp-listen = Where programs reach the tools over HTTP, instead of standard input and output; from other machines only with tokens in NEULAND_MCP_TOKENS
cli-help-mcp-allow_host = A name by which the tools are reached over HTTP; may be given several times
cli-help-mcp-allow_origin = An origin whose pages may use the tools over HTTP, such as http://localhost:*; may be given several times
cli-help-mcp-external = { cli-help-play-external }
cli-help-mcp-move_time = { cli-help-play-move_time }
cli-help-mcp-on_fault = { cli-help-play-on_fault }
cli-help-mcp-bot_places = { cli-help-play-bot_places }
cli-help-mcp-bot_memory = { cli-help-play-bot_memory }
cli-help-mcp-bot_cpu = { cli-help-play-bot_cpu }
cli-help-mcp-bot_processes = { cli-help-play-bot_processes }

cli-help-backup = Copy all tables into a file and read the copy back; a server may keep running
cli-help-backup-data = The folder that holds the tables
cli-help-backup-output = The file to write, which must not exist; or a folder, in which the file is named after the time
cli-help-backup-keep = Delete all but the latest N copies in that folder

cli-help-restore = Check a copy and put it into a data folder
cli-help-restore-file = The copy
cli-help-restore-data = The folder that will hold the tables
cli-help-restore-replace = Move existing tables aside; without this, they are left alone

cli-help-migrate = Copy everything from a data folder into a PostgreSQL database, or back, and compare both; no server may use either
cli-help-migrate-from = Where everything is: a data folder, or a database such as postgres://neuland@localhost/neuland
cli-help-migrate-to = Where it is to go: a folder or a database that is empty, or holds what an interrupted copy left
cli-help-worker = Think for the bots of a cluster, in a process of its own: for those that search, and only as long as it runs
cli-help-worker-database = The PostgreSQL database of the cluster, such as postgres://neuland@localhost/neuland; the password may come from PGPASSWORD
cli-help-worker-broker = The NATS server of the cluster, by which the worker hears at once that a bot is due; without it, it looks into the database four times a second
cli-help-worker-threads = { cli-help-serve-bot_threads }
cli-help-worker-log_level = What to log: error, warn, info, debug (every decision) or trace
cli-help-worker-log_format = { cli-help-serve-log_format }

cli-help-simulate = Let bots play games, and report the results
cli-help-simulate-game = The game, such as catan
cli-help-simulate-players = Seats at the table [default: the number of bots named, or 4]
cli-help-simulate-bots = Bots for seats A, B, …; one name stands for all seats [default: the strongest bot of the game, at every seat]
cli-help-simulate-external = A bot that runs as a separate process, for --bots to name; may be given several times
cli-help-simulate-move_time = Milliseconds that a bot in a separate process may think about a decision
cli-help-simulate-on_fault = What to do after a fault of such a bot: forfeit, random (play on at random) or resign (play on well, but count the game as lost)
cli-help-simulate-bot_memory = Megabytes of memory for each process of such a bot [default: no limit]
cli-help-simulate-bot_cpu = Seconds of processor time for each process of such a bot [default: no limit]
cli-help-simulate-bot_processes = How many processes the user who runs such a bot may have [default: no limit]
cli-help-simulate-games = How many games to play
cli-help-simulate-seed = The seed of the series: the same seed gives the same games
cli-help-simulate-threads = How many threads to use [default: one per processor]
cli-help-simulate-options = A rule of the game, for example discard_limit=9; may be given several times
cli-help-simulate-tiles = A file with your own box of Mayflower: kinds of tiles that the list lacks, and how many tiles of each kind there are
cli-help-simulate-rotate = Move every bot on by one seat after each game, so that no bot profits from its seat
cli-help-simulate-records = Write a record of every game to this folder
cli-help-simulate-times = Measure how long each bot takes to decide
cli-help-simulate-progress = Show progress on standard error; on a terminal this is the default
cli-help-simulate-json = Print one JSON object

cli-help-match = Let bots play each other in rotating seats with the same seeds, and judge the result
cli-help-match-game = The game, such as catan
cli-help-match-bots = The bots, separated by commas; all is every bot of the game
cli-help-match-external = A bot that runs as a separate process, for --bots to name; may be given several times
cli-help-match-seats = Seats at each table [default: 2; with --format one, the number of bots]
cli-help-match-format = Who plays whom: one (the first bot against the others), half (two bots, half of the seats each) or round-robin
cli-help-match-games = How many games to play, rounded up so that every bot has every seat equally often [default: 1000; with --sprt at most 20000]
cli-help-match-sprt = Play until a sequential test decides whether the first bot is stronger by ELO0 or by ELO1
cli-help-match-alpha = How often the test may accept ELO1 wrongly
cli-help-match-beta = How often the test may accept ELO0 wrongly
cli-help-match-move_time = Milliseconds that a bot in a separate process may think about a decision
cli-help-match-on_fault = What to do after a fault of such a bot: forfeit, random (play on at random) or resign (play on well, but count the game as lost)
cli-help-match-bot_memory = Megabytes of memory for each process of such a bot [default: no limit]
cli-help-match-bot_cpu = Seconds of processor time for each process of such a bot [default: no limit]
cli-help-match-bot_processes = How many processes the user who runs such a bot may have [default: no limit]
cli-help-match-seed = The seed of the match: the same seed gives the same games
cli-help-match-threads = How many threads to use; the result does not depend on it [default: one per processor]
cli-help-match-options = A rule of the game, for example discard_limit=9; may be given several times
cli-help-match-tiles = { cli-help-simulate-tiles }
cli-help-match-luck = Measure the luck in every game and remove it from the result
cli-help-match-times = Show how long the match took, and how long each bot took to decide
cli-help-match-records = Write a record of every game to this folder
cli-help-match-journal = Write every finished group of games to this file; the same command resumes from it
cli-help-match-report = Write the result, with plots, to this HTML file
cli-help-match-progress = { cli-help-simulate-progress }
cli-help-match-json = Print one JSON object

cli-help-bot = Run one of the bots on standard input and output, for a host that speaks the bot protocol
cli-help-bot-name = The bot, such as settler
cli-help-bot-game = The game, such as catan [default: every game that has this bot]
cli-help-bot-check = Check that a bot follows the bot protocol
cli-help-bot-check-command = The command line of the bot, in quotes: "python3 my_bot.py"
cli-help-bot-check-games = The games to play, separated by commas [default: all that the bot plays]
cli-help-bot-check-seed = The seed of the check: the same seed gives the same games
cli-help-bot-check-move_time = How long the bot may think about a decision, in milliseconds
cli-help-bot-check-json = Print one JSON object

cli-help-games = List the games with their seats and options, or explain one of them
cli-help-games-game = A game, such as catan, to explain with every value of its options
cli-help-games-json = Print one JSON object

cli-help-replay = Replay and check a record, and print one of its positions
cli-help-replay-file = The record (.neuland); - reads standard input
cli-help-replay-at = Print the position after N steps instead of the last
cli-help-replay-json = Print one JSON object
cli-help-replay-seat = With --json: print only what this seat may know

cli-help-analyse = Split the results of finished games into luck and skill
cli-help-analyse-files = Records (.neuland) of finished games; - reads standard input
cli-help-analyse-deep = Compare each marked decision by rollouts of at most NODES nodes
cli-help-analyse-journal = Keep what is measured in this file; the same command resumes from it
cli-help-analyse-threads = { cli-help-simulate-threads }
cli-help-analyse-svg = Draw the winning chances of the game into this file
cli-help-analyse-card = Draw luck and skill of the game as a card into this file
cli-help-analyse-json = Print one JSON object

cli-help-ratings = Check or recompute the results from which ratings follow
cli-help-ratings-action = check compares the stored results with the logs, even while the server runs; recompute replaces those that differ, and needs the server to be stopped
cli-help-ratings-data = The data folder
cli-help-ratings-database = The database that holds the tables instead of the data folder
cli-help-person = Print or delete the data of a person
cli-help-person-action = export prints all data as JSON, even while the server runs; delete removes the account and everything that names its owner, and needs the server to be stopped
cli-help-person-who = The name of an account, or a table and a seat, such as k7mw2xqp4d01/B
cli-help-person-data = The data folder
cli-help-person-database = The database that holds the tables instead of the data folder
cli-help-person-yes = Do not ask for confirmation
cli-help-verify = Check that the dice of a record were fair
cli-help-verify-file = The record (.neuland) of a finished table; - reads standard input
cli-help-verify-json = Print one JSON object with every draw

cli-help-cases = Run case files, and report which cases passed
cli-help-cases-files = Case files (.cases), or folders that contain them; - reads standard input
cli-help-cases-json = Print one JSON object

cli-help-draw = Draw a position of a record, a setup, or the kinds of tiles in a box
cli-help-draw-file = A record (.neuland), a setup (JSON) or a case file (.cases); - reads standard input
cli-help-draw-at = Draw the position after N steps, instead of the last of a record or the first of a case
cli-help-draw-kinds = Draw the kinds of tiles in the box of GAME instead of a position, with the id and number of each
cli-help-draw-case = The case of a case file to draw, instead of the first
cli-help-draw-output = The picture to write: a name that ends in .svg or .png
cli-help-draw-theme = The colours: light or dark
cli-help-draw-tiles = { cli-help-simulate-tiles }
cli-help-draw-width = Width in pixels, for .png [default: 1200]
cli-help-draw-coordinates = Label hexes, intersections and paths with their names

cli-help-rules = Print the rulebook: a clause, a game’s rules, or the list of chapters
cli-help-rules-name = A clause (CATAN-ROB-5) or a game (catan); without it, the list of chapters
cli-help-rules-json = Print one JSON object

cli-help-completions = Print the completion script for a shell
cli-help-completions-shell = The shell: bash, elvish, fish, powershell or zsh

cli-help-man = Write the manual pages, one per command
cli-help-man-folder = The folder to write them into, such as ~/.local/share/man/man1
cli-man-name = Name
cli-man-description = Description

cli-help-help-of = A command, such as simulate, or a command within one, such as admin mute

## Usage errors

cli-usage-unknown = unexpected argument { $arg }
cli-usage-subcommand = there is no command { $name }
cli-usage-no-value = { $arg } needs a value
cli-usage-value = { $value } is not a valid value for { $arg }
cli-usage-value-of = { $value } is not a valid value for { $arg }; choose one of { $valid }
cli-usage-value-because = { $value } is not a valid value for { $arg }: { $why }
cli-usage-at-least = give a whole number of at least { $least }
cli-usage-range = give a whole number from { $least } to { $most }
cli-usage-seed = a seed is a whole number of at most 15 digits, or 16 hexadecimal digits
cli-usage-elos = give two differences in Elo points, the lower one first, such as 0,10
cli-usage-probability = give a number between 0 and 1
cli-usage-missing = a required argument is missing: { $arg }
cli-usage-conflict = { $arg } cannot be used like this: it is given twice, or together with an option that excludes it
cli-usage-utf8 = an argument is not valid UTF-8
cli-usage-no-command = a command is missing
cli-usage-near = Did you mean { $near }?
cli-usage-more = For more information, run { $command } --help

## play

cli-external-form = `{ $text }` does not name a bot: write NAME=COMMAND, such as --bot mole="python3 mole.py"
cli-external-start = the bot { $name } cannot play, so tables do without it: { $why }

cli-mcp-plays-at = People and models play at { $url }
cli-mcp-listens = The tools are at { $url }
cli-mcp-runs-already = To play on the server that is already running: neuland mcp --server { $url }
cli-mcp-one-token = { $name } has several tokens, but only one person can play over standard input and output: keep one of them

cli-play-at = Neuland is at { $url }
cli-play-data = Tables are stored in { $folder }
cli-play-alone = Only this machine can connect. To let others on your network in: neuland play --addr { $addr }
cli-play-others = Others on your network can connect at { $url }
cli-play-stop = Press Ctrl-C to stop; every game continues where it was when you start again.
cli-play-address = give an address, such as 0.0.0.0:7170, or just a port
cli-play-port-taken = something is already listening on { $addr }, perhaps another Neuland: open { $url } to see, or choose another port: --addr { $next }
cli-play-cannot-listen = cannot listen on { $addr }: { $why }. Choose another address with --addr
cli-serve-node-address = other nodes cannot reach { $addr }: { $why }. Name an address of this machine with --node-address
cli-play-in-use = { $path } is in use by another program ({ $by }). Stop it, or choose another folder with --data
cli-play-damaged = { $path } is damaged, or is not a store of Neuland ({ $why }). Move it away, or put a backup in its place, and start again
cli-play-newer = { $path } was written by a newer Neuland (format { $version }). Use that one, or choose another folder with --data
cli-play-full = the disk is full: { $path } cannot grow. Nothing stored is lost; make room and start again
cli-play-io = { $path } cannot be used: { $why }. Check that the folder exists and may be written to, or choose another with --data

## serve, backup, restore

cli-serve-public = Everybody can connect at { $url }
cli-serve-metrics = Prometheus reads { $url }
cli-serve-stop = Ctrl-C or SIGTERM stops it once requests in progress are done; a second one stops it at once.
cli-serve-metrics-taken = something is already listening on { $addr }, where metrics should be: choose another address with --metrics-addr
cli-serve-name = give a name of at most { $most } characters
cli-serve-site-unreadable = { $path }, which --site names, cannot be read: { $why }
cli-serve-site-no-page = there is no page in { $path }, which --site names: put a contact.en.md or a notice.en.md there
cli-serve-site-unknown = { $path } is not one of the host’s pages: their names are contact or notice, then .en.md or .de.md
cli-serve-site-large = { $path } is larger than { $most } bytes: shorten it
cli-serve-site-not-utf8 = { $path } is not UTF-8: save it in that encoding
cli-serve-site-empty = { $path } is empty: write something, or remove it
cli-serve-network = give an IP address, or a network such as 10.0.0.0/8
cli-serve-url = give an address such as https://neuland.example, without a path
cli-serve-bad-node-address = the address of a node has the form http://HOST:PORT, such as http://10.0.0.2:8720
cli-serve-bad-broker = the address of a broker has the form nats://USER:PASSWORD@HOST:PORT, and may end with ?tls=disable or ?tlsca=FILE

cli-backup-done = All tables are in { $file }
cli-backup-checked = { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
} with { $entries } entries, { $size } KiB; the copy was read back and every game replayed.
cli-backup-archived = { $archived ->
    [one] { $archived } of them is in an archive file
   *[other] { $archived } of them are in archive files
} in { $folder }, { $copied ->
    [0] none of which is new
    [one] one of which is new
   *[other] { $copied } of which are new
}; keep that folder beside the copy.
cli-backup-forgot = { $count ->
    [one] { $count } older copy was
   *[other] { $count } older copies were
} deleted.
cli-backup-keep = --keep needs a folder, but { $output } is not one
cli-backup-exists = { $file } already exists and is not overwritten. Name another file
cli-backup-no-tables = there are no tables in { $folder }. Name the data folder with --data
cli-backup-damaged = { $file } is damaged, or is not a store of Neuland ({ $why }). Nothing was changed
cli-backup-full = the disk is full: { $file } cannot be written. Nothing was changed; make room and try again
cli-backup-io = { $file } cannot be used: { $why }. Nothing was changed; check that its folder exists and may be written to
cli-backup-spoilt = { $count ->
    [one] one table cannot be replayed; it is in the copy as it was stored:
   *[other] { $count } tables cannot be replayed; they are in the copy as they were stored:
}
cli-migrate-table = { $table }: { $rows } rows, the same in both
cli-migrate-done = Everything in { $from } is in { $to } now; the source is unchanged
cli-migrate-different = { $to } differs from the source in the table "{ $table }" after { $rows } rows. Either it was not empty, or the source has changed since the copy began: empty the target, and start again
cli-worker-runs =
    { $n ->
        [one] Thinks for the bots of the cluster in { $database }, one at a time
       *[other] Thinks for the bots of the cluster in { $database }, { $n } at a time
    }
cli-worker-stop = Ctrl-C or SIGTERM stops it once what bots are deciding is done; a second one stops it at once.
cli-restore-done = { $file } was put into { $folder }
cli-restore-moved = What was there is now { $file }
cli-restore-has-tables = { $folder } already has tables. Move them aside with --replace, or name another folder with --data
cli-restore-in-use = { $folder } is in use by another program ({ $by }). Stop it, or name another folder with --data

## rules

cli-rules-chapters = Chapters of the rulebook. A chapter: neuland rules GAME; a clause: neuland rules CLAUSE.
cli-rules-builds-on = Builds on the rules of { $game }: neuland rules { $name }
cli-rules-clauses = { $clauses ->
    [one] { $clauses } clause
   *[other] { $clauses } clauses
}
cli-rules-unknown = { $name } is neither a clause nor a game
cli-rules-near = Did you mean { $near }?
cli-rules-games = The games are { $games }; a clause looks like CATAN-ROB-5

## A position, as replay prints it

cli-position-setup = Before the first turn.
cli-position-turn = Turn { $turn }, of { $name }.
cli-position-rolled = Rolled: { $first } + { $second } = { $sum }.
cli-position-harbours = Harbours
cli-position-legend = (A) settlement, [A] city, AA road of A; *H9* robber
cli-terrain-hills = hills
cli-terrain-forest = forest
cli-terrain-pasture = pasture
cli-terrain-fields = fields
cli-terrain-mountains = mount.
cli-terrain-desert = desert
cli-position-supply = Supply
cli-position-deck =
    { $cards ->
        [one] { $cards } development card in the deck
       *[other] { $cards } development cards in the deck
    }
cli-position-offer = Open offer: { $give } for { $want }, to { $to }
cli-position-points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
cli-position-hand = hand
cli-position-development = development cards
cli-position-bought = { $cards } bought in this turn
cli-position-knights = knights played
cli-position-settlements = settlements
cli-position-cities = cities
cli-position-roads = roads
cli-position-road-length = longest own road
cli-position-longest-road = Longest Road
cli-position-largest-army = Largest Army
cli-position-victory-cards = victory point cards
cli-position-rates = maritime trade
cli-position-owes = cards to discard
cli-position-legend-knights = (A) settlement, [A] city, <A> metropolis, AA road of A, A2 knight of strength 2, A2! active; *H9* robber
cli-position-dice = Rolled: red { $red } + { $other } = { $sum }, and { $face }.
cli-position-ship = The ship of the barbarians is on space { $space } of 7; barbarians { $barbarians }, knights { $knights }.
cli-position-robber-waits = Nothing moves the robber before the first attack.
cli-position-decks = Progress cards in the decks
cli-position-merchant = Merchant
cli-position-revealed = turned up
cli-position-progress = progress cards
cli-position-levels = improvements
cli-position-knights-on-board = knights
cli-position-metropolises = metropolises
cli-position-walls = city walls
cli-position-laid = cities on their sides
cli-position-defender = Defender of Catan
cli-position-cranes = Cranes waiting
cli-position-fleet = Merchant Fleet, 2:1

cli-phase-laying-out = The island has yet to be laid out.
cli-phase-chance = It is chance's turn.
cli-phase-drawing-start = The starting player has yet to be drawn.
cli-phase-rolling-for-start = The seats roll for the start.
cli-phase-founding-settlement = { $names } places a starting settlement.
cli-phase-founding-road = { $names } places the road of the new settlement.
cli-phase-before-roll = { $names } has yet to roll.
cli-phase-rolling = The dice of { $names } are rolling.
cli-phase-discarding = To discard: { $names }.
cli-phase-moving-robber = { $names } moves the robber.
cli-phase-choosing-victim = { $names } chooses whom to rob.
cli-phase-stealing = { $names } draws a card from a hand.
cli-phase-building = To act: { $names }.
cli-phase-free-roads = { $names } places free roads.
cli-phase-buying-card = { $names } draws a development card.
cli-phase-over = The game is over; { $names } won.
cli-phase-over-nobody = The game is over without a winner.
cli-position-tiles =
    { $tiles ->
        [one] One tile on the table, by rows
       *[other] { $tiles } tiles on the table, by rows
    }
cli-position-surveyors = Surveyors in the columns { $west } and { $east }
cli-position-stack =
    { $tiles ->
        [one] One tile left
       *[other] { $tiles } tiles left
    }
cli-position-removed = Removed because they fitted nowhere
cli-position-in-supply = in the supply
cli-position-followers =
    { $followers ->
        [one] one follower
       *[other] { $followers } followers
    }
cli-position-figures = on the table
cli-position-goods = goods
cli-figure-builder = builder
cli-figure-pig = pig
cli-good-wine = wine
cli-good-grain = grain
cli-good-cloth = cloth
cli-points-roads = roads
cli-points-cities = cities
cli-points-monasteries = monasteries
cli-points-fields = fields
cli-points-goods = goods
cli-points-extra = extra points
cli-points-earlier = from before
cli-position-followers-mayflower =
    { $followers ->
        [one] one settler
       *[other] { $followers } settlers
    }
cli-points-roads-mayflower = roads
cli-points-cities-mayflower = towns
cli-points-monasteries-mayflower = farms
cli-points-fields-mayflower = plains
cli-phase-drawing = { $name } draws a tile.
cli-phase-placing = { $name } places { $tile }.
cli-phase-deploying = { $name } may deploy a figure on the tile at { $cell }.
cli-phase-offering-second =
    { $part ->
        [2] { $name } may take a second tile.
       *[other] { $name } may take another tile.
    }
cli-phase-settling = { $name } chooses which building is scored next: { $places }.

## Files

cli-file-unreadable = { $file } cannot be read: { $why }
cli-file-unwritable = { $file } cannot be written: { $why }
cli-file-exists = it already exists, and nothing is overwritten
cli-file-no-output = { $option } cannot write to standard output; name a file or a folder (./- for one with this name)
cli-file-not-found = there is no such file or folder
cli-file-forbidden = permission denied
cli-file-is-a-folder = it is a folder; name a file
cli-file-not-a-folder = a part of the path is not a folder
cli-file-in-the-way = { $folder } cannot be the data folder: { $file } is a file. Choose a folder with --data
cli-file-full = the disk is full
cli-file-read-only = it is on a read-only file system

cli-record-line = { $file }, line { $line }: { $what }
cli-record-step = “{ $step }” is refused: { $why }
cli-record-io = the record cannot be read: { $why }
cli-record-no-header = this is not a record; the first line must be a header such as {"{"}"neuland": 1, "game": "catan", "rules": 1, "options": {"{}"}, "seats": [null, null, null]{"}"}
cli-record-format = the record has format version { $found }, which this program does not know; a newer version may
cli-record-cut-off = the file is cut off in this line; get it again from where it came ({ $why })
cli-record-not-json = the line is damaged or cut off; it is not JSON ({ $why })
cli-record-malformed = the line does not have the right form: { $why }
cli-record-no-object = the line is JSON, but not an object in braces
cli-record-seats-named = the header must name 1 to { $most } seats (null for a seat without a name), not { $named }
cli-record-no-seat = seat { $seat } acts, but the number of seats in the header is { $seats }
cli-record-unknown-line = the line is neither an action {"{"}"seat": …, "do": …{"}"}, nor an outcome {"{"}"chance": …{"}"}, nor the result {"{"}"result": …{"}"}
cli-record-second-header = a second header; each game has its own file
cli-record-too-long = the line is longer than { $limit } bytes, the limit for a line of a record
cli-record-after-result = the record goes on after its result; the result is the last line
cli-record-not-over = the record has a result, but the game is not over here
cli-record-result = the result in the record differs from that of the game, which is { $right }
cli-record-rules = rules version { $rules } of { $game } is not known; this program knows { $known }, a newer version may know more
cli-record-other-game = the header names { $game }, but these are options of { $fits }: { $options }; name the game that was played
cli-record-seats = the header names { $named } seats, but the game’s options give it { $seats }
cli-record-options-differ = the options are not those of the setup that the game begins with

## ratings

cli-ratings-agree =
    { $n ->
        [one] 1 rated game: its result is that of the log.
       *[other] { $n } rated games: all results are those of the logs.
    }
cli-ratings-differ =
    { $n ->
        [one] the stored result of 1 table is not that of its log ({ $tables }); stop the server and run “neuland ratings recompute”
       *[other] the stored results of { $n } tables are not those of their logs ({ $tables }); stop the server and run “neuland ratings recompute”
    }
cli-ratings-recomputed =
    { $n ->
        [one] The result of 1 table was corrected from its log: { $tables }.
       *[other] The results of { $n } tables were corrected from their logs: { $tables }.
    }

## person

cli-person-who = give the name of an account, or a table and a seat such as k7mw2xqp4d01/B
cli-person-nobody = there is no account or seat “{ $who }” in { $data }
cli-person-sure = This deletes everything that names “{ $who }” in { $data } and cannot be undone. Type “{ $yes }” to continue:
# What is typed then.
cli-person-yes = yes
cli-person-kept = Nothing was deleted.
cli-person-deleted = Deleted: { $who }. Earlier backups still contain it.

## verify

cli-verify-commitment = Shown before the game: { $commitment }. The revealed secret fits.
cli-verify-seats = Seats that added to the dice: { $seats }.
cli-verify-nobody = No seat added to the dice; they rest on the server alone.
cli-verify-done = { $draws ->
    [one] The one draw is what the dice gave.
   *[other] All { $draws } draws are what the dice gave.
}
cli-verify-closed = { $why ->
    [agreement] The game was closed before its end, by agreement; no more was drawn.
    [absence] The game was closed before its end, because nobody was playing any more; no more was drawn.
    [opener] The game was closed before its end, by the player who opened it; no more was drawn.
   *[other] The game was closed before its end, by the host of the server; no more was drawn.
}
cli-verify-not-closed = according to “closed” in line 1, the game was closed before its end, but the record goes on here or its game is over
cli-verify-unfinished = the record ends before the game is over: its end is missing
cli-verify-stranger = the proof has a number from seat { $seat }, which this game does not have: the server may have added it to choose the dice
cli-verify-from-position = The game begins from a given position, not from one that was drawn: only the draws after it are proved.
cli-verify-no-proof = the record has no proof of its dice: it does not come from a table with fair dice, or its game was not over when it was written
cli-verify-unreadable = the proof in “fair” cannot be read: { $why }
cli-verify-other-secret = the revealed secret belongs to { $revealed }, but { $committed } was shown before the game: the dice may have been chosen afterwards
cli-verify-other = “{ $recorded }” is recorded, but the dice gave “{ $drawn }”

## replay

cli-replay-position = { $game }, rules { $rules }. Position { $at } of { $steps }.
cli-replay-after = Line { $line }: { $step }.
cli-replay-no-seat = seat { $seat } is not in this game; it has { $seats } seats
cli-replay-at = --at { $at } is beyond the end; { $file } has positions 0 to { $steps }
cli-replay-closed = The record is sound; its game was closed before its end.
cli-replay-unfinished = The record is sound; its game was not finished.
cli-replay-result = The record is sound. Winner: { $winners }. Points: { $points }.
cli-replay-no-winner = The record is sound. No winner. Points: { $points }.

## draw

cli-draw-extension = { $file }: the name of the picture must end in .svg or .png
cli-draw-width = --width is only for .png; an .svg has no width of its own
cli-draw-title = A game of { $game }
cli-draw-no-cases = { $file } is not a case file; leave --case out
cli-draw-no-case = { $file } has no case { $name }
cli-draw-neither = { $file } is neither a record nor a setup: { $why }
cli-draw-no-kinds = { $game } has no tiles; the games with tiles are { $games }
cli-draw-no-object = it is JSON, but not an object in braces
cli-draw-setup-at = --at counts the steps of a record, and { $file } is a setup; leave --at out
cli-draw-setup = the position in { $file } is not possible:
    { $faults }

## games

cli-games-seats = { $least } to { $most } seats
cli-games-options = Options, each with its default, its clause and its values (--set NAME=VALUE):
cli-games-values = Values: { $values }
cli-games-seat = the player of this seat
cli-games-unknown = there is no game { $name }; the games are { $names }

## Options

cli-options-range = { $least } to { $most }
cli-options-counts = counts such as { $example }, { $total } in all
cli-options-unknown = there is no option { $name }
cli-options-are = The options are { $names }
cli-options-value = { $value } is not a value of { $name }; choose from: { $values }
cli-options-twice = { $name } is given twice; give it once
cli-options-start-seat = seat { $seat } should begin, but only { $players } seats play; choose another seat or more players

## cases

cli-case-no-clauses = a case names the clauses it stands for: `clauses CATAN-ROAD-4 …`
cli-case-unknown-clause = the rulebook has no clause { $clause }
cli-case-no-checks = the case expects nothing
cli-case-position = the position is not possible: { $faults }
cli-case-position-accepted = the position is accepted, but should be refused
cli-case-position-otherwise = the position is refused for another reason: { $faults }
cli-case-differs = `{ $line }` does not hold: found { $found }, expected { $wanted }
cli-case-not-so = `{ $line }` does not hold
cli-case-found = `{ $line }` does not hold; found: { $found }
cli-case-allowed = `{ $action }` is allowed, but should be refused
cli-case-allowed-by = `{ $action }` is allowed, but { $clause } should forbid it
cli-case-refused = `{ $action }` is refused: { $why }
cli-case-refused-otherwise = `{ $action }` is refused, but not because of { $clause }: { $why }
cli-case-unreadable = the line cannot be understood: { $message }
cli-case-unknown-line = `{ $line }` is not a line of a case; docs/cases.md lists them
cli-case-engine = a fault of the program, not of the case: { $message }
cli-cases-nothing = there are no cases in these files
cli-cases-none = { $folder } contains no case files (*.cases)

## bot, bot-check

cli-bot-waits = This bot speaks the protocol of docs/bot-protocol.md and is waiting for the first line of a host; press Ctrl-D to end it.
cli-bot-ended = the conversation with the host ended: { $why }
cli-bot-check-bot = { $name } plays { $games }
cli-bot-check-all-games = all games
cli-bot-check-pass = passed
cli-bot-check-warn = warning
cli-bot-check-fail = FAILED
cli-bot-check-skip = skipped
cli-bot-check-scene = in { $game }, at seat { $seat } of { $seats }
cli-bot-check-games =
    { $whole ->
        [one] One whole game,
       *[other] { $whole } whole games,
    } { $cut } cut short because of time or length; { $seconds } s in all.
cli-bot-check-times =
    { $count ->
        [one] The only decision took { $median } ms ({ $longest }).
       *[other] { $count } decisions took { $median } ms each (median), and { $longest } ms at most.
    }
cli-bot-check-summary = Checks: { $passed } passed, { $warned } with warnings, { $failed } failed, { $skipped } skipped.

cli-bot-check-about-start = starts and introduces itself
cli-bot-check-about-flush = sends each line at once
cli-bot-check-about-messages = prints nothing but messages, one per line
cli-bot-check-about-hello = introduces itself within the limits
cli-bot-check-about-version = chooses a version that the host speaks
cli-bot-check-about-games = names games that exist
cli-bot-check-about-ready = is ready for every game, seat and option
cli-bot-check-about-answers = answers each question once, and says nothing else
cli-bot-check-about-legal = chooses legal actions
cli-bot-check-about-time = answers in time
cli-bot-check-about-running = keeps running until the host ends it
cli-bot-check-about-several-games = plays one game after another
cli-bot-check-about-position = plays from a position
cli-bot-check-about-long-list = copes with long lists of actions
cli-bot-check-about-open = copes with actions that are not listed
cli-bot-check-about-unknown-fields = ignores fields that it does not know
cli-bot-check-about-unknown-types = ignores messages that it does not know
cli-bot-check-about-blank-lines = ignores blank lines and carriage returns
cli-bot-check-about-long-lines = reads lines of up to 1 MiB
cli-bot-check-about-events = reads events in any number of messages
cli-bot-check-about-pieces = reads lines that arrive in pieces
cli-bot-check-about-slow-host = waits for a host that reads slowly
cli-bot-check-about-no-clock = plays without a time limit
cli-bot-check-about-nulls = takes null for a field that is left out
cli-bot-check-about-text = reads texts in UTF-8
cli-bot-check-about-fault = goes on after a fault is reported to it
cli-bot-check-about-broken-off = goes on after a game that is cut short
cli-bot-check-about-two-seats = plays in two seats with two processes
cli-bot-check-about-remarks = keeps its remarks within the limits
cli-bot-check-about-determinism = does the same with the same seed
cli-bot-check-about-quit = quits when the host says so
cli-bot-check-about-end-of-input = quits when its input ends

cli-bot-check-problem-crash = its process { $how }
cli-bot-check-problem-crash-with-words = its process { $how }; its last words on standard error: { $words }
cli-bot-check-problem-start-failure = it did not start: { $why }
cli-bot-check-problem-silence = it did not answer within { $ms } ms
cli-bot-check-problem-unread = it did not read its messages for { $ms } ms
cli-bot-check-problem-garbage = it printed a line that is not a message: { $why }
cli-bot-check-problem-illegal-action = it chose { $action }, which is illegal: { $why } ({ $clause })
cli-bot-check-problem-no-action = it chose { $action }, which is not an action: { $why }
cli-bot-check-problem-wrong-decision = it sent { $sent } where { $expected } was expected
cli-bot-check-problem-flood = it sent { $bytes } bytes that nobody asked for
cli-bot-check-problem-too-long = it sent a line of more than { $limit } bytes
cli-bot-check-problem-unflushed = its answer came only when its input was closed: is the output flushed after every line?
cli-bot-check-problem-no-line-feed = its message has no line feed at its end
cli-bot-check-problem-name-length = its name has { $characters } characters
cli-bot-check-problem-version = it speaks version { $said }; the host listed { $offered }
cli-bot-check-problem-unknown-game = it plays { $name }, a game that this program does not know
cli-bot-check-problem-plays-none = it plays none of the games of this program
cli-bot-check-problem-not-played = it does not play { $game }
cli-bot-check-problem-goes-on = its process still ran after { $ms } ms
cli-bot-check-problem-slow-end = its process took { $ms } ms to end; a host waits 500 ms
cli-bot-check-problem-other-action = in the same game with the same seed, decision { $decision } was first { $first } and then { $second }
cli-bot-check-problem-other-after-game = after another game in the same process, decision { $decision } was { $second } instead of { $first }
cli-bot-check-problem-other-by-parts = with the events in other messages, decision { $decision } was { $second } instead of { $first }
cli-bot-check-problem-long-comment = a comment has { $characters } characters; it is cut after 1000
cli-bot-check-problem-many-candidates = it named { $count } candidates; beyond 64 they are dropped
cli-bot-check-problem-no-probability = a winning probability is { $value }; without a value from 0 to 1 the evaluation is dropped

## simulate

cli-series-folder = the folder { $folder } cannot be created: { $why }
cli-series-progress = {"{bar:40} {pos}"} of {"{len}"} games in {"{elapsed}"}, {"{per_sec}, {eta}"} to go
cli-series-line = { $played } of { $games } games after { $seconds } s
cli-series-set = --set { $setting } is not understood; write --set OPTION=VALUE
cli-series-seats-twice = the number of seats and --set players disagree; give one of them
cli-series-bot = there is no bot { $name }; the bots are { $names }
cli-box =
    { $file } does not describe a box of Mayflower:
    { $faults }
cli-box-game = --tiles describes a box of Mayflower; { $game } has none
cli-simulate-other = { $file } belongs to another series, which was interrupted; repeat its command, or choose another folder or seed
cli-simulate-in-use = another program is playing the same series; it holds { $file }
cli-simulate-what = { $game }: { $bots }
cli-simulate-default = { $game }: { $bot } at each of the { $seats } seats, because no bot was named (--bots)
cli-simulate-bots-for-seats = { $bots } bots are named for { $seats } seats; name one for each seat, or one for all
cli-simulate-game = game { $number } of the series (seed { $seed }): { $why }
cli-report-series =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } of { $game } in { $seconds } s on { $threads ->
        [one] { $threads } thread
       *[other] { $threads } threads
    }: { $games_per_second } games/s, { $actions_per_second } actions/s
cli-report-cpu = { $seconds } s of processor time: { $games } games per second of processor time
cli-report-lengths = a game took { $mean } turns (median { $median }, 90 % between { $p5 } and { $p95 }, at most { $max }) and { $actions } actions
cli-report-unfinished =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } ended without a winner
cli-report-bot = bot
cli-report-seat = seat
cli-report-name = name
cli-report-wins = wins
cli-report-share = share
cli-report-interval = 95 % interval
cli-report-points = points
cli-report-times = { $name }: { $decisions } decisions, { $mean } ms on average, { $max } ms at most

## match

cli-match-heading =
    { $game }, { $seats } seats: { $games ->
        [one] { $games } game
       *[other] { $games } games
    } in { $groups ->
        [one] { $groups } group
       *[other] { $groups } groups
    } at { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    }, seed { $seed }
cli-match-lengths = a game took { $turns } turns and { $actions } actions on average
cli-match-forfeited =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } ended by forfeit
cli-match-faults = { $name }: { $lost } games lost through faults; faults: { $faults }
cli-match-first-fault = { $kind }, first in game { $game } in seat { $seat }: { $message }
cli-match-bot-start =
    { $kind ->
        [start-failure] the bot { $name } does not start, so no games were played:
        [crash] the bot { $name } ends before the game, so no games were played:
        [silence] the bot { $name } does not answer, so no games were played:
       *[other] the bot { $name } breaks the protocol, so no games were played:
    }
cli-match-column-name = name
cli-match-column-games = games
cli-match-column-wins = wins
cli-match-column-share = share
cli-match-column-wilson = 95 % interval
cli-match-column-elo = Elo
cli-match-column-elo-interval = 95 % interval
cli-match-column-points = points
cli-match-column-margin = margin
cli-match-column-rating = rating
cli-match-cross-heading = wins of the row against the column:
cli-match-seat = seat { $seat }: { $share } of wins, { $points } points
cli-match-sprt-h1 = { $name } is stronger: H1 ({ $elo1 } Elo) is accepted against H0 ({ $elo0 } Elo).
cli-match-sprt-h0 = { $name } is not stronger: H0 ({ $elo0 } Elo) is accepted against H1 ({ $elo1 } Elo).
cli-match-sprt-open = Undecided between H0 ({ $elo0 } Elo) and H1 ({ $elo1 } Elo) for { $name }: more games are needed.
cli-match-llr = LLR { $llr }, bounds { $lower } and { $upper }.
cli-match-luck = { $name } had { $luck } % luck; without it { $adjusted } of wins ({ $interval }).
cli-match-luck-saved = That saved { $saved } games: without --luck, it would take { $games } to be as exact, { $factor } times as many.
cli-match-luck-worse = It saved no games: the result with luck is just as exact (factor { $factor }).
cli-match-luck-one-sided = { $name } had { $luck } % luck. Taking it out would make the result less exact (factor { $factor }): the games were too one-sided. The result with luck stands.
cli-match-luck-no-share = { $name } had { $luck } % luck, more than its result can be corrected by: there were too few games, or they were too one-sided. The result with luck stands.
cli-match-times = { $seconds } s on { $threads } threads
cli-match-own-bot = group { $group } (seed { $seed }): { $why }
cli-match-external = --bot { $text } is not understood; write --bot NAME=COMMAND. Names have letters, digits and -_.+
cli-match-not-named = the bot { $name } of --bot is not among --bots
cli-match-named-twice = the bot { $name } is named twice; a match is between different bots
cli-match-too-few-bots = a match needs at least two bots
cli-match-too-many-bots = { $bots } bots are named for { $seats } seats
cli-match-not-half = the format half needs two bots and an even number of seats
cli-match-too-many-tables = the bots would meet at more than { $most } tables
cli-match-sprt = this sequential test is not possible; --alpha and --beta must add up to less than 1
cli-match-sprt-tables = a sequential test compares bots at one table; these meet at { $tables }. Name two bots, or use --format one
cli-match-root = --bot-processes has no effect on bots that run as root; run this command as another user
cli-match-journal-damaged = { $file }, line { $line }, is not a line of a journal: { $why }
cli-match-journal-other = { $file } is the journal of another match; give another file
cli-match-journal-difference = { $setting } is { $journal } in the journal and { $asked } here
cli-match-journal-in-use = another match is writing { $file }
cli-match-journal-torn = the last line of { $file } was not completely written; its group is played again
cli-match-page-title = { $game }: { $bots }
cli-match-page-result = Result
cli-match-page-result-caption = Intervals are at 95 %: for the share as if games were independent, for Elo from groups
cli-match-page-cross = Who beats whom
cli-match-page-cross-caption = Wins of the row against the column
cli-match-page-score = Share of wins
cli-match-page-score-label = The share of wins of { $name } after each group of games: { $share } at the end, 95 % interval { $interval }. The fair share is { $fair }.
cli-match-page-llr = Sequential test
cli-match-page-llr-label = The log-likelihood ratio after each group of games, between the bounds { $lower } and { $upper }: { $llr } at the end.
cli-match-page-margins = Margins
cli-match-page-margins-label = Games of { $name } by the points it ended ahead or behind: { $low } to { $high }.
cli-match-page-margins-none = No game was played to its end.
cli-match-page-points-ahead = points ahead
cli-match-page-groups = groups of games
cli-match-page-seats = Seats
cli-match-page-seats-caption = Each seat, whoever sat there
cli-match-page-seats-label = Mean points in each seat, whoever sat there
cli-match-page-luck = Luck
cli-match-page-luck-label = For each group of games, the luck of { $name } to the right and its share of wins upwards.
cli-match-page-luck-axis = luck, in won games
cli-match-page-seat = seat
cli-match-page-plan = What was played
cli-match-page-times = Times

## What the options of the games decide

cli-option-setup = how the game begins
cli-option-start-player = who begins: a seat, or chance
cli-option-start-player-catan = who begins: by the rules the oldest player, whose seat is named here; with the variable set-up for experienced players, the highest roll
cli-option-beginner-positions = which starting positions the beginners’ set-up uses
cli-option-numbers = how number tokens are placed
cli-option-spiral-direction = which way the spiral of number tokens runs
cli-option-red-adjacency = whether 6 and 8 may be neighbours when numbers are random
cli-option-harbours = how harbours are placed; by default shuffled with the variable set-up, fixed with a beginners’ board
cli-option-trade-build = whether trading ends with the first building of a turn
cli-option-robber-victims = who can be robbed
cli-option-friendly-robber = whether the robber spares players with 2 or fewer visible points
cli-option-discard-limit = players with more cards than this discard half on a 7
cli-option-victory-points = how many points win
cli-option-trade-same-kind = which exchanges of a kind for itself are forbidden between players
cli-option-road-building-may-stop = whether the second free road is optional
cli-option-auto-declare = whether victory is declared automatically as soon as it is reached
cli-option-shortage-single-player = what a single player gets of a kind that runs short
cli-option-players = seats at the table
cli-option-offer-limit = how many offers and proposals each seat may make in a turn; 0: no trade between players
cli-option-turn-limit = after how many turns the game ends without a winner
cli-option-bank-rates = which rates may be used with the supply: all that a player has, or only the best
cli-option-robber-theft = whether the theft after moving the robber may be declined
cli-option-bank-same-kind = whether the supply may give a card of the kind that it is given
cli-option-ck-pillage-no-settlement = what a lost city leaves when its owner has no settlement in the supply
cli-option-ck-fifth-card = when a player with a fifth progress card discards one
cli-option-ck-progress-draw = whether progress cards are drawn automatically, or the player is asked
cli-option-ck-chased-robber = where a chased robber may go
cli-option-ck-level4-city = who needs a city without a metropolis for the levels 4 and 5
cli-option-ck-defender-supply = how many Defender cards there are
cli-option-ck-zero-defence-reward = whether everybody is rewarded when the barbarians find neither cities nor active knights
cli-option-ck-null-play = whether a progress card that is known to do nothing may be played
cli-option-ck-deserter-substitute = which knight may be placed for a deserter
cli-option-ck-commercial-harbor = how often Commercial Harbor forces the same opponent in a turn
cli-option-ck-robber-start = where the robber waits for the first attack, and whether it moves before
cli-option-ck-barbarian-variant = whether all active knights fight, or only those that their owners send
cli-option-ck-merchant-on-desert = whether the merchant may stand on the desert
cli-option-ck-board = the island: variable, or the beginners’ map of Cities & Knights
cli-option-ck-deserter-acts = when a knight placed for a deserter may act
cli-option-barbarian-loser = whether the weakest player against the barbarians is determined by strength or by number of knights
cli-option-ck-barbarian-compared = who is compared when the barbarians have won
cli-option-ck-pillaged-roads = which roads are lost with a city that leaves no settlement
cli-option-ck-knight-route = where a knight may move and drive others away
cli-option-ck-deserter-mighty = whether a mighty knight may be placed for a deserter without the Fortress
cli-option-ck-metropolis-takeover = who takes a metropolis by reaching level 5
cli-option-ck-metropolis-placing = whether a player who gains a metropolis must place it, or may decline
cli-option-ck-crane-first-level = whether a Crane makes the first level of an area free, or it still costs one commodity
cli-option-ck-merchant-trades = what the merchant trades two for one: the resource of its hex, or its commodity too
cli-option-ck-progress-play = whether progress cards are played after the production, or as soon as the dice are rolled
cli-option-farm-scoring = which revision of field scoring applies; by default that of the edition
cli-option-small-city = what a completed city of two tiles gives; by default as in the edition
cli-option-farmers = whether followers may be deployed in fields
cli-option-six-players = whether a sixth player may join
cli-option-edition = the edition whose scoring applies: third and full, first and half, second and half
cli-option-special-figures = whether builder and pig are tied to followers, or count like them; by default as in the edition
cli-option-double-turn = which further tiles of a turn may be declined: any, all but the second, none; by default as in the edition
cli-option-second-tile = whether the second tile comes after the first part or at once; by default as in the edition
cli-option-traders-edition = the edition whose rules for builder, pig and double turn apply: tied to followers and one part at a time, or as in 2003
cli-option-house-builder-chain = house rule: the builder gives tile after tile
cli-option-house-goods-percent = house rule: goods give 10 percent of the points, at least 10
cli-option-house-goods-consolation = house rule: 2 points for each token of a kind of goods without its majority
cli-option-house-goods-consolation-for = whether the consolation is for each kind without its majority, or for players without any majority
cli-option-layout-limit = whether tiles may be placed beyond the ends of the board
cli-option-start-spaces-count = whether start spaces count as tiles of roads and towns
cli-option-bonus = extra points for each settler in a surveyor’s column, or only for each player’s best-placed one
cli-option-bonus-in-final-scoring = whether extra points are given in the final scoring too
cli-option-remove-without-move = whether settlers in the east are removed when no surveyor could move
cli-option-final-symbol-points = points of a flag or trading post in the final scoring
cli-option-tiles = how many tiles of each kind the box holds, as default or as the kinds that differ: MF-01a:5,MF-24:0

## admin

cli-help-admin = Moderate a server: reports, sanctions, names, roles, the audit log
cli-help-admin-reports = List the reports of players, latest first
cli-help-admin-report = Print one report
cli-help-admin-resolve = Resolve a report
cli-help-admin-table = Print a table as spectators see it, with who sits there and what was said; the audit log records that you looked
cli-help-admin-person = Print a person’s role, sanctions and reports about them
cli-help-admin-mute = Mute a person: they can play, but not write
cli-help-admin-suspend = Suspend a person: they can read, sign in, and download or delete their data
cli-help-admin-suspend-network = Suspend a network: the server refuses all commands from there
cli-help-admin-hide = Take a table out of the lobby
cli-help-admin-close = Close a table, even while its game is being played
cli-help-admin-sanctions = List the sanctions in force, latest first
cli-help-admin-lift = Lift a sanction
cli-help-admin-rename = Change a person’s name, at their tables too
cli-help-admin-reset-password = Print a code with which the owner of an account can set a new password
cli-help-admin-grant = Give an account a role
cli-help-admin-revoke = Revoke an account’s role
cli-help-admin-roles = List everybody with a role
cli-help-admin-audit = Print the audit log, latest entry first
cli-help-admin-arg-server = The address of the server; the variable NEULAND_TOKEN holds the token of an account with a role there
cli-help-admin-arg-json = Print the answer as JSON
cli-help-admin-arg-resolved = List the resolved reports instead of the open ones
cli-help-admin-arg-ranked = List the most urgent reports first: those that several people agree on who have old accounts or sat there
cli-help-admin-arg-before = List only those with numbers below this one
cli-help-admin-arg-number = The number of the report or the sanction
cli-help-admin-arg-outcome = The outcome: acted, noted (justified, but no action needed) or unfounded
cli-help-admin-arg-note = A note for the audit log, at most 300 characters
cli-help-admin-arg-same = Also resolve all open reports with the same reporter, reported person, table or network
cli-help-admin-arg-table = The id of the table, as a report gives it
cli-help-admin-arg-who = The name of an account, or a table and a seat, such as k7mw2xqp4d01/B, or the 64 digits of an id
cli-help-admin-arg-of = The network from which this person last played, instead of a network that you name
cli-help-admin-arg-network = The network, such as 192.0.2.0/24
cli-help-admin-arg-lasts = How long it lasts, such as 30m, 12h, 7d or 4w; for ever if left out
cli-help-admin-arg-reason = Why: abuse, name, cheating, stalling, spam or other
cli-help-admin-arg-text = An explanation of at most 300 characters, which the person can read
cli-help-admin-arg-all = Also list those that have ended
cli-help-admin-arg-new = The new name; one is made up if left out
cli-help-admin-arg-role = Which role: admin, or moderator, who can do everything but grant roles and suspend networks
cli-help-admin-arg-data = A data folder instead of a server, which must be stopped: for the first admin, or if nobody can get in any more
cli-help-admin-arg-database = A database instead of a server, on which no server may run
cli-help-admin-arg-check = Check whether the log is unbroken; exit with code 1 if it is not

cli-admin-no-token = { $name } must hold the token of an account with a role on that server: sign in over the API, and set it to the token
cli-admin-bad-token = { $name } does not hold a token of Neuland: an s followed by 32 hexadecimal digits
cli-admin-span = give a span of time, such as 30m, 12h, 7d or 4w
cli-admin-table = this is not the id of a table, which has twelve letters and digits, such as k7mw2xqp4d01
cli-admin-host = host
cli-admin-none = None.
cli-admin-done = Done.
cli-admin-open = { $count ->
    [one] One report is open.
   *[other] { $count } reports are open.
}
cli-admin-reported = Reported: { $who }
cli-admin-reporter = By: { $who }
cli-admin-resolved = Resolved { $at } by { $by }: { $outcome }
cli-admin-outcome-acted = action taken
cli-admin-outcome-noted = noted
cli-admin-outcome-unfounded = unfounded
cli-admin-stage-waiting = waiting for players
cli-admin-stage-playing = playing
cli-admin-stage-over = over
cli-admin-stage-closed = closed
cli-admin-network = The network from which they last played is known, and can be suspended.
cli-admin-no-network = The network from which they play is not known.
cli-admin-measure-mute = muted
cli-admin-measure-suspend = suspended
cli-admin-measure-suspend-network = network suspended
cli-admin-measure-hide-table = table hidden
cli-admin-lifted = lifted { $at }
cli-admin-until = until { $at }
cli-admin-for-ever = for ever
cli-admin-renamed = The name is now { $name }.
cli-admin-code = { $code }
    This code works once, within 24 hours. Make sure that it reaches the owner of the account: whoever has it can set a new password.
cli-admin-unbroken = { $entries ->
    [one] The audit log is unbroken: one entry. Write down its hash, so that you can tell later whether entries were cut off: { $last }
   *[other] The audit log is unbroken: { $entries } entries. Write down the hash of the last one, so that you can tell later whether entries were cut off: { $last }
}
cli-admin-broken = The audit log is broken at entry { $broken }: an entry is missing there, or one was changed.

## analyse

cli-analyse-no-journal = { $file } is not a journal of analyses: { $why }
cli-analyse-one-graph = { $option } draws one game: give one record
