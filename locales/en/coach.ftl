### Luck and skill of finished games: the page of the coach, and `neuland analyse`.

coach-heading = { $game }, { $steps } steps, won by { $winners }
coach-unsure-options = The estimate is unsure: it was fitted to the standard rules, and these are different here: { $options }.
coach-unsure-position = The estimate is unsure: this game begins from a given position.
coach-unsure-seats = The estimate is unsure: it was not fitted to games with { $seats } seats.
coach-prior = Equal chances
coach-luck-order = Luck: seats and layout
coach-luck-dice = Luck: dice
coach-luck-event-die = Luck: event die
coach-luck-stolen-card = Luck: stolen cards
coach-luck-development-card = Luck: development cards
coach-luck-progress-card = Luck: progress cards
coach-luck-tile = Luck: tiles
coach-mistakes = Own mistakes
coach-unforeseen = Own moves, beyond mistakes
coach-others-robber = Others: robber
coach-others-trade = Others: trades
coach-others-building = Others: building
coach-others-barbarians = Others: barbarians
coach-others-cards = Others: cards
coach-others-tiles = Others: tiles and figures
coach-others-other = Others: everything else
coach-outcome = Result
coach-decisions = Decisions with a choice
coach-rating = Cost of a decision in ‰
coach-rating-error = Standard error
coach-costly = { $count ->
    [0] No decision cost 2 % or more.
    [one] One decision cost 2 % or more:
   *[other] { $count } decisions cost 2 % or more; the costliest:
}
coach-decision = step { $step }, turn { $turn }, { $seat }: { $action } – { $mark } ({ $cost } %); better: { $best }
coach-inaccuracy = inaccuracy
coach-mistake = mistake
coach-blunder = blunder
coach-lucky = { $count ->
    [0] No outcome moved a seat’s chances by 5 % or more.
    [one] One outcome moved a seat’s chances by 5 % or more:
   *[other] { $count } outcomes moved a seat’s chances by 5 % or more; the largest:
}
coach-event = step { $step }, turn { $turn }: { $outcome } – { $mark } for { $seat } ({ $luck } %)
coach-is-lucky = lucky
coach-is-very-lucky = very lucky
coach-is-unlucky = unlucky
coach-is-very-unlucky = very unlucky
coach-trades = { $count ->
    [one] One trade between players, as each side could judge it:
   *[other] { $count } trades between players, as each side could judge them:
}
coach-trade = step { $step }: { $seat } { $gain } %, { $partner } { $gained } %
coach-column-player = Player
coach-column-games = Games
coach-column-wins = Wins
coach-column-adjusted = Without luck
coach-column-luck = Luck a game
coach-column-per-decision = Cost a decision
coach-error-note = All figures rest on an estimate of winning chances. Where it misjudges a move, the error shows up as luck or as an own move later on.
coach-graph = Winning chances in { $game }
coach-steps = steps

## The page of the coach.

coach-title = Luck and skill in { $game }
coach-link = Luck and skill
coach-about = How much of this result was luck, how much was skill, and which moves decided it.
coach-working = The coach is looking at the game. This takes some seconds; the page shows by itself what it found.
coach-cannot = This game cannot be analysed: { $why }
coach-back = Back to the replay
coach-chances = Chances to win
coach-chances-about = Each line is the share of the win that a player could expect. A ring is a mistake and leads to its position.
coach-split = Where the result comes from
coach-split-about = Equal chances, luck, own moves and the effect of others add up to the result, in percent of a win.
coach-turning = Moves that cost most
coach-turning-none = No move cost 2 % or more.
coach-turning-more = { $count ->
    [one] One more move cost 2 % or more.
   *[other] { $count } more moves cost 2 % or more.
}
coach-point = Turn { $turn }, { $name }
coach-played = Played: { $action }
coach-then = And then: { $actions }
coach-better = Better: { $action }
coach-cost = { $mark }, { $cost } %
coach-look = Look at the position
coach-luckiest = Greatest luck
coach-luckiest-none = Nothing moved anybody’s chances by 5 % or more by luck alone.
coach-luck-at = Turn { $turn }: { $source } – { $mark } for { $name } ({ $luck } %)
coach-source-order = seats and layout
coach-source-dice = dice
coach-source-event-die = event die
coach-source-stolen-card = stolen card
coach-source-development-card = development card
coach-source-progress-card = progress card
coach-source-tile = drawn tile
coach-trades-title = Trades
coach-trade-at = { $name } { $gain } %, { $partner } { $gained } %
coach-unfinished = the game is not over; only a finished game has a result to split
coach-too-long = the record has more than { $steps } steps, which is too long to analyse

