### Words of the table.

## Whose turn

turn-waiting = Waiting for players
turn-waiting-hint = The game begins as soon as every seat is taken.
turn-laying-out = The island is being laid out
turn-rolling-for-start = Rolling to see who begins
turn-founding-you = Your turn: place a settlement
turn-founding = { $name } places a settlement
turn-founding-road-you = Your turn: place a road
turn-founding-road = { $name } places a road
turn-roll-you = Your turn: roll the dice
turn-roll = { $name } rolls the dice
turn-discard-you =
    { $n ->
        [one] Discard 1 card
       *[other] Discard { $n } cards
    }
turn-discard = Waiting for { $names } to discard
turn-robber-you = Your turn: move the robber
turn-robber = { $name } moves the robber
turn-victim-you = Your turn: who do you rob?
turn-victim = { $name } chooses who to rob
turn-building-you = Your turn: trade and build
turn-building = { $name } trades and builds
turn-only-building-you = Your turn: build, or end the turn
turn-only-building = { $name } builds
turn-offered = { $name } makes you an offer
turn-free-roads-you =
    { $n ->
        [one] Place 1 free road
       *[other] Place { $n } free roads
    }
turn-free-roads = { $name } places free roads
# The reader among several: as an object, as who is offered something.
you-object = you
you-receiving = you
turn-won-you = You have won!
turn-won = { $name } has won
turn-no-winner = The game is over, nobody won
hint-founding-settlement = Choose a lit intersection.
hint-founding-road = Choose a lit path at your new settlement.
hint-road = Choose a lit path.
hint-robber = Choose a lit hex.
hint-listed = Choose from what is listed below the board.
wait-for = Waiting for { $name }
wait-discard = Waiting for others to discard
watching = You are watching this table.
dice-last = The last roll was { $sum }: { $first } and { $second }.

## Lobby

lobby-title = Who is here
lobby-invite = Send this link to the people you want to play with:
lobby-network = This is the address of this machine on your network; others on the same network can open it.
lobby-elsewhere = This address works on this machine only. Open the address that Neuland showed for others when it started, and send the link from there.
lobby-alone = This address works on this machine only. To let friends on your network join, start Neuland like this and open the address that it then shows for others:
lobby-copy = Copy the link
lobby-fill = Fill open seats with bots
sit-down = Take seat { $seat }
event-joined =
    { $you ->
        [yes] You sit down.
       *[no] { $name } sits down.
    }
event-undone =
    { $you ->
        [yes] You take back the last action.
       *[no] { $name } takes back the last action.
    }

## Board

board-title = Board
board-description = The island with 19 hexes. Lit places can be chosen; the arrow keys move between them. The settings can show the whole table in words.
zoom = Zoom
zoom-in = Zoom in
zoom-out = Zoom out
zoom-fit = Whole board
# One word of each name, below its sign.
zoom-in-short = In
zoom-out-short = Out
zoom-fit-short = Whole

## Your cards and tools

dock = What you can do
hand = Cards
cards-count =
    { $n ->
        [one] 1 card
       *[other] { $n } cards
    }
rate = at the bank
bank-for = { $give } to the bank for
not-now = Not now.
development = Development cards
development-none = None yet.
development-new =
    { $n ->
        [one] 1 of them was bought this turn.
       *[other] { $n } of them were bought this turn.
    }
times = ×{ $n }
play = Play it
plenty-card = Card { $n }
tools = Build
pieces-left = left:
deck-left = left in the deck:
places-title =
    { $n ->
        [one] One place
       *[other] { $n } places
    }
no-place-road = No free path touches your roads or buildings.
no-place-settlement = None of your roads leads to a free intersection that is far enough from other buildings.
no-place-city = You have no settlement that could become a city.
tool-buy = Development card
tool-buy-short = Card
tool-trade = Trade
undo = Take back
robber-places = Where the robber may go
discard-title =
    { $n ->
        [one] Discard 1 card
       *[other] Discard { $n } cards
    }
discard-hint = A 7 was rolled and you hold { $hand } cards. Choose what to discard.
discard-button = Discard
victims-title = Who do you rob?

## Trade

offer-yours = Your offer
offer-incoming = { $name } offers you
offer-accepted = You accepted { $name }’s offer
offer-rejected = You rejected { $name }’s offer
offer-countered = You asked { $name } for something else
offer-foreign = { $name } offers
proposal-yours = Your proposal
proposal-of = { $name } proposes
you-give = You give
you-get = You get
they-give = Gives
they-get = Gets
answer-open = is thinking
answer-accepted = accepts
answer-rejected = rejects
answer-countered = would rather
answer-you-accepted = You accepted; { $name } decides who to trade with.
answer-you-countered = Your counter-offer:
accept = Accept
accept-after-all = Accept after all
reject = Reject
reject-after-all = Reject after all
counter = Make a counter-offer
trade-offer-title = Make an offer
trade-propose-title = Propose to { $name }
trade-to = To
trade-offer-button = Offer
trade-counter-button = Send the counter-offer
trade-propose-button = Propose
trade-no-cards = You have no card to trade.
trade-tap-hand = Choose from your hand
trade-tap-kinds = Choose below
trade-tap-bank = Choose one of your cards to see what the bank gives for it.
trade-both-sides = The same kind cannot be on both sides.
trade-same-kind = A kind cannot be traded for itself alone.
trade-lacks-sides = Choose what you give and what you get.
trade-lacks-give = Choose what you give.
trade-lacks-want = Choose what you get.
trade-lacks-addressees = Choose who gets the offer.
trade-too-many = You do not hold that many cards.
trade-change = Change
trade-left =
    { $n ->
        [one] 1 more offer is allowed this turn.
       *[other] { $n } more offers are allowed this turn.
    }
