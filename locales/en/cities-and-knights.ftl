### Cities & Knights in words. What is called the same in Catan stands in catan.ftl.

## Words: things

commodity-paper = paper
commodity-cloth = cloth
commodity-coin = coin

cards-paper = { $n } paper
cards-cloth = { $n } cloth
cards-coin =
    { $n ->
        [one] 1 coin
       *[other] { $n } coins
    }

area-trade = trade
area-politics = politics
area-science = science

# Improvements by their area and level.
level-trade-1 = Market
level-trade-2 = Trading House
level-trade-3 = Merchant Guild
level-trade-4 = Bank
level-trade-5 = Great Exchange
level-politics-1 = Town Hall
level-politics-2 = Church
level-politics-3 = Fortress
level-politics-4 = Cathedral
level-politics-5 = High Assembly
level-science-1 = Abbey
level-science-2 = Library
level-science-3 = Aqueduct
level-science-4 = Theater
level-science-5 = University
level-draws = Draw a card when the event die shows this area’s gate and the red die shows at most { $red }.
level-trade-3-text = Any two identical commodities buy one other card from the bank.
level-politics-3-text = Your knights can be promoted to mighty.
level-science-3-text = A roll other than 7 that gives you nothing lets you take any one resource.
level-4-text = Whoever gets here first puts the metropolis of the area on a city: it is worth 2 more points and safe from the barbarians.
level-5-text = Keeps the metropolis of the area for good, and takes it from a holder who is not here yet.

knight-basic = basic knight
knight-strong = strong knight
knight-mighty = mighty knight
knight-active = active
knight-inactive = inactive

## Words: progress cards

card-alchemist = Alchemist
card-alchemist-text = Before you roll: choose what the two production dice show, 1 to 6 each. Only the event die is rolled.
card-crane = Crane
card-crane-text = The next improvement you buy this turn costs one commodity less, so a first level is free. A second Crane counts for the improvement after it.
card-engineer = Engineer
card-engineer-text = Build a city wall free of charge under a city of yours that has none.
card-inventor = Inventor
card-inventor-text = Swap two number tokens anywhere on the board, but not 2, 6, 8 or 12.
card-irrigation = Irrigation
card-irrigation-text = Take 2 grain from the supply for each fields hex at which you have a building. The robber makes no difference.
card-medicine = Medicine
card-medicine-text = Turn one of your settlements into a city for 2 ore and 1 grain.
card-mining = Mining
card-mining-text = Take 2 ore from the supply for each mountains hex at which you have a building. The robber makes no difference.
card-printer = Printer
card-printer-text = 1 victory point. It is turned up at once, does not count towards the limit of four cards, and cannot be taken by a Spy.
card-road-building-text = Build two roads free of charge.
card-smith = Smith
card-smith-text = Promote one or two of your knights by one level each, free of charge. No knight is promoted twice in a turn, and mighty ones need the Fortress.
card-bishop = Bishop
card-bishop-text = Move the robber and take a random card from every opponent with a building at its new hex. Not before the first attack of the barbarians is over.
card-constitution = Constitution
card-constitution-text = 1 victory point. It is turned up at once, does not count towards the limit of four cards, and cannot be taken by a Spy.
card-deserter = Deserter
card-deserter-text = Name an opponent, who must remove a knight of their choice. You may then place one of yours, as strong and as active, free of charge at one of your roads; a weaker one if you have no such knight left.
card-diplomat = Diplomat
card-diplomat-text = Remove any player’s open road: one with an end at which its owner has no other road, building or knight. This must not leave a knight of the owner without a road. If the road is yours, you may place it again at once on another path.
card-intrigue = Intrigue
card-intrigue-text = Drive away an opponent’s knight of any strength that stands at one of your roads. Its owner moves it along their own roads, or takes it off the board if no place is free.
card-saboteur = Saboteur
card-saboteur-text = Every opponent with as many points as you or more discards half of their hand, rounded down. Walls do not help.
card-spy = Spy
card-spy-text = Look at the hidden progress cards of an opponent. You may take one of them, and play it at once.
card-warlord = Warlord
card-warlord-text = Activate all your knights free of charge. Those that were inactive cannot act this turn.
card-wedding = Wedding
card-wedding-text = Every opponent with more points than you gives you two cards of their choice, or the only one they have.
card-commercial-harbor = Commercial Harbor
card-commercial-harbor-text = This turn you may force each opponent into one exchange: you give a resource face down and get a commodity of their choice. If an opponent has none, nothing changes hands.
card-master-merchant = Master Merchant
card-master-merchant-text = Choose an opponent with more points than you, look at their hand and take two cards of your choice, or their only one.
card-merchant = Merchant
card-merchant-text = Put the merchant on a hex at which you have a building. As long as it is yours it is worth 1 point, and you trade the resource of its hex 2:1 with the bank.
card-resource-monopoly = Resource Monopoly
card-resource-monopoly-text = Name a resource. Every opponent gives you two of it, or the only one they have.
card-trade-monopoly = Trade Monopoly
card-trade-monopoly-text = Name a commodity. Every opponent who has it gives you one.
card-merchant-fleet = Merchant Fleet
card-merchant-fleet-text = Name a resource or a commodity. For the rest of this turn you trade it 2:1 with the bank, as often as you like.

