### Carcassonne, Traders & Builders and Mayflower in words. `$world` is `new` for Mayflower.

## Things

land-road =
    { $world ->
       *[old] road
    }
land-city =
    { $world ->
        [new] town
       *[old] city
    }
land-monastery =
    { $world ->
        [new] farm
       *[old] monastery
    }
land-field =
    { $world ->
        [new] plain
       *[old] field
    }
land-roads =
    { $world ->
       *[old] Roads
    }
land-cities =
    { $world ->
        [new] Towns
       *[old] Cities
    }
land-monasteries =
    { $world ->
        [new] Farms
       *[old] Monasteries
    }
land-fields =
    { $world ->
        [new] Plains
       *[old] Fields
    }
land-follower =
    { $world ->
        [new] settler
       *[old] follower
    }
land-followers =
    { $world ->
        [new] Settlers
       *[old] Followers
    }
land-thief =
    { $world ->
        [new] bandit
       *[old] thief
    }
land-knight =
    { $world ->
        [new] sheriff
       *[old] knight
    }
land-monk =
    { $world ->
        [new] farmer
       *[old] monk
    }
land-farmer =
    { $world ->
        [new] trapper
       *[old] farmer
    }
land-builder = builder
land-pig = pig
land-a-thief =
    { $world ->
        [new] a bandit
       *[old] a thief
    }
land-a-knight =
    { $world ->
        [new] a sheriff
       *[old] a knight
    }
land-a-monk =
    { $world ->
        [new] a farmer
       *[old] a monk
    }
land-a-farmer =
    { $world ->
        [new] a trapper
       *[old] a farmer
    }
land-a-builder = the builder
land-a-pig = the pig
land-good-wine = wine
land-good-grain = grain
land-good-cloth = cloth
land-side-north = north
land-side-east = east
land-side-south = south
land-side-west = west
land-half-north =
    { $side ->
        [north] northern half in the north
        [east] northern half in the east
        [south] northern half in the south
       *[west] northern half in the west
    }
land-half-east =
    { $side ->
        [north] eastern half in the north
        [east] eastern half in the east
        [south] eastern half in the south
       *[west] eastern half in the west
    }
land-half-south =
    { $side ->
        [north] southern half in the north
        [east] southern half in the east
        [south] southern half in the south
       *[west] southern half in the west
    }
land-half-west =
    { $side ->
        [north] western half in the north
        [east] western half in the east
        [south] western half in the south
       *[west] western half in the west
    }
land-turned =
    { $n ->
        [0] not turned
        [1] turned once
        [2] turned twice
       *[other] turned three times
    }
land-turn = r{ $n }: { land-turned } ({ $edges })
land-symbols =
    { $kind ->
        [road]
            { $n ->
                [one] 1 trading post
               *[other] { $n } trading posts
            }
        [city]
            { $world ->
                [new]
                    { $n ->
                        [one] 1 flag
                       *[other] { $n } flags
                    }
               *[old]
                    { $n ->
                        [one] 1 coat of arms
                       *[other] { $n } coats of arms
                    }
            }
       *[field]
            { $n ->
                [one] 1 animal
               *[other] { $n } animals
            }
    }
land-end-junction = ends at a crossing
land-end-monastery =
    { $world ->
        [new] ends at the farm
       *[old] ends at the monastery
    }
land-end-house = ends at a house
land-end-city =
    { $world ->
        [new] ends at the town
       *[old] ends at the city
    }
land-end-coast = ends at the coast
land-bridge = with a bridge
land-around-side = { $side }: { $what }

## Actions, as the words of a button

land-action-place =
    { $named ->
        [yes] On { $cell }, { $turned }
       *[no] Here, { $turned }
    }
# What a hint would do: the action, and what lies around its place.
land-advised-place = { $action } ({ $around })
# The same where several places have the same surroundings.
land-advised-number = { $action } ({ $around }, number { $n } from the north)
land-action-deploy =
    { $named ->
        [yes] { $figure } on { $segment }
       *[no] { $figure }
    }
land-action-pass =
    { $world ->
        [new] No settler
       *[old] No figure
    }
land-action-second =
    { $part ->
        [2] Take the second tile
       *[other] Take another tile
    }
