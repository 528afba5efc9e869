# What helps while one learns: hints.

## Hints

aid-hint = Hints: what the strongest bot would do, and why
aid-hint-about = Everybody at the table can ask on their turn. Without this switch nobody can. Games with hints are not rated.
aid-chances = Spectators see everybody’s chances to win
aid-chances-about = Estimated from what spectators know. Players could watch too, so it is for all or none. Such games are not rated.
hint-ask = Hint
hint-about = What would the strongest bot do?
hint-title = The strongest bot would do this
hint-others = Next best
hint-close = Close the hint
keys-hint = hint
hint-off = This table plays without hints. Whoever opens a table decides that for everybody there.
hint-not-now = You have nothing to decide now. Ask for a hint when it is your turn.

## Chances to win, for spectators

chances-title = Chances to win
chances-about = Chances to win: an estimate from what spectators see (mean error with all cards open: { $error } percentage points).
chances-about-unmeasured = Chances to win: an estimate from what spectators see. How far it is off has not been measured for this game yet.

## Why

why-wins = It wins the game.
why-only = Nothing else can be done now.
why-points =
    { $n ->
        [one] It brings one point at once.
       *[other] It brings { $n } points at once.
    }
why-income =
    { $first ->
        [true] Your first { $kind }: a card on { $rolls } of 36 rolls.
       *[false] More { $kind }: another card on { $rolls } of 36 rolls.
    }
why-harbour = You exchange { $kind } with the bank at a better rate.
why-harbour-any = You exchange cards with the bank at a better rate.
why-opens =
    { $n ->
        [0] It leads to a place for a settlement, with cards on { $rolls } of 36 rolls.
        [one] It leads towards a place for a settlement, with cards on { $rolls } of 36 rolls; one more road and you are there.
       *[other] It leads towards a place for a settlement, with cards on { $rolls } of 36 rolls; { $n } more roads and you are there.
    }
why-longest-road =
    { $n ->
        [0] You get Longest Road.
        [one] After it one more road gets you Longest Road.
       *[other] After it { $n } more roads get you Longest Road.
    }
why-largest-army =
    { $n ->
        [0] You get Largest Army.
        [one] After it one more knight gets you Largest Army.
       *[other] After it { $n } more knights get you Largest Army.
    }
why-sooner =
    { $n ->
        [one] Your way to victory gets about one roll shorter.
       *[other] Your way to victory gets about { $n } rolls shorter.
    }
why-slows =
    { $n ->
        [one] { $name } falls back by about one roll.
       *[other] { $name } falls back by about { $n } rolls.
    }
why-steals = You take a card from { $name }.
why-frees = The robber leaves your own hex.
why-safe-hand = With at most { $n } cards in hand, a 7 costs you nothing.
why-then = It pays for your next step: { $action }.
why-spares = These are the cards that you will miss least.
why-defence = It helps against the barbarians.
why-progress = It brings you more progress cards.
why-saves = Nothing that you can buy now is worth as much as saving for more.
why-grows =
    { $n ->
        [one] Your { $noun } gains about one point.
       *[other] Your { $noun } gains about { $n } points.
    }
why-claims =
    { $n ->
        [one] Your figure on the { $noun } may expect about one point; with a chance of { $chance } % it is completed.
       *[other] Your figure on the { $noun } may expect about { $n } points; with a chance of { $chance } % it is completed.
    }
why-claims-field =
    { $n ->
        [one] Your figure on the { $noun } may expect about one point at the end.
       *[other] Your figure on the { $noun } may expect about { $n } points at the end.
    }
why-costs =
    { $n ->
        [one] { $name } may expect about one point fewer.
       *[other] { $name } may expect about { $n } points fewer.
    }
why-returns =
    { $n ->
        [one] A figure comes back to you.
       *[other] { $n } figures come back to you.
    }
why-keeps =
    { $n ->
        [one] Your last figure will earn more elsewhere.
       *[other] A figure will earn more elsewhere; you have { $n } left.
    }
why-second-tile = You place another tile at once.

## First-time explanations

