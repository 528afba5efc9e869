### Words of all pages.

list-and = { $most } and { $last }
decimal = { $whole }.{ $tenth }
seat-letter = seat { $seat }
game-catan = Catan
game-cities-and-knights = Catan: Cities & Knights
game-carcassonne = Carcassonne
game-traders-and-builders = Carcassonne: Traders & Builders
game-mayflower = Carcassonne Mayflower

## Frame

skip-to-content = Skip to the content
nav-label = Neuland
how-to-play = How to play
how-to-play-title = How to play: { $game }
how-to-play-next = Go on
install-description = Catan, Cities & Knights, Carcassonne and its expansions: with friends or bots
offline-title = No connection
offline-text = The server cannot be reached. Your games are safe there, and this page comes back by itself with the connection.
offline-again = Try again
nav-tables = Tables
nav-rules = Rules
settings = Settings
# Long words and where their parts meet: on narrow cards they may be broken there.
word-joints = Consti|tution Commer|cial Mono|poly
settings-lang = Language
settings-mode = Table
settings-mode-picture = With the board
settings-mode-text = In words
settings-theme = Colours
settings-theme-light = Light
settings-theme-dark = Dark
settings-board = Board
settings-board-usual = Usual colours
settings-board-contrast = High contrast
settings-board-paper = Paper
settings-confirm = Confirm places
settings-confirm-touch = On touch screens
settings-names = Names on the board
settings-motion = Movement
settings-motion-normal = Normal
settings-motion-quick = Quick
settings-motion-reduced = Off
settings-sounds = Sounds
settings-keys = Single-key shortcuts
settings-auto-roll = Roll automatically
settings-auto-reject = Reject what I cannot pay
settings-ask-end = Ask before ending a turn early
settings-auto = Follow the device
settings-always = Always
settings-never = Never
settings-save = Save

## People

your-name = Your name
# Names for those who have chosen none, with commas between them.
ready-names = Swift Otter, Clever Owl, Brave Badger, Merry Magpie, Quiet Fox, Bold Beaver, Lucky Hare, Gentle Bear, Keen Raven, Sunny Finch, Wise Tortoise, Nimble Lynx, Calm Heron, Jolly Hedgehog, Bright Robin, Steady Ox, Curious Cat, Proud Stag, Happy Seal, Daring Swallow, Patient Crane, Sly Marten, Noble Swan, Cheerful Wren
seat-open = open
seat-open-name = Open seat { $seat }
seat-away = away
seat-you = you
bot-settler = Bot: Settler, plays well
bot-settler-about = builds, trades and robs with a plan
bot-settler-short = bot
bot-surveyor = Bot: Surveyor, plays well
bot-surveyor-about = weighs every place and figure by the points it is likely to bring
bot-surveyor-short = bot
bot-expert = Bot: Expert, plays very well
bot-expert-about = plays its best moves on before it chooses
bot-expert-short = expert bot
bot-master = Bot: Master, plays best
bot-master-about = like Expert, but compares more moves, and more thoroughly
bot-master-short = master bot
bot-beginner = Bot: Beginner, just learning
bot-beginner-about = takes what it sees at once, and forgets the others
bot-beginner-short = beginner bot
bot-apprentice = Bot: Apprentice, plays decently
bot-apprentice-about = considers the same things as a good player, and misjudges them a little
bot-apprentice-short = apprentice bot
bot-novice = Bot: Novice, plays casually
bot-novice-about = considers the same things as a good player, but often misjudges them
bot-novice-short = novice bot
bot-pathfinder = Bot: Pathfinder, builds long roads
bot-pathfinder-about = builds long roads, and wants the Longest Road whatever it costs; in Cities & Knights it builds no knights
bot-pathfinder-short = pathfinder
bot-scholar = Bot: Scholar, collects cards
bot-scholar-about = collects development cards and keeps them; in Cities & Knights also improvements and progress cards
bot-scholar-short = scholar
bot-raider = Bot: Raider, loves the robber
bot-raider-about = plays knights early and sets the robber on whoever leads
bot-raider-short = raider
bot-mason = Bot: Mason, builds carefully
bot-mason-about = builds cities carefully, keeps few cards and seldom trades
bot-mason-short = mason
bot-merchant = Bot: Merchant, trades a lot
bot-merchant-about = trades with everybody, for the smallest gain, and likes harbours
bot-merchant-short = merchant
bot-wayfarer = Bot: Wayfarer, follows every road
bot-wayfarer-about = follows every road, and takes little care where it leads
bot-wayfarer-short = wayfarer
bot-abbot = Bot: Abbot, settles monasteries
bot-abbot-about = settles monasteries before anything else and fills the land around them
bot-abbot-short = abbot
bot-farmer = Bot: Farmer, lives on fields
bot-farmer-about = claims fields early and lives on what they yield in the end
bot-farmer-short = farmer
bot-mayor = Bot: Mayor, builds cities
bot-mayor-about = builds large cities and leaves roads to others
bot-mayor-short = mayor
bot-magpie = Bot: Magpie, takes small points
bot-magpie-about = takes small points at once and never runs out of figures
bot-magpie-short = magpie
bots-all = Who are these bots?
bot-random = Bot: Random, plays anything
bot-random-about = does anything that is allowed, without a plan
bot-random-short = random bot
choice-me = Me
choice-here = Another person here
here-name = Player { $n }
here-name-label = Name in seat { $seat }
cover-turn = Your turn: { $names }
# Where a game hides nothing: whose turn it is at a device that several people share.
cover-needless = { $name }: { $title }
cover-none = The hands are covered
cover-hint = Several people share this device. Take it before you show your hand.
cover-open = { $name }: show my hand
cover-close = Cover my hand
cover-pass = Hand over to { $names }
choice-open = Open: for a friend with the link
choice-none = Nobody