# A progress card in a sentence: known, or only by its deck.
progress-known = the card { $card }
progress-hidden = a progress card ({ $area })

## Words: actions, as on a button

action-wall = City wall on { $place }
action-build-knight = Knight on { $place }
action-activate = Activate the knight on { $place }
action-promote = Promote the knight on { $place }
action-move = Knight from { $from } to { $to }
action-displace = Knight from { $from } drives away the one on { $to }
action-chase = Chase the robber with the knight on { $place }
action-improve = Improve { $area }
action-metropolis = Metropolis on { $place }
action-pillage = Lose the city on { $place }
action-fight = Send knights to fight: { $places }
action-fight-none = Send no knight to fight
action-deck = Draw from the deck of { $area }
action-draw = Draw a progress card
action-drop = Discard { $card }
action-take = Take { $cards }
action-take-card = Take { $card }
action-give = Give { $cards }
action-retreat = Knight to { $place }
action-remove-knight = Remove the knight on { $place }
action-place-knight = Place the knight on { $place }
action-place-knight-of =
    { $strength ->
        [1] Place a basic knight on { $place }
        [2] Place a strong knight on { $place }
       *[other] Place a mighty knight on { $place }
    }
action-decline = Decline
action-decline-draw = Draw no card
action-decline-aqueduct = Take no resource
action-decline-early = Play no card now
action-decline-spy = Take no card
action-decline-knight = Place no knight
action-decline-road = Place no road
action-decline-metropolis = Decline the metropolis
action-force = Force an exchange on { $name }: { $cards } for a commodity
action-play = Play { $card }
action-play-on = Play { $card }: { $target }

target-alchemist = red { $red }, the other { $other }
target-engineer = wall on { $place }
target-inventor = swap { $first } and { $second }
target-medicine = city on { $place }
target-smith = knight on { $place }
target-smith-two = knights on { $place } and { $other }
target-diplomat = road on { $place }
target-intrigue = knight on { $place }

## Words: events, as sentences of the log

event-rolled-three =
    { $you ->
        [yes] You roll { $sum } (red { $red } and { $other }) and { $face }.
       *[no] { $name } rolls { $sum } (red { $red } and { $other }) and { $face }.
    }
face-ship = the ship of the barbarians
face-trade = the gate of trade
face-politics = the gate of politics
face-science = the gate of science
event-ship-moved =
    { $space ->
        [7] The ship of the barbarians lands.
       *[other] The ship of the barbarians is on space { $space } of 7.
    }
event-mustered =
    { $you ->
        [yes] { $n ->
            [0] None of your knights fights.
            [one] You send one knight to fight.
           *[other] You send { $n } knights to fight.
        }
       *[no] { $n ->
            [0] { $name } sends no knight to fight.
            [one] { $name } sends one knight to fight.
           *[other] { $name } sends { $n } knights to fight.
        }
    }
event-attacked =
    { $winner ->
        [knights] The barbarians attack with strength { $barbarians }, the knights have { $knights } ({ $parts }): Catan is defended.
       *[barbarians] The barbarians attack with strength { $barbarians }, the knights have only { $knights } ({ $parts }): the barbarians win.
    }
event-attacked-nobody =
    { $winner ->
        [knights] The barbarians attack with strength { $barbarians }, and no knight has to fight.
       *[barbarians] The barbarians attack with strength { $barbarians }, and no knight fights: the barbarians win.
    }
event-attacked-part =
    { $you ->
        [yes] you { $strength }
       *[no] { $name } { $strength }
    }
event-pillaged =
    { $you ->
        [yes] Your city on { $place } is lost; a settlement remains.
       *[no] The city of { $name } on { $place } is lost; a settlement remains.
    }
event-razed =
    { $you ->
        [yes] Your city on { $place } is lost, and nothing remains there.
       *[no] The city of { $name } on { $place } is lost, and nothing remains there.
    }
event-lost-road =
    { $you ->
        [yes] Your road on { $place } is lost.
       *[no] The road of { $name } on { $place } is lost.
    }
event-defended =
    { $you ->
        [yes] You become Defender of Catan: 1 point.
       *[no] { $name } becomes Defender of Catan: 1 point.
    }
event-attack-over = All knights become inactive, and the ship returns to its start.
event-built-wall =
    { $you ->
        [yes] You build a city wall on { $place }.
       *[no] { $name } builds a city wall on { $place }.
    }
