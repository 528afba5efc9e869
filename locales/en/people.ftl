# Who sits where: the lobby, coming and going, bots that play for somebody, playing again.

## What cannot be done

fault-begun = The game has begun: everybody stays where they sit.
fault-nothing-asked = Nobody asks to take something back any more.
fault-not-away = Nobody can be replaced there: they are back and have time left, or a bot plays for them already.
fault-not-over = The game is not over yet.
fault-bad-text = Say something of 1 to 300 characters.
fault-too-fast = That was a lot at once. Wait a moment before you say more.
