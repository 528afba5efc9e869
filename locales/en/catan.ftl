### Catan in words: things, places, actions, events, refusals.

## Things

resource-brick = brick
resource-lumber = lumber
resource-wool = wool
resource-grain = grain
resource-ore = ore

cards-brick = { $n } brick
cards-lumber = { $n } lumber
cards-wool = { $n } wool
cards-grain = { $n } grain
cards-ore = { $n } ore
cards-none = nothing

terrain-hills = hills
terrain-forest = forest
terrain-pasture = pasture
terrain-fields = fields
terrain-mountains = mountains
terrain-desert = desert

piece-road = road
piece-settlement = settlement
piece-city = city
piece-development-card = development card

card-knight = Knight
card-road-building = Road Building
card-year-of-plenty = Year of Plenty
card-monopoly = Monopoly
card-victory-point = Victory Point
card-knight-about = Move the robber and steal a card. Counts for Largest Army.
card-road-building-about = Place two roads free of charge.
card-year-of-plenty-about = Take any two resource cards from the supply.
card-monopoly-about = Name a resource: all other players give you every card they have of it.
card-victory-point-about = One point. It stays hidden and counts automatically.

harbour-generic = 3:1 harbour
harbour-special = 2:1 { $kind } harbour

## Places

place-hex = { $id }, { $land }
place-intersection = { $id }, between { $around }
place-path = { $id } from { $from } to { $to }, between { $around }
seen-intersection = intersection { $hexes }
seen-path = path { $hexes }
# Where on the coast a corner or a side of a hex lies, if it is at no other: intersection 12 (north), path 12 (upper right).
seen-north = north
seen-upper-right = upper right
seen-north-east = north-east
seen-right = right
seen-south-east = south-east
seen-lower-right = lower right
seen-south = south
seen-lower-left = lower left
seen-south-west = south-west
seen-left = left
seen-north-west = north-west
seen-upper-left = upper left
# One of several places with the same hexes around them.
seen-row = number { $n } from the north
place-coast = the coast
place-sea = the sea

## Actions, as the words of a button

action-roll = Roll the dice
action-road = Road on { $place }
action-settlement = Settlement on { $place }
action-city = City on { $place }
action-buy = Buy a development card
action-knight = Play Knight
action-road-building = Play Road Building
action-year-of-plenty = Play Year of Plenty and take { $cards }
action-monopoly = Play Monopoly on { $kind }
action-stop = Place no more roads
action-robber = Robber to { $place }
action-decline-theft = Steal nothing
action-steal = Rob { $name }
action-discard = Discard { $cards }
action-bank = Trade { $give } for { $get } with the bank
action-offer = Offer { $give } for { $want } to { $names }
action-accept = Accept the offer
action-reject = Reject the offer
action-counter = Counter with { $give } for { $want }
action-execute = Trade with { $name }
action-withdraw = Withdraw the offer
action-propose = Propose { $give } for { $want }
action-withdraw-proposal = Withdraw your proposal
action-accept-proposal = Accept the proposal of { $name }
action-reject-proposal = Reject the proposal of { $name }
action-end = End the turn
action-declare-victory = Declare victory

## Events, as sentences of the log

event-laid-out = The island is laid out.
event-rolled-for-start =
    { $you ->
        [yes] You roll { $sum } ({ $first } and { $second }) for the start.
       *[no] { $name } rolls { $sum } ({ $first } and { $second }) for the start.
    }
event-starts =
    { $you ->
        [yes] You begin.
       *[no] { $name } begins.
    }
event-built-road =
    { $you ->
        [yes] You build a road on { $place }.
       *[no] { $name } builds a road on { $place }.
    }
event-built-settlement =
    { $you ->
        [yes] You build a settlement on { $place }.
       *[no] { $name } builds a settlement on { $place }.
    }
event-built-city =
    { $you ->
        [yes] You build a city on { $place }.
       *[no] { $name } builds a city on { $place }.
    }
event-starting-cards =
    { $you ->
        [yes] You begin with { $cards }.
       *[no] { $name } begins with { $cards }.
    }
event-rolled =
    { $you ->
        [yes] You roll { $sum } ({ $first } and { $second }).
       *[no] { $name } rolls { $sum } ({ $first } and { $second }).
    }
event-produced = { $parts }.
event-produced-part =
    { $you ->
        [yes] You get { $cards }
       *[no] { $name } gets { $cards }
    }
event-produced-nothing = Nobody gets anything.
event-blocked = The robber keeps { $place } from producing.
event-shortage = The supply runs short of { $kind }.
event-handed-in-discard =
    { $you ->
        [yes] You have chosen what to discard.
       *[no] { $name } has chosen what to discard.
    }