event-built-knight =
    { $you ->
        [yes] You build a knight on { $place }.
       *[no] { $name } builds a knight on { $place }.
    }
event-activated =
    { $you ->
        [yes] You activate the knight on { $place }.
       *[no] { $name } activates the knight on { $place }.
    }
event-activated-all =
    { $you ->
        [yes] You activate the knights on { $places }.
       *[no] { $name } activates the knights on { $places }.
    }
event-promoted =
    { $you ->
        [yes] You promote the knight on { $place } to { $strength ->
            [2] strong
           *[other] mighty
        }.
       *[no] { $name } promotes the knight on { $place } to { $strength ->
            [2] strong
           *[other] mighty
        }.
    }
event-moved-knight =
    { $you ->
        [yes] You move the knight from { $from } to { $to }.
       *[no] { $name } moves the knight from { $from } to { $to }.
    }
event-displaced =
    { $you ->
        [yes] Your knight moves from { $from } to { $to } and drives away the knight of { $victim }.
       *[no] { $driven ->
            [yes] The knight of { $name } moves from { $from } to { $to } and drives away yours.
           *[no] The knight of { $name } moves from { $from } to { $to } and drives away the knight of { $victim }.
        }
    }
event-retreated =
    { $you ->
        [yes] Your knight retreats from { $from } to { $to }.
       *[no] The knight of { $name } retreats from { $from } to { $to }.
    }
event-retreated-off =
    { $you ->
        [yes] Your knight on { $from } finds no free place and leaves the board.
       *[no] The knight of { $name } on { $from } finds no free place and leaves the board.
    }
event-deserted =
    { $you ->
        [yes] Your { $strength ->
            [1] basic
            [2] strong
           *[other] mighty
        } knight on { $place } deserts.
       *[no] The { $strength ->
            [1] basic
            [2] strong
           *[other] mighty
        } knight of { $name } on { $place } deserts.
    }
event-placed-deserter =
    { $you ->
        [yes] You place { $knight } on { $place }.
       *[no] { $name } places { $knight } on { $place }.
    }
knight-placed-active =
    { $strength ->
        [1] an active basic knight
        [2] an active strong knight
       *[other] an active mighty knight
    }
knight-placed-inactive =
    { $strength ->
        [1] an inactive basic knight
        [2] an inactive strong knight
       *[other] an inactive mighty knight
    }
event-chased-robber =
    { $you ->
        [yes] Your knight on { $place } chases the robber.
       *[no] The knight of { $name } on { $place } chases the robber.
    }
event-improved =
    { $you ->
        [yes] You improve { $area } to level { $level }: { $building }.
       *[no] { $name } improves { $area } to level { $level }: { $building }.
    }
event-placed-metropolis =
    { $you ->
        [yes] Your city on { $place } becomes the metropolis of { $area }.
       *[no] The city of { $name } on { $place } becomes the metropolis of { $area }.
    }
event-took-metropolis =
    { $you ->
        [yes] You take the metropolis of { $area } from { $from } to your city on { $place }.
       *[no] { $name } takes the metropolis of { $area } from { $from } to the city on { $place }.
    }
event-left-metropolis =
    { $you ->
        [yes] You decline the metropolis of { $area }.
       *[no] { $name } declines the metropolis of { $area }.
    }
event-drew-progress =
    { $you ->
        [yes] You draw { $card }.
       *[no] { $name } draws { $card }.
    }
event-revealed-progress =
    { $you ->
        [yes] You draw { $card } and turn it up: 1 point.
       *[no] { $name } draws { $card } and turns it up: 1 point.
    }
event-declined-draw =
    { $you ->
        [yes] You draw no progress card.
       *[no] { $name } draws no progress card.
    }
event-handed-in-progress =
    { $you ->
        [yes] You have chosen which progress card to discard.
       *[no] { $name } has chosen which progress card to discard.
    }
event-dropped-progress =
    { $you ->
        [yes] You put { $card } under its deck.
       *[no] { $name } puts { $card } under its deck.
    }
event-shortage-of = The supply does not have enough for everybody: { $kind }.
event-took-by-aqueduct =
    { $you ->
        [yes] You get nothing else, and take { $cards } with the Aqueduct.
       *[no] { $name } gets nothing else, and takes { $cards } with the Aqueduct.
    }
event-chose-dice = The dice are set to { $red } (red) and { $other }.
event-swapped-numbers = The number tokens of { $first } and { $second } are swapped.
event-collected =
    { $you ->
        [yes] You get { $cards } from the others.
       *[no] { $name } gets { $cards } from the others.
    }
event-handed-in-gift =
    { $you ->
        [yes] You have chosen which cards to give.
       *[no] { $name } has chosen which cards to give.
    }
event-gave =
    { $you ->
        [yes] { $receiver } gets { $cards } from you.
       *[no] { $receives ->
            [yes] You get { $cards } from { $name }.
           *[no] { $receiver } gets { $cards } from { $name }.
        }
    }
