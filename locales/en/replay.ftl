### Looking at games again: the replay, charts of a game, records from elsewhere.

nav-replay = Replay

## The replay

replay-title = { $game }, position { $at } of { $steps }
replay-heading = Replay: { $game }
replay-at = Position { $at } of { $steps }
replay-turn = turn { $n }
replay-table = To the table
replay-step = What happened in this step
replay-beginning = The game begins.
replay-nothing = Nothing that can be seen with these eyes.
replay-controls = Through the game
replay-scrub = Position
replay-go = Go there
replay-first = To the beginning
replay-turn-back = To the turn before
replay-back = One step back
replay-on = One step on
replay-turn-on = To the next turn
replay-last = To the end
replay-play = Play by itself
replay-pause = Pause
replay-ended = The game is at its end.
replay-speed = Speed
replay-speed-slow = Slow
replay-speed-normal = Normal
replay-speed-fast = Fast
replay-speed-faster = Very fast
replay-eyes = Seen by
replay-eyes-watch = Spectators
replay-eyes-all = All open
replay-hands = Hands
replay-no-cards = no cards
replay-covered =
    { $n ->
        [0] no cards
        [one] { $n } hidden card
       *[other] { $n } hidden cards
    }
replay-link = Link to this position
replay-picture = The picture alone
replay-kept = This record is kept in memory for { $hours } hours after somebody last looked at it, at most until the server stops or others need the room. Whoever has the link can see it.
replay-keys-step = one step back, one step on
replay-keys-turn = to the turn before, to the next turn
replay-keys-ends = to the beginning, to the end
replay-keys-play = play by itself, pause
replay-link-over = Look at the game again
replay-link-playing = Look back

## Charts

charts-title = The game in numbers
chart-points = Where the points came from
chart-rolls = Dice
chart-gained = Cards gained
chart-lost = Cards lost
chart-trades = Trades
chart-partners = How often two exchanged cards
chart-every-trade =
    { $n ->
        [one] The exchange
       *[other] All { $n } exchanges
    }
chart-as-table = The numbers as a table
chart-total = All
chart-no-cards = No cards were counted.
chart-no-trades = Nobody exchanged anything.
trade-gave = gave
trade-with = with
trade-got = got
reason-start = Start
reason-production = Production
reason-trade = Players
reason-supply = Bank
reason-robbery = Robbery
reason-discards = Discards
reason-cards = Development and progress cards
reason-payments = Building and buying

## Records from elsewhere

upload-title = Look at a game again
upload-about = Open the record of a game, a file that ends in .neuland: every step is checked by the rules, then you can go through it. Records of games played here can be had at the end of each game.
upload-file = Record (file)
upload-paste = or paste it here
upload-send = Check and show
upload-kept = Records may have up to { $most } KB. They are kept in memory for { $hours } hours after somebody last looked, never on a disk; whoever has the link to one can see it.
upload-empty = There was no record: choose a file, or paste its text.
upload-too-large = The record is too large; up to { $most } KB are taken.
upload-too-many = Many records came from your address. Please try again in a few minutes.
upload-busy = Too many records are being checked at this moment. Please try again soon.
upload-line = Line { $line }:
upload-gone = This record is not kept any more. Open it again from its file.
upload-setup = A file with a setup (one JSON object, as docs/setup.md describes it) is taken as well: you see its position and can play on from there.
upload-setup-wrong = There is no such position:
play-on = Play on from here
play-on-about = Opens a new table at this position. Its dice are drawn anew, and the game counts in no statistics.
play-on-over = The game is over here. Go back to an earlier position to play on from there.
play-on-seat = Seat { $seat }, { $name } in this game
play-on-send = Play on from position { $at }