event-discarded = { $parts }.
event-discarded-part =
    { $you ->
        [yes] You discard { $cards }
       *[no] { $name } discards { $cards }
    }
event-moved-robber =
    { $you ->
        [yes] You move the robber from { $from } to { $to }.
       *[no] { $name } moves the robber from { $from } to { $to }.
    }
event-stole-hidden = a card
event-stole =
    { $you ->
        [yes] You steal { $card } from { $victim }.
       *[no] { $robbed ->
            [yes] { $name } steals { $card } from you.
           *[no] { $name } steals { $card } from { $victim }.
        }
    }
event-declined-theft =
    { $you ->
        [yes] You steal nothing.
       *[no] { $name } chooses to steal nothing.
    }
event-stole-nothing =
    { $you ->
        [yes] You rob { $victim }, who has no cards.
       *[no] { $robbed ->
            [yes] { $name } robs you, but you have no cards.
           *[no] { $name } robs { $victim }, who has no cards.
        }
    }
event-bought-card =
    { $you ->
        [yes] You buy a development card: { $card }.
       *[no] { $name } buys a development card: { $card }.
    }
event-bought-hidden-card =
    { $you ->
        [yes] You buy a development card.
       *[no] { $name } buys a development card.
    }
event-played-card =
    { $you ->
        [yes] You play { $card }.
       *[no] { $name } plays { $card }.
    }
event-took-from-supply =
    { $you ->
        [yes] You take { $cards } from the supply.
       *[no] { $name } takes { $cards } from the supply.
    }
event-monopolized =
    { $you ->
        [yes] You take all { $kind }: { $total } { $total ->
            [one] card
           *[other] cards
        }.
       *[no] { $name } takes all { $kind }: { $total } { $total ->
            [one] card
           *[other] cards
        }.
    }
event-traded-with-supply =
    { $you ->
        [yes] You trade { $give } for { $get } with the bank.
       *[no] { $name } trades { $give } for { $get } with the bank.
    }
event-offered =
    { $you ->
        [yes] You offer { $names }: { $give } for { $want }.
       *[no] { $name } offers { $names }: { $give } for { $want }.
    }
event-accepted-offer =
    { $you ->
        [yes] You would accept the offer.
       *[no] { $name } would accept the offer.
    }
event-rejected-offer =
    { $you ->
        [yes] You reject the offer.
       *[no] { $name } rejects the offer.
    }
event-countered =
    { $you ->
        [yes] You would rather give { $give } for { $want }.
       *[no] { $name } would rather give { $give } for { $want }.
    }
event-withdrew-offer =
    { $you ->
        [yes] You withdraw the offer.
       *[no] { $name } withdraws the offer.
    }
event-proposed =
    { $you ->
        [yes] You propose: { $give } for { $want }.
       *[no] { $name } proposes: { $give } for { $want }.
    }
event-withdrew-proposal =
    { $you ->
        [yes] You withdraw your proposal.
       *[no] { $name } withdraws the proposal.
    }
event-rejected-proposal =
    { $you ->
        [yes] You reject the proposal of { $proposer }.
       *[no] { $own ->
            [yes] { $name } rejects your proposal.
           *[no] { $name } rejects the proposal of { $proposer }.
        }
    }
event-lapsed =
    { $you ->
        [yes] You can no longer pay; your answer lapses.
       *[no] { $name } can no longer pay; the answer lapses.
    }
event-offers-ended = Trading is over for this turn; open offers end.
event-traded =
    { $you ->
        [yes] You give { $partner } { $gave } and get { $got }.
       *[no] { $name } gives { $partner } { $gave } and gets { $got }.
    }
event-longest-road =
    { $you ->
        [yes] You have the Longest Road ({ $length } segments).
       *[no] { $name } has the Longest Road ({ $length } segments).
    }
event-longest-road-aside = The Longest Road card is set aside.
event-largest-army =
    { $you ->
        [yes] You have the Largest Army ({ $knights } knights).
       *[no] { $name } has the Largest Army ({ $knights } knights).
    }
event-road-building-ended =
    { $you ->
        [yes] Your Road Building ends: no more roads fit.
       *[no] { $name }’s Road Building ends: no more roads fit.
    }
event-turn-ended =
    { $you ->
        [yes] You end your turn; { $next } is next.
       *[no] { $follows ->
            [yes] { $name } ends the turn; you are next.
           *[no] { $name } ends the turn; { $next } is next.
        }
    }
event-won =
    { $you ->
        [yes] You have won!
       *[no] { $name } has won!
    }
event-no-winner = The game ends without a winner.

## Refusals