## Start

start-title = Play
start-headline = Take a seat
start-lead = Board games exactly by their rulebooks, against bots or with friends. No account needed: one click and you are playing.
start-new = Choose a game
start-play = Play
start-choose = More
start-setup = { $game }: friends, bots, rules, time
start-time-catan = 60 min
start-time-cities-and-knights = 90 min
start-time-carcassonne = 35 min
start-time-traders-and-builders = 50 min
start-time-mayflower = 45 min
start-game-seats = { $least }–{ $most } players
start-seats = Who plays
start-seats-hint = { $least } to { $most } seats, clockwise. Open seats are for friends: you get a link to send.
start-options = Rules
start-more = More rules
start-trade-build-catan = By default trading ends with the first building of a turn; in Cities & Knights you trade and build in any order.
start-trade-build-knights = By default you trade and build in any order; in Catan trading ends with the first building of a turn.
start-create = Create the table
start-tables = My tables
start-no-tables = No tables yet. The tables you sit at will wait for you here.
start-ended =
    { $n ->
        [one] One finished game
       *[other] { $n } finished games
    }
start-replay = Replay
start-join = Join a table
start-code = Code or link
start-join-button = Join
alone-title = Play with others
alone-about = This page plays in your browser alone. Accounts, invitations and tables with people elsewhere need a Neuland server; if you know one, go there.
alone-address = Address of the server
alone-go = Go there
alone-kept = Your games are kept in this browser. Clearing its data deletes them.
alone-thinking = { $name } is thinking
alone-hurry = Move now
alone-no-script = This page plays with scripts alone. Switch JavaScript on, or go to a Neuland server, which needs none.
alone-no-storage = This browser keeps nothing for this page, as in some private windows, so no game could go on. Open the page in an ordinary window, or allow it to store data.
alone-failed = This page has failed and could not go on. Your games are kept: reload the page.
alone-version = A new version is ready.
alone-load = Load it
alone-share = Copy a link with the game
alone-link = This link holds the whole game.
alone-link-copied = Copied. The link holds the whole game.
alone-link-long = This game does not fit into a link: it would have more than { $most } characters. Send the file instead.
alone-link-save = Save the file
alone-link-damaged = The link is damaged: a part of it is missing or was changed. Have it sent again, or ask for the file.
alone-link-large = The link unpacks to more than { $most } KB, which no game needs, so it was not opened.
alone-reading = This record takes long to read.
alone-reading-stop = Stop
alone-reading-stopped = The record was not read: it took too long.
alone-loading = Loading the game …
table-your-turn = Your turn
table-waiting = Waiting for players
table-turn = Turn { $turn }
table-over = Over
table-won = You won
table-won-together = You won, with others
table-place =
    { $place ->
        [2] Second
        [3] Third
        [4] Fourth
        [5] Fifth
       *[6] Sixth
    } of { $of ->
        [2] two
        [3] three
        [4] four
        [5] five
       *[6] six
    }