event-took-progress =
    { $you ->
        [yes] You take { $card } from { $victim }.
       *[no] { $robbed ->
            [yes] { $name } takes { $card } from you.
           *[no] { $name } takes { $card } from { $victim }.
        }
    }
event-looked-at-hand =
    { $you ->
        [yes] You look at the hand of { $victim }.
       *[no] { $seen ->
            [yes] { $name } looks at your hand.
           *[no] { $name } looks at the hand of { $victim }.
        }
    }
event-looked-at-progress =
    { $you ->
        [yes] You look at the hidden progress cards of { $victim }.
       *[no] { $seen ->
            [yes] { $name } looks at your hidden progress cards.
           *[no] { $name } looks at the hidden progress cards of { $victim }.
        }
    }
event-left-progress =
    { $you ->
        [yes] You take no progress card from { $victim }.
       *[no] { $seen ->
            [yes] { $name } takes no progress card from you.
           *[no] { $name } takes no progress card from { $victim }.
        }
    }
event-forced =
    { $you ->
        [yes] You force an exchange on { $victim }: { $gave } for { $got }.
       *[no] { $forced ->
            [yes] { $name } forces an exchange on you: you get { $gave } for { $got }.
           *[no] { $name } forces an exchange on { $victim }: { $gave } for { $got }.
        }
    }
forced-resource = a resource
forced-commodity = a commodity
event-forced-nothing =
    { $you ->
        [yes] You try to force an exchange on { $victim }, but there is no commodity to give.
       *[no] { $forced ->
            [yes] { $name } tries to force an exchange on you, but you have no commodity.
           *[no] { $name } tries to force an exchange on { $victim }, but there is no commodity to give.
        }
    }
event-placed-merchant =
    { $you ->
        [yes] You put the merchant on { $place }.
       *[no] { $name } puts the merchant on { $place }.
    }
event-chose-fleet =
    { $you ->
        [yes] You trade { $kind } 2:1 with the bank this turn.
       *[no] { $name } trades { $kind } 2:1 with the bank this turn.
    }
event-removed-road =
    { $owns ->
        [own] { $you ->
            [yes] You remove your own road on { $place }.
           *[no] { $name } removes their own road on { $place }.
        }
        [yes] { $name } removes your road on { $place }.
       *[no] { $you ->
            [yes] You remove the road of { $owner } on { $place }.
           *[no] { $name } removes the road of { $owner } on { $place }.
        }
    }

## Words: refusals

refusal-not-yours = The decision is up to { $names } now.
refusal-no-opponent = There is no opponent in seat { $seat }.
refusal-decision-founding = The starting buildings and roads must be placed first.
refusal-decision-muster = Each player must first say which knights fight.
refusal-decision-pillage = The city that is lost must be chosen first.
refusal-decision-deck = One of the best defenders must choose a deck first.
refusal-decision-draw = Whether to draw a progress card must be decided first.
refusal-decision-fifth-card = The surplus progress card must be discarded first.
refusal-decision-early-cards = First choose which progress cards you play before the production.
refusal-decision-aqueduct = The resource from the Aqueduct must be chosen first.
refusal-decision-hands = Everybody who must discard has to do so first.
refusal-decision-retreat = The knight that was driven away must retreat first.
refusal-decision-deserter = A knight must be removed for the Deserter first.
refusal-decision-placing-deserter = The knight for the Deserter must be placed or declined first.
refusal-decision-replacing-road = The removed road must be placed again or given up first.
refusal-decision-spy = The Spy must take a card or decline first.
refusal-decision-taking-cards = The cards for the Master Merchant must be taken first.
refusal-decision-gifts = The wedding gifts must be chosen first.
refusal-decision-forced-exchange = A commodity must be given for Commercial Harbor first.
refusal-decision-metropolis = The metropolis must be placed first.
refusal-way-blocked = An opponent’s building or knight on { $vertex } separates { $place } from your road.
refusal-not-at-new-building = { $place } does not touch your new building on { $vertex }.
refusal-same-path = The removed road may not go back to { $place }.
refusal-knight-there = There is a knight on { $place }.
refusal-laid-city-first = Set your city that lies on its side upright first.
refusal-not-own-city = None of your cities stands on { $place }.
refusal-has-wall = The city on { $place } already has a wall.
refusal-has-metropolis = There is a metropolis on { $place }; a city without one is needed.
refusal-no-wall-left = All 3 of your city walls are on the board.
refusal-no-knight-left =
    { $strength ->
        [1] Both of your basic knights are on the board; promote one first.
        [2] Both of your strong knights are on the board.
       *[other] Both of your mighty knights are on the board.
    }