trade-recent = Again:
bank-title = With the bank
bank-other-rates = Other rates
bank-none = You do not have enough of one kind to trade with the bank.
bank-takes = The bank takes { $give } for 1 card; you hold { $held }.
bank-one-kind = The bank takes cards of one kind at a time.
bank-empty = The bank has no cards to give for it.

## Beside the board

side = Players, figures and log
sheets = More of the table
players = Players
player-due = , to act
points-word =
    { $n ->
        [one] point
       *[other] points
    }
fact-cards = Resource cards
fact-development = Development cards
fact-knights = Knights played
fact-road = Longest road
points-settlements = Settlements
points-cities = Cities
points-longest-road = Longest Road
points-largest-army = Largest Army
points-cards = Victory point cards
left-roads = Roads left
left-settlements = Settlements left
left-cities = Cities left
figures = In numbers
figure-bank = Bank
figure-costs = Costs
figure-dice = Dice
figure-course = Points over time
bank-kind = Kind
bank-supply = Supply
bank-rate = Your best rate
bank-deck = Development cards
cost-what = What
cost-price = Price
cost-gives = Gives
cost-road = the way to more
cost-settlement = 1 point
cost-city = 2 points
cost-card = a surprise
rolls-none = Nobody has rolled yet.
rolls-label =
    { $total ->
        [one] The roll of this game
       *[other] The { $total } rolls of this game
    }
rolls-caption =
    { $total ->
        [one] 1 roll. The dashes show what fair dice give on average.
       *[other] { $total } rolls. The dashes show what fair dice give on average.
    }
rolls-as-table = As a table
rolls-sum = Sum
rolls-times = Rolled
rolls-expected = Expected
course-label = Points of every player by turn
course-none = It starts with the first turn.
course-start = Start
course-turn = Turn { $turn }
course-turn-head = Turn
course-as-table = As a table
log = Log
log-empty = Nothing has happened yet.
log-then = Board at this moment
log-then-line = Board after step { $n }
then-title = How it was
then-before = Before
then-after = After
story-margin =
    { $you ->
        [yes] You won
       *[no] { $name } won
    } by { $ahead ->
        [one] 1 point
       *[other] { $ahead } points
    } over { $other_you ->
        [yes] you
       *[no] { $other }
    }, after { $turns ->
        [one] 1 turn
       *[other] { $turns } turns
    }.
story-decided =
    What decided it: { $part }, with { $by ->
        [one] 1 point
       *[other] { $by } points
    } more.
story-lead =
    Longest in the lead: { $you ->
        [yes] you
       *[no] { $name }
    }, for { $turns } turns.
story-dice =
    The dice: { $sum } came { $times ->
        [0] never
        [one] once
       *[other] { $times } times
    }; { $expected } would be the average.
result-standings = Final standings
standings-from = Points from
standings-total = Total
result-record = Download the record
result-again = Open a new table

## The board in words

hexes = Hexes
hex-column = Hex
terrain-column = Terrain
number-column = Number
yield-column = Gives
corners-column = Intersections, clockwise from the top
buildings-column = Buildings
player-column = Player
points-column = Points
parts-column = Made up of
robber-at = The robber stands on { $place }.
robber-here = robber
harbours = Harbours
harbour-at = at { $a } and { $b }
pieces = Pieces on the board
piece-of = { $name }: { $piece } on { $place }
settlements = Settlements
cities = Cities
roads = Roads
road-between = { $id } ({ $from } to { $to })

## Keys

keys-title = Keys
keys-help = Show these keys
keys-arrows = Move between the lit places
keys-places = Previous or next lit place
keys-enter = Choose the place
keys-escape = Cancel, close
keys-zoom = Zoom the board
keys-fit = Whole board
keys-roll = Roll
keys-end = End the turn
keys-road = Build a road
keys-settlement = Build a settlement
keys-city = Build a city
keys-buy = Buy a development card
keys-trade = Trade
keys-trade-cards = When trading: cards you give, with Shift cards you want
keys-accept = Accept or trade
keys-reject = Reject or withdraw
keys-undo = Take back
keys-board = To the board
keys-hand = To your cards
keys-players = To the players
keys-log = To the log

## What the client says

connection-lost = Connection lost, trying again …
connection-back = Connected again.
client-chosen = Chosen:
client-do = Do it
client-cancel = Cancel
client-turn = Turn
client-choose = What do you want to do here?
client-lit = places are lit.
client-failed = That did not get through. Check your connection and try again.
client-copied = Copied.
client-close = Close
client-take-back = Take back:
auto-rolled = The dice were rolled for you.
auto-rejected = The offer of { $name } was rejected for you: you do not have the cards.
ask-end = You can still afford: { $things }. End the turn anyway?