refusal-game-over = The game is over.
refusal-no-such-seat = Nobody sits in seat { $seat } in this game.
refusal-chance-due = Dice must be rolled or cards drawn first.
refusal-chance-not-due = No such outcome is due now.
refusal-impossible-chance = This outcome cannot happen: { $reason }.
refusal-not-your-turn = It is { $name }’s turn.
refusal-offers-from-active = Only { $name } makes offers now; you can propose an exchange to { $name }.
refusal-own-turn = On your own turn you make offers; only the others answer and propose.
refusal-decision-settlement = The starting settlement must be placed first.
refusal-decision-road = The starting road must be placed first.
refusal-decision-discards = Everybody who holds too many cards must discard first.
refusal-decision-robber = The robber must be moved first.
refusal-decision-victim = You must choose who to rob first.
refusal-decision-free-road = The free roads of Road Building must be placed first.
refusal-not-asked = There is no such decision to make now.
refusal-in-setup = In the set-up phase you can only place settlements and roads.
refusal-roll-first = You must roll the dice first.
refusal-already-rolled = The dice have already been rolled this turn.
refusal-cannot-pay = This costs { $price }, which you do not have.
refusal-no-road-left = All 15 of your roads are on the board.
refusal-no-settlement-left = All 5 of your settlements are on the board; turn one into a city first.
refusal-no-city-left = All 4 of your cities are on the board.
refusal-path-taken = There is already a road on { $place }.
refusal-not-connected = { $place } touches none of your roads, settlements or cities.
refusal-road-blocked = An opponent’s building on { $building } separates { $place } from your road.
refusal-not-at-new-settlement = { $place } does not touch your new settlement on { $settlement }.
refusal-intersection-taken = There is already a building on { $place }.
refusal-too-close = { $place } is right next to the building on { $neighbour }; one intersection must stay free between them.
refusal-no-road-to = None of your roads leads to { $place }.
refusal-not-own-settlement = A city replaces one of your settlements, and none stands on { $place }.
refusal-trade-over = Trading is over for this turn, because something was built or bought.
refusal-deck-empty = There are no development cards left.
refusal-no-such-card = You have no { $card } card.
refusal-bought-this-turn = You bought this { $card } card this turn; you can play it from your next turn on.
refusal-already-played-card = You have already played a development card this turn.
refusal-no-road-to-place = You have no road left, or no path for one.
refusal-must-place-road = This free road must be placed.
refusal-take-two = You must take two cards as long as the supply holds two.
refusal-supply-lacks = The supply does not have enough { $kind }.
refusal-robber-stays = The robber stands on { $place } and must move to another hex.
refusal-friendly-robber = The friendly robber spares { $name }, who has a building at { $place } and only a few points.
refusal-not-a-victim = { $name } cannot be robbed there.
refusal-must-steal = At this table, the player who moves the robber must steal.
refusal-nothing-to-discard = There is nothing to discard.
refusal-already-discarded = You have already chosen what to discard.
refusal-wrong-discard =
    { $owed ->
        [one] 1 card must be discarded, not { $given }.
       *[other] { $owed } cards must be discarded, not { $given }.
    }
refusal-not-in-hand = You do not hold { $cards }.
refusal-mixed-kinds = The cards you give to the bank must all be of one kind.
refusal-same-kind = You cannot trade { $kind } for { $kind }.
refusal-wrong-rate =
    { $n ->
        [one] Your rate for { $kind } is { $rates }.
       *[other] Your rates for { $kind } are { $rates }.
    }
refusal-not-best-rate = At this table the best rate must be used: { $rate }:1 for { $kind }.
refusal-gift = Each side must give at least one card.
refusal-kind-on-both-sides = The same kind, { $kind }, is on both sides of the exchange.
refusal-bad-addressees = An offer goes to one or more opponents.
refusal-no-offer = No offer is open.
refusal-not-addressed = The open offer is not for you.
refusal-same-answer = You have already given this answer.
refusal-not-agreed = { $name } has neither accepted the offer nor made a counter-offer.
refusal-no-proposal = { $name } has no open proposal.
refusal-offer-limit =
    { $limit ->
        [0] Players do not trade with each other at this table.
       *[other] Only { $limit } offers and proposals are allowed per turn at this table.
    }
refusal-too-few-points = { $points } points are not enough; { $goal } are needed.
refusal-declared-automatically = Victory is declared automatically in this game.

## Options: name, explanation, values