## Learn from your mistakes: costly moves of a finished game as exercises.

exercise-of = Learn from mistakes: { $game }
exercise-about = Learn from mistakes: find a better move in the same positions.
exercise-start = { $name }: { $count ->
    [one] one exercise
   *[other] { $count } exercises
}
exercise-nav = Exercises
exercise-step = Exercise { $at } of { $count }, solved: { $found }
exercise-title = Turn { $turn }: find a better move
exercise-played = Played in the game: { $action }. It cost { $cost } %.
exercise-best = Nothing is better: { $action }
exercise-good = A good move: { $action }. The best one is only { $cost } % better.
exercise-costly = { $action } costs { $cost } %. There is a better move.
exercise-hint = Hint
exercise-show = Solution
exercise-solution = The coach prefers: { $action }
exercise-others = Other moves, and what they cost:
exercise-other = { $action }: { $cost } %
exercise-try = You can still try other moves here; nothing in the game changes.
exercise-next = Next exercise
exercise-end = To the coach
exercise-uncompared = The coach has no figure for this move. Choose another one.
exercise-kind-robber = The better move has to do with the robber.
exercise-kind-trade = The better move is a trade.
exercise-kind-building = The better move builds something, or places something on the board.
exercise-kind-barbarians = The better move is about knights and the defence of the island.
exercise-kind-cards = The better move buys or plays a card.
exercise-kind-tiles = The better move is another place for the tile or the figure.
exercise-kind-other = The better move builds nothing: think of the bank, your hand, and when to end the turn.

## The board and the card of the coach's page.

coach-line-then = then
coach-line = The position, with what was played and what is better
coach-line-played = played
coach-line-better = better
coach-card = To keep and to send
coach-card-save = Save the picture
coach-card-luck = Luck
coach-card-mistakes = Mistakes
coach-card-note = In percent of a win. Luck: dice, cards, tiles and seats. The rest: equal chances, good moves, and the others.
coach-card-about = From estimated winning chances of Neuland. One game says little about how well somebody plays.
coach-calibration = In games of bots that it had not seen, the estimate was off by { $error } percentage points on average. For a single position, and with people, it can be off by more.
coach-uncalibrated = How far the estimate is off has not been measured for this game yet.

## Puzzles: positions in which one move is clearly best.

nav-puzzles = Puzzles
puzzles-title = Puzzles of the day
puzzles-about = A position of each game in which one move is clearly best. Every day brings new ones, from games between the bots.
puzzles-board = The position of the puzzle
puzzles-solve = Solve
puzzles-open = not tried yet
puzzles-tried = tried
puzzles-solved = solved
puzzles-shown = solution seen
puzzles-rating = Your puzzle rating
puzzles-rated = { $rating } ± { $error }: { $solved } of { $tried } solved at the first attempt
puzzles-rating-about = The first attempt counts, without hint and solution: you play against the puzzle, and both of you have a rating. Everybody begins at 1500. Attempts are kept only for people with an account.
puzzle-of = Puzzle: { $game }
puzzle-step = Puzzle { $at } of { $count }
puzzle-title = Find the best move
puzzle-known = From what you know, your chance to win is about { $known } %. One move is clearly better than all others.
puzzle-wrong = This is not the best move. Try another one.
puzzle-rating = rating of the puzzle: { $rating }
puzzle-own = Your puzzle rating: { $rating }
puzzle-next = Next puzzle
puzzle-all = All puzzles of the day