settings-explanations = Explanations
settings-explanations-again = on, all again
explain-new = New to you:
explain-known = Got it
explain-never = No more explanations
explain-close = Got it, do not show this again
explain-robber = The robber
explain-robber-text = Put him on any other land: it yields nothing while he stays there, and you take a card from somebody with a building beside it. He does most harm at a 6 or an 8 of whoever leads.
explain-seven = A seven
explain-seven-text = Nobody gets cards. Whoever holds more than the limit gives half of them back, rounded down, and chooses which. The same happens at every 7, so spend large hands in time.
explain-harbour = Your harbour
explain-harbour-text = A building at a harbour improves your rates at the bank for the rest of the game: three equal cards for one at a 3:1 harbour, two of the kind shown at a 2:1 harbour. Press a card of your hand to see what it buys.
explain-development = Development cards
explain-development-text = You may play one a turn, before or after the roll, but none that you bought in the same turn. Victory points are never played; they count in secret.
explain-offer = An offer
explain-offer-text = You may accept it, reject it, or answer with a proposal of your own. Nothing binds you until the player whose turn it is completes the exchange.
explain-barbarians = The barbarians
explain-barbarians-text = The ship moves at about every second roll. When it lands, the strength of all active knights together must at least equal the number of cities. If it does not, whoever has contributed least loses a city; if it does, whoever has contributed most gains a point.
explain-knight = Knights
explain-knight-text = A new knight sleeps. One grain activates it; only active knights fight the barbarians, chase the robber away or move, and acting puts them to sleep again.
explain-improvement = Commodities
explain-improvement-text = Cities bring paper, cloth and coins beside resources. They pay for improvements: each level costs one more, and the levels bring progress cards, abilities and in the end a metropolis.
explain-progress = Progress cards
explain-progress-text = Play as many as you like on your turn after the roll. More than four are too many: with a fifth one you discard.
explain-figure =
    { $world ->
        [new] Your settlers
       *[old] Your followers
    }
explain-figure-text =
    { $world ->
        [new] One settler may go on the tile that you have just placed, on a road, town, farm or plain where nobody stands yet. It scores when that is complete, and then comes back to you.
       *[old] One follower may go on the tile that you have just placed, on a road, city, monastery or field where nobody stands yet. It scores when that is complete, and then comes back to you.
    }
explain-fields =
    { $world ->
        [new] The plains
       *[old] The fields
    }
explain-fields-text =
    { $world ->
        [new] A plain is scored only at the end of the game. A trapper stays there to the end, so think twice before you place one early.
       *[old] A field is scored only at the end: points for every completed city at it. A farmer stays there to the end, so think twice before you place one early.
    }
explain-builder = The builder
explain-builder-text = He joins a follower of yours on a road or city. Whenever you extend that one, you place a second tile in the same turn.
explain-pig = The pig
explain-pig-text = It joins a farmer of yours. If you have the majority on that field at the end, each completed city counts one point more.
explain-goods = Trade goods
explain-goods-text = Whoever completes a city takes its goods, whoever owns the city. At the end the most wine, grain and cloth bring ten points each.
explain-second-tile = The double turn
explain-second-tile-text = You have extended the road or city of your builder, so you may place another tile now. It brings no third one.
explain-surveyors = The surveyors
explain-surveyors-text = After each scored building one of the two surveyors goes a column west. Settlers east of both go home without points, so finish what lies in the east.
explain-settling = The order
explain-settling-text = Your tile has completed several buildings. You choose which one is settled first; the surveyors move after each, so the order may matter.

## The rulebook

rules-search = Search the rules
rules-search-in = In which rules
rules-search-all = all games
rules-search-button = Search
rules-search-about = Type some words, or the number of a clause. You find the clauses that have all of them.
rules-search-nothing = No clause has “{ $words }”. Try fewer words, or read the rules of a game:
rules-search-found =
    { $n ->
        [one] One clause has “{ $words }”.
       *[other] { $n } clauses have “{ $words }”.
    }
rules-search-more =
    { $n ->
        [one] One more is not shown; another word narrows the search.
       *[other] { $n } more are not shown; another word narrows the search.
    }
rules-part-play = Playing
rules-part-preparation = Before the first turn
rules-part-reference = To look up
rules-back-table = Back to the table
rules-back-lesson = Back to the lesson

settings-on = On
settings-off = Off