land-action-end = End the turn
land-action-settle = First the { $place }

## What happened

land-event-starts =
    { $you ->
        [yes] You begin.
       *[no] { $name } begins.
    }
land-event-drew =
    { $you ->
        [yes] You draw { $named ->
            [yes] tile { $tile }
           *[no] a tile
        }.
       *[no] { $name } draws { $named ->
            [yes] tile { $tile }
           *[no] a tile
        }.
    }
land-event-removed =
    { $named ->
        [yes] Tile { $tile } fits nowhere and leaves the game.
       *[no] The tile fits nowhere and leaves the game.
    }
land-event-placed =
    { $you ->
        [yes] You place { $named ->
            [yes] { $tile } on { $cell }, { $turned }
           *[no] the tile
        }.
       *[no] { $name } places { $named ->
            [yes] { $tile } on { $cell }, { $turned }
           *[no] the tile
        }.
    }
land-event-deployed =
    { $you ->
        [yes] You deploy { $figure }{ $named ->
            [yes] : { $place }
           *[no] {""}
        }.
       *[no] { $name } deploys { $figure }{ $named ->
            [yes] : { $place }
           *[no] {""}
        }.
    }
land-event-passed =
    { $you ->
        [yes] You deploy { $world ->
            [new] no settler
           *[old] no figure
        }.
       *[no] { $name } deploys { $world ->
            [new] no settler
           *[old] no figure
        }.
    }
land-step-deployed = Figure: { $figure }{ $named ->
        [yes] {" "}on { $place }
       *[no] {""}
    }.
land-step-passed = No { $world ->
        [new] settler
       *[old] figure
    }.
land-event-completed = Completed, with nobody on it: { $feature }.
land-event-scored =
    { $completed ->
        [yes] Completed: { $feature }. { $points ->
            [one] 1 point
           *[other] { $points } points
        } for { $names }.
       *[no] Not completed: { $feature }. { $points ->
            [one] 1 point
           *[other] { $points } points
        } for { $names }.
    }
land-event-returned =
    { $you ->
        [yes] Your { $figure } returns{ $named ->
            [yes] {" "}from { $place }
           *[no] {""}
        }.
       *[no] { $name }’s { $figure } returns{ $named ->
            [yes] {" "}from { $place }
           *[no] {""}
        }.
    }
land-event-took-goods =
    { $you ->
        [yes] You take goods: { $goods }.
       *[no] { $name } takes goods: { $goods }.
    }
land-event-took-second =
    { $you ->
        [yes] Your turn continues with { $part ->
            [2] a second tile
           *[other] another tile
        }.
       *[no] { $name }’s turn continues with { $part ->
            [2] a second tile
           *[other] another tile
        }.
    }
land-event-declined-second =
    { $you ->
        [yes] You decline { $part ->
            [2] the second tile
           *[other] another tile
        }.
       *[no] { $name } declines { $part ->
            [2] the second tile
           *[other] another tile
        }.
    }
land-event-extra-points =
    { $you ->
        [yes] You get { $points } extra points for a surveyor’s column.
       *[no] { $name } gets { $points } extra points for a surveyor’s column.
    }
land-event-surveyor-moved = A surveyor moves west{ $named ->
        [yes] , from column { $from } to column { $to }
       *[no] {""}
    }.
land-event-surveyor-stayed = No surveyor moves: both are in { $named ->
        [yes] column { $column }
       *[no] the same column
    }, and there is no tile farther west.
land-event-settler-removed =
    { $you ->
        [yes] Your { $figure } ({ $place }) has both surveyors to its west and returns without scoring.
       *[no] { $name }’s { $figure } ({ $place }) has both surveyors to its west and returns without scoring.
    }
land-event-field-scored =
    { $cities ->
        [one] 1 completed city
       *[other] { $cities } completed cities
    } at { $named ->
        [yes] { $place }
       *[no] a field
    }: { $points ->
        [one] 1 point
       *[other] { $points } points
    } for { $you ->
        [yes] you
       *[no] { $name }
    }.
land-event-plain-scored =
    { $animals ->
        [one] 1 animal
       *[other] { $animals } animals
    } on { $named ->
        [yes] { $place }
       *[no] a plain
    }: { $animals ->
        [one] 1 point
       *[other] { $animals } points
    } for { $names }.