option-setup = Set-up
option-setup-about = How the island and the first pieces are laid out.
option-setup-variable = Variable: island at random
option-setup-beginner_full = For beginners: everything placed
option-setup-beginner_board_free_placement = Beginners’ island, free placement
option-start_player = Who begins
option-start_player-about = Choose a seat, or leave it to chance.
option-start_player-about-catan = By the rules the oldest player begins: choose their seat. With the variable set-up for experienced players, the highest roll begins.
option-start_player-random = Chance decides
option-start_player-highest_roll = Highest roll of the dice
option-beginner_positions = Starting positions
option-beginner_positions-about = Which positions the beginners’ set-up uses.
option-beginner_positions-v1 = First set
option-numbers = Numbers
option-numbers-about = How the number tokens are placed.
option-numbers-spiral = In a spiral, A to R
option-numbers-random = At random
option-spiral_direction = Direction of the spiral
option-spiral_direction-about = Which way the spiral of numbers runs.
option-spiral_direction-ccw = Counter-clockwise
option-spiral_direction-cw = Clockwise
option-red_adjacency = 6 and 8 side by side
option-red_adjacency-about = Applies when numbers are placed at random.
option-red_adjacency-forbid = Never
option-red_adjacency-allow = Allowed
option-harbours = Harbours
option-harbours-about = How the harbours are placed.
option-harbours-default = As in the set-up
option-harbours-shuffled = At random
option-harbours-fixed = As printed on the frame
option-trade_build = Trade and build
option-trade_build-about = Whether trading ends with the first building of a turn.
option-trade_build-separate = First trade, then build
option-trade_build-combined = In any order
option-robber_victims = Who can be robbed
option-robber_victims-about = Whether a player without cards can be chosen.
option-robber_victims-with_cards = Only players with cards
option-robber_victims-any_adjacent = Anybody at the hex
option-friendly_robber = Friendly robber
option-friendly_robber-about = The robber spares players with 2 or fewer visible points.
option-discard_limit = Hand limit on a 7
option-discard_limit-about = Players with more cards than this discard half.
option-victory_points = Points to win
option-victory_points-about = The player who has them on their own turn wins.
option-trade_same_kind = A kind on both sides of a trade
option-trade_same_kind-about = When the same kind may be on both sides.
option-trade_same_kind-forbid_any_overlap = Never
option-trade_same_kind-forbid_identical_only = Only if something else is traded too
option-road_building_may_stop = Second free road is optional
option-road_building_may_stop-about = With the card Road Building.
option-auto_declare = Declare victory automatically
option-auto_declare-about = Otherwise players declare it themselves.
option-shortage_single_player = When the supply runs short
option-shortage_single_player-about = What a player gets who is the only one owed a kind.
option-shortage_single_player-pay_rest = What is left
option-shortage_single_player-pay_nothing = Nothing
option-players = Seats
option-players-about = Seats at the table.
option-offer_limit = Offers per turn
option-offer_limit-about = How many offers each player may make in a turn. 0: no trade between players. Empty: no limit.
option-offer_limit-none = no limit
option-turn_limit = Turns
option-turn_limit-about = After how many turns the game ends without a winner. Empty: no limit.
option-turn_limit-none = no limit
option-bank_rates = Rates at the bank
option-bank_rates-about = Whether players with a better rate may still use 4:1 and 3:1.
option-bank_rates-all = Every rate a player has
option-bank_rates-best = Only the best
option-robber_theft = Stealing with the robber
option-robber_theft-about = Whether the player who moves the robber may choose not to steal.
option-robber_theft-must = Required
option-robber_theft-may = Optional
option-bank_same_kind = The same kind from the bank
option-bank_same_kind-about = Whether the bank may give a card of the kind it was given, which only makes the hand smaller.
option-bank_same_kind-forbid = No, another kind
option-bank_same_kind-allow = Yes, any kind
option-true = yes
option-false = no

## Facts: what matters about a place where something can be done, a few words each

outlook-pips = { $n ->
    [one] 1 pip
   *[other] { $n } pips
}
outlook-yields = { $n ->
    [one] 1 pip: { $kinds }
   *[other] { $n } pips: { $kinds }
}
outlook-yields-nothing = yields nothing
outlook-road = road length { $n }
outlook-road-stays = road length stays { $n }
outlook-road-changes =
    { $you ->
        [yes] your road goes from { $from } to { $to }
       *[no] { $name }’s road goes from { $from } to { $to }
    }
outlook-longest-road =
    { $you ->
        [yes] takes Longest Road
       *[no] { $name } gets Longest Road
    }
outlook-longest-road-lost =
    { $you ->
        [yes] you lose Longest Road
       *[no] { $name } loses Longest Road
    }
outlook-points = { $n ->
    [one] { $points } point
   *[other] { $points } points
}
outlook-wins = wins the game
outlook-blocks = { $n ->
    [one] blocks 1 pip: { $owners }
   *[other] blocks { $n } pips: { $owners }
}
outlook-blocks-nothing = blocks nothing
outlook-victims = steal from { $names }
