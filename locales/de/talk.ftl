# At a table beside the game: clocks, talk, going back by consent, offers rejected without asking, being called.