land-event-goods-scored =
    Goods, { $tokens } { $good }: { $points } points for { $you ->
        [yes] you
       *[no] { $name }
    }.
land-event-turn-ended =
    { $you ->
        [yes] Your turn is over; { $next } is next.
       *[no] { $follows ->
            [yes] { $name }’s turn is over; you are next.
           *[no] { $name }’s turn is over; { $next } is next.
        }
    }
land-event-over = The game is over.
land-event-won =
    { $you ->
        [alone] The game is over. You have won.
        [with] The game is over. You and { $names } have won together.
       *[no] { $n ->
            [one] The game is over. { $names } has won.
           *[other] The game is over. { $names } have won together.
        }
    }

## Refusals

land-refusal-not-your-turn = It is { $name }’s turn.
land-refusal-nature-first = A tile must be drawn first.
land-refusal-over = The game is over.
land-refusal-place-first =
    { $named ->
        [yes] Place tile { $tile } first.
       *[no] Place the tile first.
    }
land-refusal-nothing-to-pass = The tile must be placed; it fits somewhere.
land-refusal-figure-first =
    { $world ->
        [new] First decide whether to deploy a settler on the tile{ $named ->
            [yes] {" "}on { $cell }
           *[no] {""}
        }.
       *[old] First decide whether to deploy a figure on the tile{ $named ->
            [yes] {" "}on { $cell }
           *[no] {""}
        }.
    }
land-refusal-second-first = First decide whether to take another tile.
land-refusal-settle-first = First choose which completed building is settled next.
land-refusal-not-in-this-game = There is no such action in this game.
land-refusal-taken =
    { $named ->
        [yes] There is already a tile on { $cell }.
       *[no] There is already a tile there.
    }
land-refusal-no-place =
    { $named ->
        [yes] No tile may be placed on { $cell }.
       *[no] No tile may be placed there.
    }
land-refusal-touches-nothing =
    { $named ->
        [yes] { $cell }
       *[no] This place
    } does not share an edge with any tile.
land-refusal-mismatch =
    That does not fit { $named ->
        [yes] on { $cell }
       *[no] there
    }: to the { $side }, the tile would show { $edge }, but its neighbour shows { $neighbour }.
land-refusal-no-such-segment =
    { $named ->
        [yes] Tile { $tile } has no segment { $segment }.
       *[no] The tile has no such segment.
    }
land-refusal-no-follower =
    { $world ->
        [new] You have no settler left in your supply.
       *[old] You have no follower left in your supply.
    }
land-refusal-occupied =
    { $named ->
        [yes] The { $feature } of { $place } is taken: a figure of { $name } is on { $by }.
       *[no] The { $feature } is taken: a figure of { $name } is there.
    }
land-refusal-farmers-off = At this table no followers may be deployed in fields.
land-refusal-no-special = Your { $figure } is not in your supply.
land-refusal-pig-ground =
    The pig can go only into a field; { $named ->
        [yes] { $place }
       *[no] this
    } is not one.
land-refusal-builder-ground =
    The builder can go only on a road or into a city; { $named ->
        [yes] { $place }
       *[no] this
    } is neither.
land-refusal-no-own-follower =
    The { $figure } can go only where you have a follower; there is none { $named ->
        [yes] on { $place }
       *[no] here
    }.
land-refusal-must-take-second = This tile can no longer be declined.
land-refusal-not-completed =
    Nothing completed waits { $named ->
        [yes] on { $place }
       *[no] there
    } to be settled.
land-refusal-not-due = That outcome is not due now.
land-refusal-none-left = There is no tile { $tile } left in the stack.
land-refusal-no-such-seat = Seat { $seat } is not at this table.

## Options

