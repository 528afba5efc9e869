### Wörter des Tischs, gleich welches Spiel.
