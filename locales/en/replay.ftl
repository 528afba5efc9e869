### Looking at games again: the replay, charts of a game, records from elsewhere.

## The replay

replay-title = { $game }, position { $at } of { $steps }
replay-heading = Replay: { $game }
replay-at = Position { $at } of { $steps }
replay-turn = turn { $n }
replay-table = Back to the table
replay-step = What happened in this step
replay-beginning = The game begins.
replay-nothing = Nothing that can be seen from this point of view.
replay-controls = Move through the game
replay-scrub = Position
replay-go = Go there
replay-first = To the start
replay-turn-back = To the previous turn
replay-back = One step back
replay-on = One step forward
replay-turn-on = To the next turn
replay-last = To the end
replay-play = Play
replay-pause = Pause
replay-ended = This is the end of the game.
replay-speed = Speed
replay-speed-slow = Slow
replay-speed-normal = Normal
replay-speed-fast = Fast
replay-speed-faster = Very fast
replay-eyes = View as
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
replay-picture = Just the picture
replay-kept = This record is kept in memory for { $hours } hours after somebody last looked at it, or until the server stops or needs the room. Anyone with the link can see it.
replay-keys-step = one step back, one step forward
replay-keys-turn = to the previous turn, to the next turn
replay-keys-ends = to the start, to the end
replay-keys-play = play, pause
replay-link-over = Replay the game

## Charts

charts-title = The game in numbers
chart-points = Where the points came from
chart-rolls = Dice
chart-gained = Cards gained
chart-lost = Cards lost
chart-trades = Trades
chart-partners = Who traded with whom
chart-every-trade =
    { $n ->
        [one] The only trade
       *[other] All { $n } trades
    }
chart-as-table = The numbers as a table
chart-total = Total
chart-no-cards = No cards were counted.
chart-no-trades = Nobody traded.
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

upload-title = Replay a game
upload-about = Open the record of a game, a file that ends in .neuland: every step is checked against the rules, and then you can move through it. For games played here, the record can be downloaded at the end of each game.
upload-file = Record (file)
upload-paste = or paste it here
upload-send = Check and show
upload-kept = Records may have up to { $most } KB. They are kept in memory for { $hours } hours after somebody last looked at them, never on a disk; anyone with the link to one can see it.
upload-kept-here = Records may have up to { $most } KB. They stay in this browser and are sent nowhere.
upload-empty = There was no record: choose a file, or paste its text.
upload-too-large = The record is too large; the limit is { $most } KB.
upload-too-many = Too many records have come from your address. Please try again in a few minutes.
upload-busy = Too many records are being checked at the moment. Please try again soon.
upload-line = Line { $line }:
upload-gone = This record is no longer kept. Open it again from its file.
upload-setup = A file with a setup (one JSON object, as docs/setup.md describes it) works as well: you see its position and can play on from there.
upload-setup-wrong = There is no such position:
play-on = Play on from here
play-on-about = Opens a new table at this position. Its dice are new, and the game is not counted in statistics.
play-on-over = The game is over here. Go back to an earlier position to play on from there.
play-on-seat = Seat { $seat }, { $name } in this game
play-on-send = Play on from position { $at }