option-farm_scoring = Scoring of fields
option-farm_scoring-about = Which revision of the rules is used to score farmers.
option-farm_scoring-default = As in the edition
option-farm_scoring-third = Third: 3 points per city for each field
option-farm_scoring-second = Second: each city scores once per player
option-farm_scoring-first = First: each city is scored on its own, 4 points
option-small_city = City of two tiles
option-small_city-about = What a completed city of two tiles gives.
option-small_city-default = As in the edition
option-small_city-full = 2 per tile and coat of arms
option-small_city-half = 1 per tile and coat of arms
option-farmers = Farmers
option-farmers-about = Whether followers may be deployed in fields.
option-six_players = Sixth player
option-six_players-about = Whether a sixth player may join.
option-edition = Edition
option-edition-about = Which scoring of fields and small cities applies unless it is chosen separately.
option-edition-current = Current: third, 2 points per tile
option-edition-c1_2000 = 2000: first, small cities 1 point per tile
option-edition-c1_2001 = 2001: second, small cities 1 point per tile
option-special_figures = Builder and pig without followers
option-special_figures-about = What happens when the last follower leaves their feature, and whether they count towards the majority. Without further expansions no last follower leaves, so “as in 2003” plays no differently unless they count.
option-special_figures-default = As in the edition
option-special_figures-no_followers = They return with the last follower
option-special_figures-followers_2003 = They stay, as in 2003
option-special_figures-followers_2003_counted = They stay, and each counts as a follower
option-double_turn = Double turn
option-double_turn-about = Whether the second tile of a double turn may be declined, and each further tile of a builder chain.
option-double_turn-default = As in the edition
option-double_turn-optional = Each may be declined
option-double_turn-mandatory = The second must be taken
option-double_turn-mandatory_all = Each must be taken
option-second_tile = Second tile
option-second_tile-about = When the second tile of a double turn is drawn. A builder whose road the first tile completes can go on the second tile only if the first part is scored before.
option-second_tile-default = As in the edition
option-second_tile-after_first_part = After the first part is scored
option-second_tile-immediate = At once, scored together
option-traders_edition = Edition of Traders & Builders
option-traders_edition-about = Which rules for builder, pig and second tile apply unless they are chosen separately. The scoring of fields and small cities follows “Edition”.
option-traders_edition-current = Current: tied to followers, one part at a time
option-traders_edition-first = First, 2003: they stay, second tile at once
option-house_builder_chain = House rule: builder chain
option-house_builder_chain-about = Tile after tile, as long as each extends the feature with the builder.
option-house_goods_percent = House rule: goods by percentage
option-house_goods_percent-about = A majority of goods gives 10 percent of the points, at least 10.
option-house_goods_consolation = House rule: goods consolation
option-house_goods_consolation-about = Players without the majority of a kind of goods get 2 points for each token of it.
option-house_goods_consolation_for = Goods consolation for
option-house_goods_consolation_for-about = For which tokens the goods consolation pays.
option-house_goods_consolation_for-each_kind = Each kind without its majority
option-house_goods_consolation_for-no_majority = All tokens of players without any majority
option-layout_limit = Where tiles may be placed
option-layout_limit-about = Whether tiles may be placed beyond the northern and southern ends of the board.
option-layout_limit-free = Beyond the ends too
option-layout_limit-board = In the rows of the board only
option-start_spaces_count = Start spaces count
option-start_spaces_count-about = Whether start spaces count as tiles of roads and towns.
option-bonus = Extra points
option-bonus-about = Which settlers in a surveyor’s column earn extra points.
option-bonus-per_settler = For each settler
option-bonus-per_player = For each player’s best-placed settler
option-bonus_in_final_scoring = Extra points at the end
option-bonus_in_final_scoring-about = Whether extra points are given in the final scoring too.
option-remove_without_move = Removal without a move
option-remove_without_move-about = Whether settlers in the east are removed when no surveyor could move.
option-final_symbol_points = Flags and trading posts at the end
option-final_symbol_points-about = How many points each scores in the final scoring.
option-tiles = Tiles in the box
option-tiles-about = If you have counted your own box: the kinds that differ, such as MF-01a:5,MF-24:0. The total is 95. Empty: the usual ones.
option-tiles-default = the usual ones

conflict-no_sixth_player = Six players need the option “Sixth player”.
conflict-chain_at_once = The builder chain cannot be combined with a second tile that is drawn at once.

## Whose turn

land-turn-start = Drawing to see who begins
land-turn-drawing = { $name } draws a tile
land-turn-placing-you =
    { $world ->
       *[old] Your turn: place the tile
    }
land-turn-placing =
    { $world ->
       *[old] { $name } places a tile
    }