refusal-not-own-knight = None of your knights stands on { $place }.
refusal-already-active = The knight on { $place } is already active.
refusal-inactive = The knight on { $place } is inactive.
refusal-cannot-act = The knight on { $place } cannot act this turn: it has already acted, or only became active this turn.
refusal-promoted-already = The knight on { $place } has already been promoted this turn.
refusal-already-mighty = The knight on { $place } is already mighty.
refusal-needs-fortress = Mighty knights need the Fortress, politics level 3.
refusal-not-free = { $place } is not free.
refusal-no-route = No unbroken chain of your roads leads to { $place }.
refusal-no-foreign-knight = No opponent’s knight stands on { $place }.
refusal-not-weaker = The knight on { $place } is not weaker than yours.
refusal-robber-not-near = The robber is not on a hex next to the knight on { $place }.
refusal-robber-locked = Nothing moves the robber before the first attack of the barbarians is over.
refusal-robber-elsewhere = The robber must go to another hex.
refusal-robber-spares = The friendly robber spares { $name }, who has only a few points and a building there.
refusal-no-number = { $place } has no number; the chased robber must go to a hex with one.
refusal-highest-level = The highest level has been reached: { $area }.
refusal-needs-city = Improvements need a city on the board.
refusal-needs-plain-city = This level needs a city of yours without a metropolis.
refusal-needs-cities = Each level 4 needs another city: for this one you need { $n } cities in all.
refusal-supply-empty = The supply has none left: { $kind }.
refusal-wrong-count =
    { $owed ->
        [one] It must be 1 card, not { $given }.
       *[other] It must be { $owed } cards, not { $given }.
    }
refusal-handed-in-already = You have already chosen.
refusal-not-held = The card { $card } is not there.
refusal-before-roll-only = The card { $card } is played before the dice are rolled.
refusal-after-roll-only = The card { $card } is played after the dice are rolled.
refusal-strength-is-given =
    { $strength ->
        [1] The knight to place is a basic one; do not name its strength.
        [2] The knight to place is a strong one; do not name its strength.
       *[other] The knight to place is a mighty one; do not name its strength.
    }
refusal-strength-to-choose = Say whether you place a basic, a strong or a mighty knight.
refusal-stronger-than-deserter =
    { $strength ->
        [1] The knight that deserted was a basic one; yours cannot be stronger.
        [2] The knight that deserted was a strong one; yours cannot be stronger.
       *[other] Knights are basic, strong or mighty.
    }
refusal-forced-already = { $name } has already been forced this turn.
refusal-no-commercial-harbor-played = You have not played Commercial Harbor this turn.
refusal-not-a-commodity = It must be a commodity: paper, cloth or coin.
refusal-not-a-resource = It must be a resource, not a commodity.
refusal-deck-empty-of = The deck of { $area } is empty.

# Why a progress card would do nothing.
null-inventor = Both hexes have the same number; nothing would change.
null-irrigation = You have no building next to fields, or the supply has no grain.
null-mining = You have no building next to mountains, or the supply has no ore.
null-road-building = You have no road left, or no path for one.
null-deserter = This opponent has no knight on the board.
null-saboteur = No opponent with as many points as you has two or more cards.
null-spy = This opponent has no hidden progress cards.
null-warlord = All your knights are active, or you have none.
null-wedding = No opponent with more points than you has a card.
null-master-merchant = This opponent has no cards.
null-merchant = The merchant is already there, and it is yours.
null-monopoly = No opponent has a card.
null-other = The card { $card } would do nothing.

# Why a progress card cannot be played on what was chosen.
wrong-alchemist = Each die shows 1 to 6.
wrong-inventor = Choose two different hexes with a number, but not 2, 6, 8 or 12.
wrong-smith = Choose two different knights, the lower intersection first.
wrong-diplomat = That is not an open road: it must have an end at which its owner has no other road, building or knight, and must not leave a knight without a road.
wrong-intrigue = None of your roads leads to this knight.
wrong-master-merchant = This opponent does not have more points than you.
wrong-merchant = The merchant goes to a hex at which you have a building.
wrong-resource-monopoly = Name a resource, not a commodity.
wrong-trade-monopoly = Name a commodity: paper, cloth or coin.
wrong-other = The card { $card } cannot be played like that.

## Words: what is asked now

