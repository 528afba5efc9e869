### Wörter aller Seiten.

list-and = { $most } und { $last }
seat-letter = Platz { $seat }
