# Who sits where: the lobby, coming and going, bots that play for somebody, playing again.

## Was nicht geht

fault-begun = Das Spiel hat begonnen: Alle bleiben sitzen, wo sie sind.
fault-nothing-asked = Niemand bittet mehr darum, etwas zurückzunehmen.
fault-not-away = Da kann niemand ersetzt werden: Die Person ist zurück und hat noch Zeit, oder ein Bot spielt schon für sie.
fault-not-over = Das Spiel ist noch nicht vorbei.
fault-bad-text = Sag etwas mit 1 bis 300 Zeichen.
fault-too-fast = Das war viel auf einmal. Warte einen Moment, bevor du mehr sagst.