turn-founding-city-you = Your turn: place a city
turn-founding-city = { $name } places a city
turn-muster-you = The barbarians are here: which of your knights fight?
turn-muster = { $name } chooses which knights fight
turn-pillage-you = The barbarians win: which city do you lose?
turn-pillage = { $name } chooses which city is lost
turn-deck-you = You defended Catan: choose a deck to draw from
turn-deck = { $name } chooses a deck to draw from
turn-draw-you = Do you draw a progress card ({ $area })?
turn-draw = { $name } may draw a progress card
turn-drawing-you = You draw a progress card
turn-drawing = { $name } draws a progress card
turn-drop-you = You have five progress cards: discard one
turn-drop = Waiting for { $names } to discard a progress card
turn-aqueduct-you = Aqueduct: take a resource of your choice
turn-aqueduct = { $name } may take a resource with the Aqueduct
turn-retreat-you = Your knight was driven away: where does it go?
turn-retreat = { $name } moves the knight that was driven away
turn-desert-you = Deserter: which of your knights do you remove?
turn-desert = { $name } chooses which knight deserts
turn-place-knight-you = Deserter: place a knight, or decline
turn-place-knight = { $name } may place a knight
turn-replace-road-you = Diplomat: place your road again, or decline
turn-replace-road = { $name } may place the road again
turn-spy-you = Spy: take a progress card from { $victim }, or decline
turn-spy =
    { $seen ->
        [yes] { $name } looks at your progress cards
       *[no] { $name } looks at the progress cards of { $victim }
    }
# With as many cards as are due, nobody is asked.
turn-take-you = Master Merchant: take { $n } cards from { $victim }
turn-take =
    { $seen ->
        [yes] { $name } looks at your hand and takes cards with Master Merchant
       *[no] { $name } looks at the hand of { $victim } and takes cards with Master Merchant
    }
turn-gift-you = Wedding: give { $to } { $n } cards
turn-gift = Waiting for { $names } to give cards
turn-forced-you = Commercial Harbor: give { $to } a commodity for a resource
turn-forced = { $name } chooses a commodity for Commercial Harbor
turn-metropolis-you = Which city becomes the metropolis ({ $area })?
turn-metropolis = { $name } chooses the city for a metropolis
turn-play-or-drop-you = You have five progress cards: play one, or discard one
turn-play-or-drop = { $name } plays or discards a progress card
turn-early-you = Play progress cards before the production, or go on
turn-early = { $name } may play progress cards before the production

## Words: options

