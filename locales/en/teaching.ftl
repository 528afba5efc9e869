# What helps while one learns: hints.

## Hints

aid-hint = Hints: what the strongest bot would do, and why
aid-hint-about = Everybody at the table can ask for them on their turn. Without this switch nobody can.
hint-ask = Hint
hint-about = What would the strongest bot do?
hint-title = The strongest bot would do this
hint-others = Next best
hint-close = Close the hint
keys-hint = hint
hint-off = This table plays without hints. Whoever opens a table decides that for everybody there.
hint-not-now = You have nothing to decide now. Ask for a hint when it is your turn.

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