table-closed = Closed before the end

## Join

join-title = Join a table
join-headline = You are invited to { $game }
join-options = Rules of this table
join-seat = Where do you want to sit?
join-button = Sit down
join-full = All seats are taken. You may watch.
join-watch = Just watch

## Rulebook

rules-title = Rules of { $game }
rules-games = Rulebooks
rules-expands = Expands { $game }
rules-contents = Contents
rules-builds-on = Unless stated otherwise here:
clause-open = Opens the clause in the rulebook

## When something goes wrong

error-title = That did not work
error-back = Back to the start page
fault-not-found = There is no such page.
fault-no-table = There is no such table here. Check the address, or ask for the link again. A table at which nobody has an account may have been deleted after a long time.
fault-no-clause = There is no clause { $clause } in the rulebook.
fault-bad-code = No table with this code is waiting for players. The game has begun already, or the code is mistyped. If you have a seat there, open the table by its address.
fault-seat-taken = Seat { $seat } has just been taken. Choose another one.
fault-not-your-seat = Only the player of that seat can do this.
fault-stale = The table has moved on in the meantime, so nothing was done. Have a look and try again.
fault-command-reused = This command was used before. Reload the page and try again.
fault-not-an-action = “{ $text }” is not an action.
fault-not-started = The game has not begun: a seat is still open.
fault-nothing-to-undo = Nothing can be taken back now.
fault-no-seat-open = Every seat at this table is taken.
fault-closed = This table is closed; its game cannot continue.
fault-not-opener = Only the player who opened the table can do this, and once they have left, the one who has been here longest.
fault-still-secret = The record holds everybody’s secrets. It can be downloaded when the game is over.
fault-foreign-host = This server does not answer to that name. Open it by its address, or start it with --allow-host and the name.
fault-cross-origin = This was sent from a page of another site, so it was not done.
fault-timeout = That took too long. Try again; nothing is done twice.
fault-storage = The server could not store or read this. What was confirmed before is safe; try again in a moment. If it stays like this, tell the people who run the server: its log says what is wrong.
fault-displaced = The server’s data folder was taken away or replaced while it ran, so this was not done. Tell the people who run the server to put it back: its log says how.
fault-disk-full = The server’s disk is full, so this was not done. What was confirmed before is safe. The people who run the server have to make room; try again later.
fault-browser-full = The browser has no room left for this page, so this was not done. What was shown before is safe. Make room on the device, or save a finished game and clear what you need no more.
fault-browser-storage = The browser could not store this, so it was not done. What was shown before is safe; reload the page and try again.
fault-overloaded = The server’s disk does not keep up at the moment. Try again in a few seconds; nothing is done twice.
fault-stopping = The server is being stopped. Try again when it is back; nothing is done twice.
fault-table-damaged = The stored data of this table is damaged and cannot be shown. Only the people who run the server can bring it back, from a backup; trying again does not help. Tell them: their log says what is wrong.
fault-table-newer = A newer version of the server has to show this table, and none can be reached at the moment. Nothing that you have done is lost; try again later.
fault-damaged = The server’s stored data is damaged and cannot be read. Only the people who run it can bring it back, from a backup; trying again does not help. Tell them: their log says what is wrong.
fault-log-full = You have used up your share of this table’s storage. A bot plays for you to the end of the game; before the game begins, people can only sit down.
fault-bad-name = Enter a name of 1 to 24 characters.
fault-no-game = There is no game “{ $game }” here.
fault-no-bot = There is no bot “{ $kind }”.
fault-bad-seats = This game has { $min } to { $max } seats.
fault-position-over = The game is over in this position, so it cannot be continued. Choose an earlier one.
fault-no-step = There is no such position: the game has { $steps } steps.
fault-two-seats = You can have only one seat. Choose “Me” once.
fault-bad-option = “{ $value }” is not possible for “{ $name }”.
fault-counts = { $name }: { $faults }.
count-fault-pair = “{ $text }” is not a kind with its count, such as { $example }
count-fault-unknown = there is no kind { $kind }; the kinds are { $first } to { $last }
count-fault-twice = { $kind } is named twice; name it once
count-fault-count = “{ $count }” is not a count of { $kind }; give a whole number from 0 to { $most }
count-fault-description = { $kind } cannot be described like this: { $fault }
count-fault-no-description = this is not a description of a kind: { $fault }
count-fault-not-given = this server does not know the kind { $kind }; its operator can give it a description
count-fault-more-kinds = { $found } kinds are described; there may be { $most }
count-fault-no-more-kinds = there is no room for { $kind } until this program is restarted, because too many kinds have been described
kind-fault-terrain = an edge is field, road or city, not “{ $terrain }”
kind-fault-name = “{ $segment }” must be called { $letter }1 to { $letter }9
kind-fault-name-twice = two segments are called { $segment }
kind-fault-no-edge = { $segment } reaches “{ $edge }”; the edges are N, E, S and W
kind-fault-no-half = { $segment } touches “{ $half }”; the halves are Nw, Ne, En, Es, Se, Sw, Ws and Wn
kind-fault-closed = { $segment } reaches no edge
kind-fault-symbols = { $segment } has { $symbols } symbols; there may be { $most }
kind-fault-good = goods are wine, grain or cloth, not “{ $good }”
kind-fault-goods = there is more than one goods symbol
kind-fault-monastery-and-farm = there is a monastery and a farm; a tile has at most one of them
kind-fault-segments = it has { $segments } segments; there may be { $most }
kind-fault-contact-free = { $contact } belongs to no segment
kind-fault-contact-claims = { $contact } belongs to several segments: { $claims }
kind-fault-edge = the segments at edge { $edge } do not make it a { $terrain }
kind-fault-road-no-end = { $road } has one edge, so its end must be named
kind-fault-road-end = { $road } ends at “{ $end }”, which this tile does not have
kind-fault-road-through = { $road } runs through, so it has no end
kind-fault-road-edges = { $road } has { $contacts } edges; a road has one or two
kind-fault-bridge = { $road } names { $other } at a bridge, and { $other } does not name { $road }
kind-fault-no-field = { $road } ends beside { $field }, and there is no such field
kind-fault-junction = a junction has three or four roads, not { $roads }
kind-fault-crossing = { $one } and { $other } cross
kind-fault-no-city = { $field } borders { $city }, and there is no such city
kind-fault-city-twice = { $field } names { $city } twice
kind-fault-not-enclosed = { $field } touches no edge, and is not marked interior between two cities
kind-fault-not-interior = { $field } is marked interior, but touches an edge
kind-fault-borders =
    { $derived ->
        [none] { $field } names { $named } as its cities, but borders none
       *[other] { $named ->
            [none] { $field } names no city, but borders { $derived }
           *[other] { $field } names { $named } as its cities, but borders { $derived }
        }
    }