land-turn-placing-second-you =
    { $world ->
       *[old]
            { $part ->
                [2] Your second tile: place it
               *[other] Another tile: place it
            }
    }
land-turn-placing-second =
    { $world ->
       *[old]
            { $part ->
                [2] { $name } places a second tile
               *[other] { $name } places another tile
            }
    }
land-turn-deploying-you =
    { $world ->
        [new] Your turn: a settler?
       *[old] Your turn: a figure?
    }
land-turn-deploying =
    { $world ->
        [new] { $name } may deploy a settler
       *[old] { $name } may deploy a figure
    }
land-turn-second-you =
    { $world ->
       *[old]
            { $part ->
                [2] Your turn: a second tile?
               *[other] Your turn: another tile?
            }
    }
land-turn-second =
    { $world ->
       *[old]
            { $part ->
                [2] { $name } may take a second tile
               *[other] { $name } may take another tile
            }
    }
land-turn-settling-you =
    { $world ->
       *[old] Your turn: what comes first?
    }
land-turn-settling =
    { $world ->
       *[old] { $name } chooses what is settled first
    }
land-turn-won-together =
    { $you ->
        [with] You and { $names } have won together!
       *[no] { $names } have won together
    }
land-hint-placing = Choose a lit place; choose it again, or press R, to turn the tile.
land-hint-deploying = Choose a lit part of the new tile, or nothing.
land-hint-second = Your builder gives you another tile.
land-hint-settling = After each building is scored, a surveyor moves if one can.
land-stack =
    { $n ->
        [one] tile left
       *[other] tiles left
    }

## The tile in hand, places and figures

land-board = Land
land-board-description = The tiles on the table. Lit places can be chosen; the arrow keys move between them, R turns the tile. The settings can show the whole table in words.
land-hand =
    { $named ->
        [yes] Tile { $tile }
       *[no] The tile
    }
land-hand-fits =
    { $places ->
        [one] fits on 1 place
       *[other] fits on { $places } places
    } · { $left ->
        [0] the last of its kind
        [one] 1 more of its kind in the stack
       *[other] { $left } more of its kind in the stack
    }
land-turn-tile = Turn
land-placements = Where the tile may go
land-place-label =
    { $n ->
        [one] { $cell }, fits in one way
       *[other] { $cell }, fits in { $n } ways
    }
land-do-place = Place it here
land-do-deploy = Deploy
land-do-pass = None, continue
land-do-settle = Settle it first
land-completes-nothing = Completes nothing.
land-gives-second =
    { $part ->
        [2] Your builder gives a second tile.
       *[other] Your builder gives another tile.
    }
land-no-figure-possible =
    { $world ->
        [new] No settler can be deployed on it.
       *[old] No figure can be deployed on it.
    }
land-then-figures =
    { $world ->
        [new] A settler on it would score now: { $figures }.
       *[old] A figure on it would score now: { $figures }.
    }
land-deploy =
    { $world ->
        [new] A settler on { $named ->
            [yes] { $cell }
           *[no] this tile
        }?
       *[old] A figure on { $named ->
            [yes] { $cell }
           *[no] this tile
        }?
    }
land-deploy-label = { $figure } on { $place }
land-gain =
    { $n ->
        [0] No points yet.
        [one] 1 point as things stand.
       *[other] { $n } points as things stand.
    }
land-impossible =
    { $n ->
        [one] Not possible on 1 part
       *[other] Not possible on { $n } parts
    }
land-second-title =
    { $part ->
        [2] Take a second tile?
       *[other] Take another tile?
    }
land-leaves =
    { $leaves ->
        [move] Off the board as soon as a surveyor moves after a scoring: both are farther west.
       *[scoring] Off the board after the next scoring: both surveyors are farther west.
    }
land-leave =
    { $leaves ->
        [move] { $figures }: off the board as soon as a surveyor moves after a scoring, as both are farther west.
       *[scoring] { $figures }: off the board after the next scoring, as both surveyors are farther west.
    }
land-settle-title = What is settled first?
land-tiles-count =
    { $n ->
        [one] 1 tile
       *[other] { $n } tiles
    }
land-open-count = { $n } open
land-around-count =
    { $n ->
        [one] 1 empty place around it
       *[other] { $n } empty places around it
    }