option-ck_pillage_no_settlement = Lost city without a settlement left
option-ck_pillage_no_settlement-about = What the barbarians leave when the loser has no settlement in the supply.
option-ck_pillage_no_settlement-seed_remove = The city is removed, along with its roads
option-ck_pillage_no_settlement-official_tip = The city is laid on its side and counts as a settlement
option-ck_fifth_card = Fifth progress card
option-ck_fifth_card-about = When a player with five hidden progress cards discards one.
option-ck_fifth_card-discard_at_once = At once
option-ck_fifth_card-active_until_end_of_turn = On your own turn, at its end
option-ck_fifth_card-active_may_play_now = On your own turn, you may play one instead
option-ck_progress_draw = Drawing progress cards
option-ck_progress_draw-about = Whether players must take the card they are due.
option-ck_progress_draw-when_fifth = Asked only if it could be the fifth
option-ck_progress_draw-automatic = Always
option-ck_progress_draw-optional = Each player is always asked
option-ck_chased_robber = Where a chased robber goes
option-ck_chased_robber-about = Where a knight may chase the robber to.
option-ck_chased_robber-any_hex = To any other hex
option-ck_chased_robber-numbered_only = Only to hexes with a number
option-ck_level4_city = City for levels 4 and 5
option-ck_level4_city-about = Who needs a city without a metropolis for these levels.
option-ck_level4_city-always_unless_owner = Everybody but the holder of the metropolis
option-ck_level4_city-only_if_awarded = Only those who would get the metropolis
option-ck_level4_city-each_level = Everybody but the holder of the metropolis, with one city for each area at level 4
option-ck_level4_city-always = Everybody, even the holder
option-ck_defender_supply = Defender cards
option-ck_defender_supply-about = How many times Defender of Catan can be awarded.
option-ck_defender_supply-unlimited = As often as it happens
option-ck_defender_supply-six = Six times in all
option-ck_zero_defence_reward = Reward without any knight
option-ck_zero_defence_reward-about = Whether everybody draws a card when the barbarians find neither cities nor active knights.
option-ck_null_play = Cards that do nothing
option-ck_null_play-about = Whether a progress card that is known to have no effect may be played.
option-ck_null_play-forbid_known_null = Not allowed
option-ck_null_play-allow = Allowed
option-ck_deserter_substitute = Knight for a Deserter
option-ck_deserter_substitute-about = Which knight may be placed for the one that deserted.
option-ck_deserter_substitute-basic = Equally strong, or else a basic one
option-ck_deserter_substitute-any_lower = Equally strong or weaker, as you like
option-ck_commercial_harbor = Commercial Harbor
option-ck_commercial_harbor-about = How often an opponent can be forced in a turn.
option-ck_commercial_harbor-per_turn = Once
option-ck_commercial_harbor-per_card = Once for each card played
option-ck_robber_start = Robber at the start
option-ck_robber_start-about = Where the robber waits for the first attack, and whether anything moves it before.
option-ck_robber_start-desert_locked = On the desert; nothing moves it
option-ck_robber_start-beside_track = Beside the barbarians’ track; nothing moves it
option-ck_robber_start-desert_free = On the desert; a 7, a knight or Bishop moves it
option-ck_barbarian_variant = Who fights the barbarians
option-ck_barbarian_variant-about = Whether players choose which of their active knights fight.
option-ck_barbarian_variant-all = All active knights
option-ck_barbarian_variant-choose = Those their owners send
option-ck_merchant_on_desert = Merchant on the desert
option-ck_merchant_on_desert-about = There it is worth its point but gives no trade.
option-ck_merchant_on_desert-allow = Allowed
option-ck_merchant_on_desert-forbid = Not allowed
option-ck_board = Island
option-ck_board-about = How the island is laid out.
option-ck_board-variable = Variable: at random
option-ck_board-ck_beginner = Beginners’ map of Cities & Knights
option-ck_deserter_acts = When a placed knight acts
option-ck_deserter_acts-about = Whether a knight placed active by the Deserter can act at once.
option-ck_deserter_acts-same_turn = In the same turn
option-ck_deserter_acts-next_turn = In the next turn
option-barbarian_loser = Weakest against the barbarians
option-barbarian_loser-about = How the players who lose a city are determined.
option-barbarian_loser-strength = Weakest in total strength of fighting knights
option-barbarian_loser-count = Fewest fighting knights
option-ck_barbarian_compared = Who is compared
option-ck_barbarian_compared-about = Whether players who cannot lose a city count when the barbarians have won.
option-ck_barbarian_compared-with_plain_city = Players with a city without a metropolis
option-ck_barbarian_compared-all = All players
option-ck_pillaged_roads = Roads lost with a city
option-ck_pillaged_roads-about = Which roads are lost with a city when no settlement is left in the supply.
option-ck_pillaged_roads-adjacent = Those that end there
option-ck_pillaged_roads-connected = All roads connected to it
option-ck_knight_route = Route of a knight
option-ck_knight_route-about = Where a knight may move, and drive others away.
option-ck_knight_route-connected = Along connected roads of its owner
option-ck_knight_route-any_own_road = Wherever a road of its owner ends
option-ck_deserter_mighty = Mighty knight for a Deserter
option-ck_deserter_mighty-about = Whether a mighty knight may be placed without the Fortress.
option-ck_deserter_mighty-always = Always
option-ck_deserter_mighty-with_fortress = Only with the Fortress
option-ck_metropolis_takeover = Taking a metropolis
option-ck_metropolis_takeover-about = Who takes a metropolis by reaching level 5.
option-ck_metropolis_takeover-before_holder = Whoever gets there before its holder
option-ck_metropolis_takeover-any_level5 = Anybody who wants to
option-ck_metropolis_placing = Placing a metropolis
option-ck_metropolis_placing-about = Whether a player who gains a metropolis may decline it; one that was free stays free for the next to reach level 4 or 5.
option-ck_metropolis_placing-must = Required
option-ck_metropolis_placing-may = Optional
option-ck_crane_first_level = Crane at level 1
option-ck_crane_first_level-about = Whether a Crane makes the first level of an area free, or it still costs one commodity.
option-ck_crane_first_level-free = Free
option-ck_crane_first_level-one_commodity = Still one commodity
option-ck_merchant_trades = Merchant’s trades
option-ck_merchant_trades-about = What the owner of the merchant trades 2:1.
option-ck_merchant_trades-resource = The resource of its hex
option-ck_merchant_trades-hex = The resource and the commodity of its hex
option-ck_progress_play = Progress cards
option-ck_progress_play-about = When progress cards may first be played in a turn.
option-ck_progress_play-after_production = After the production
option-ck_progress_play-after_dice = As soon as the dice are rolled

## Table

keys-end-or-decline = End the turn, decline what is optional
keys-wall = Build a city wall
keys-knight = Build a knight
keys-knights = Your knights
keys-improve = City improvements
keys-progress = To your progress cards
hint-city = Choose one of your lit cities.
hint-knight = Choose one of your lit knights.
hint-knights = Choose a lit place or knight.
dice-last-three = The last roll was { $sum }: { $red } on the red die and { $other } on the other. The event die shows { $face }.
barbarians-told =
    { $left ->
        [0] The barbarians attack with strength { $attack }, against { $defence } of active knights.
        [one] Barbarians: one more ship symbol and they attack, with strength { $attack } against { $defence } of active knights.
       *[other] Barbarians: { $left } ship symbols until they attack, with strength { $attack } against { $defence } of active knights.
    }
robber-locked = Nothing moves the robber until the first attack is over.
cities-at-risk = Cities at risk
merchant-at = { $name } has the merchant on { $place }.
merchant-of = merchant of { $name }
metropolis-here = ★ metropolis
metropolis-of = metropolis of { $area }
city-laid = city on its side, which counts as a settlement
yields-both = { $resource }; cities also { $commodity }