kind-fault-not-in-box =
    Mayflower has no { $what ->
        [monasteries] monasteries
        [start-tile] start tile
        [coats-of-arms] coats of arms
       *[goods] goods
    }
kind-fault-id = the id “{ $id }” must be 1 to 12 capital letters, digits and hyphens, starting with a letter
kind-fault-id-taken = there is a kind { $id } already
kind-fault-twin = it is the same tile as { $twin }
count-fault-total =
    the kinds have { $found } tiles in all, { $by } { $more ->
        [more] more
       *[fewer] fewer
    } than the { $needed } of the box
count-fault-total-usual =
    the kinds that are named have { $listed } tiles and the others { $usual } as usual, { $found } in all: { $by } { $more ->
        [more] more
       *[fewer] fewer
    } than the { $needed } of the box
count-fault-room =
    these tiles have { $found } { $what ->
        [segments] segments
        [roads] parts of roads
        [towns] parts of towns
        [plains] parts of plains
        [flags] flags
        [animals] animals
       *[other] trading posts
    } in all, { $by } more than the { $most } there is room for
fault-no-start-seat = Seat { $seat } should begin, but nobody sits there.
fault-bad-request = The request cannot be read. Go back and try again.
fault-too-large = The request is too large.
fault-too-many = Too many requests. Wait a moment.
fault-busy = The server has its hands full at the moment. Try again in a few seconds; nothing is done twice.
fault-cost-spent = { $seconds ->
    [one] You or your network have given the server a great deal to do. You can go on in a second; nothing is lost, and nothing is done twice.
   *[other] You or your network have given the server a great deal to do. You can go on in { $seconds } seconds; nothing is lost, and nothing is done twice.
}
fault-table-cost-spent = { $seconds ->
    [one] This table is getting too many requests at once. It goes on in a second; nothing is lost, and nothing is done twice.
   *[other] This table is getting too many requests at once. It goes on in { $seconds } seconds; nothing is lost, and nothing is done twice.
}
fault-too-many-connections = Too many connections are open from your network. Close some pages of Neuland, then load this one again.
fault-too-many-unfinished = { $most } of your games are not over yet. Finish, leave or close one of them before you open another table.
fault-too-many-from-here = { $most } games from your network are not over yet. Finish or close one of them, or sit down at an existing table.
fault-too-many-public = { $most } of your public tables are waiting for players already. Close one of them, leave the new one off the public list, or sit down with others.
fault-too-many-public-from-here = { $most } public tables from your network are waiting for players already. Sit down at one of them, or leave the new one off the public list.
fault-too-many-tables = { $minutes ->
    [one] Many tables have been opened from your network. You can open the next one in a minute, or sit down at an existing one now.
   *[other] Many tables have been opened from your network. You can open the next one in { $minutes } minutes, or sit down at an existing one now.
}
fault-too-many-exports = { $minutes ->
    [one] Your data has been downloaded several times already. You can download them again in a minute.
   *[other] Your data has been downloaded several times already. You can download them again in { $minutes } minutes.
}
fault-disk-share = { $minutes ->
    [one] So much has been played and written from your network that it fills its share of this server’s disk. Nothing is lost; you can go on in a minute.
   *[other] So much has been played and written from your network that it fills its share of this server’s disk. Nothing is lost; you can go on in { $minutes } minutes.
}
fault-internal = Something went wrong on our side. Your game is safe; try again.

# Asked once, at the first table.
ask-sounds = Gentle sounds?
ask-sounds-on = On
ask-sounds-off = Off

## Links on every page and every table to pages whose words are elsewhere

nav-replay = Replay
nav-account = You
host-contact = Contact
host-notice = Legal notice
lesson-start = Learn it in 4 minutes
lesson-resume = Continue the lesson: step { $at } of { $steps }
lesson-finished = Completed: take the lesson again
lesson-of = Lesson: { $game }
replay-link-playing = Look back