land-is-completed = completed
land-cities-at =
    { $n ->
        [0] no completed city
        [one] 1 completed city
       *[other] { $n } completed cities
    }
land-animals =
    { $n ->
        [0] no animals
        [one] 1 animal
       *[other] { $n } animals
    }
land-tokens =
    { $n ->
        [one] 1 token
       *[other] { $n } tokens
    }
land-worth =
    { $n ->
        [one] 1 point now
       *[other] { $n } points now
    }
land-worth-completed = { $n } if completed as it is
land-for = for { $names }
land-pig-of = pig of { $name }

## Aids

land-aids-allowed = What the table shows its players
land-aids-allowed-about = Tournaments play without them: nobody at the table gets what is switched off here. Games count for ratings only if all of it is off.
land-aids-without = This table plays without: { $aids }.
land-aids = Show
land-aid-fields =
    { $world ->
        [new] Plains and their owners
       *[old] Fields and their owners
    }
land-aid-cities =
    { $world ->
        [new] Towns and their owners
       *[old] Cities and their owners
    }
land-aid-roads =
    { $world ->
       *[old] Roads and their owners
    }
land-aid-open = What is open
land-aid-fits = How many tiles fit
land-aid-tiles = Tiles left
land-aid-projected = Points at the end
land-aid-preview = What a move brings
# One word of each name, below its sign. It has room for seven letters.
land-aid-fields-short =
    { $world ->
        [new] Plains
       *[old] Fields
    }
land-aid-cities-short =
    { $world ->
        [new] Towns
       *[old] Cities
    }
land-aid-roads-short =
    { $world ->
       *[old] Roads
    }
land-aid-open-short = Open
land-aid-fits-short = Fit
land-aid-tiles-short = Left
land-aid-projected-short = End
land-aid-preview-short = Move
land-projected = If it ended now
land-fits =
    { $n ->
        [one] 1 tile left fits
       *[other] { $n } tiles left fit
    }
land-fits-none = nothing fits here any more

## Beside the board

land-tiles = Tiles
land-tiles-left =
    { $n ->
        [one] 1 tile left
       *[other] { $n } tiles left
    }
land-tiles-none = There are no tiles left in the stack.
land-removed = Removed because they fitted nowhere:
land-reconstruction = Which tiles this game has, and how many of each, is our reconstruction; we found no complete list.
land-supply = { $followers } in supply
land-in-supply = { $figure } in supply
land-special-column = Builder, pig
land-points-extra = Extra points
land-points-goods = Goods
land-points-earlier = From before
land-final = Final scoring
land-chart-kinds = Where the points came from
land-chart-about = Each bar is a player; its parts are in the order of the list.
land-surveyors = The surveyors are in columns { $west } and { $east }.

## The land in words

land-occupied = With figures
land-occupied-none = There are no figures on the table.
land-free = Open, without figures
land-free-none = There is nothing open without a figure.
land-tiles-lying = Tiles on the table
land-cells = A place is named by two numbers: columns to the east, then rows to the south, counted from the first tile; numbers below zero lie to the west or to the north. Press a name to see its place marked. The settings can write all names on the board.
land-gaps = Empty places
land-start-space = start space
land-column-feature = What
land-column-tiles = Tiles
land-column-open = Open
land-column-figures = Figures
land-column-worth = Worth

## Keys

land-keys-turn = Turn the tile
land-keys-figure = Choose a figure
land-keys-none = No figure
land-keys-second = Take the second or another tile
land-keys-hand = To the tile in hand

## The kinds of tiles in a box

kinds-title = The tiles of { $game }
kinds-lead = { $kinds } kinds, { $tiles } tiles.
kinds-all = All kinds of tiles with pictures
kinds-count-along = If you own the box, sort your tiles by these pictures, whichever way up, and enter how many you have of each kind. The total is { $tiles }.
kinds-count = How many of { $kind }
kinds-check = Check the counts
kinds-fits = These counts add up. As an option of a table, write them like this:
kinds-of-host = This server’s box has kinds of tiles that the list lacks:
kinds-of-host-counts = These are the counts of this server’s box, with the kinds that the list lacks. To play with it, set
kinds-play-host = Play with this box
kinds-play = Open a table with this box
kinds-faults = These counts are not possible:
