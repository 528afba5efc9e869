### Words of the table, whatever the game.