# Decisions.
discard-hint-limit = You hold { $hand } cards and may keep { $limit }. Choose what to discard.
sabotage-hint = { $name } plays Saboteur: you lose half of your hand, rounded down. Choose what to discard.
gift-title =
    { $n ->
        [one] Give { $name } 1 card
       *[other] Give { $name } { $n } cards
    }
gift-hint = Wedding: you have more points than its player. Only the two of you see what you give.
gift-button = Give
taking-title =
    { $n ->
        [one] Take 1 card from { $name }
       *[other] Take { $n } cards from { $name }
    }
taking-hand = The hand of { $name }: { $cards }.
taking-hint = Only you see it. Choose what to take.
taking-button = Take
aqueduct = Aqueduct: take a resource
aqueduct-hint = The roll gave you nothing, so you may take one.
forced = Give a commodity
forced-hint = Commercial Harbor: in return you get a resource that you have not seen yet.
decks = Choose a deck
decks-hint = You were among the strongest defenders and draw a progress card.
offered-draw = Draw a progress card?
offered-draw-hint = The gate and the red die let you draw one. You may decline.
offered-draw-fifth-hint = The gate and the red die let you draw one. You already hold four: with a fifth, one must go under its deck. You may decline.
early = Progress cards before the production
early-hint = The dice have been rolled, but nothing has been produced yet. You may play cards from your hand now.
muster = Which knights fight?
muster-hint = Only those that fight count, and only they become inactive.
muster-button = Confirm
use-commercial-harbor = Use Commercial Harbor
use-commercial-harbor-hint = Choose the resource that you give. The opponent who takes it gives you a commodity of their choice.
places-metropolis = Where the metropolis may stand
places-pillage = Which city is lost
places-retreat = Where your knight may go
places-remove = Which knight you lose
places-deserter = Where the deserter may stand
fifth-title = Too many progress cards: discard one
fifth-hint = You may keep four. The card goes face down under its deck.
fifth-hint-play = Discard one of the five, or play one of them first.
spied-title = { $name }’s progress cards
spied-hint = You may take one and play it at once.

# Building, knights, improvements, cards.
piece-wall = city wall
piece-knight = knight
affordable-activation = activating a knight
affordable-promotion = promoting a knight
affordable-improvement = city improvement
no-place-wall = You have no city without a wall.
no-place-knight = None of your roads ends at a free intersection.
tool-wall = wall
tool-knight = new knight
tool-knights = Knights
knights-on-board = on the board:
knights-none = You have no knights on the board.
knight-at = { $knight }, on { $place }
knight-activate = Activate
knight-promote = Promote
knight-chase = Chase the robber
knight-move = Move
knight-move-prompt = Where does it go? { $knight }
tool-improve = Improve
cranes =
    { $n ->
        [one] A Crane makes your next improvement cheaper by one.
       *[other] { $n } Cranes make your next improvements cheaper by one each.
    }
level-now = Level { $level }: { $name }
level-next = Level { $level }: { $name }
level-of-five = level { $level } of 5
progress = Progress cards
progress-none = None yet.
play-choose = Choose on the board
prompt-engineer = Engineer: choose a city for the wall.
prompt-medicine = Medicine: choose the settlement that becomes a city.
prompt-intrigue = Intrigue: choose the knight to drive away.
prompt-diplomat = Diplomat: choose the open road to remove.
prompt-merchant = Merchant: choose the hex to put it on.
prompt-inventor = Inventor: choose the first of two numbers.
prompt-inventor-second = Inventor: which number is { $place } swapped with?
prompt-smith = Smith: choose a knight to promote.
prompt-smith-second = Smith: choose a second knight, or just one. First: { $knight }.
smith-only = Only this one
alchemist-red = Red die
alchemist-other = Other die

# Beside the board.
points-metropolises = Metropo{"\u00AD"}lises
points-defender = Defender of Catan
points-progress = Printer and Constitution
points-merchant = Merchant
fact-hand = Cards in hand
fact-progress = Progress cards
fact-active-strength = Strength of active knights
fact-level = Improvements: { $area }
hand-limit = Cards safe on a 7
strength-all = Strength of all knights
progress-of = Progress cards: { $area }
left-walls = Walls left
left-knights =
    { $strength ->
        [1] Basic knights left
        [2] Strong knights left
       *[other] Mighty knights left
    }
walls-column = Walls
figure-barbarians = Barbarians
figure-levels = Improvements
figure-knights = Knights
deck-of = Deck: { $area }
cost-wall = 2 more cards are safe on a 7
cost-knight = a basic knight, inactive
cost-activation = it may act from your next turn on
cost-promotion = one level stronger

## Facts: what matters about a place where something can be done, a few words each

outlook-hand-limit = keep up to { $n } cards on a 7
outlook-strengths = knights { $knights } against barbarians { $barbarians }
outlook-drives-away = drives away { $name }: { $knight }
