# Looking at games again: the replay, charts of a game, the check of the dice.
