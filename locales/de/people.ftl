# Who sits where: the lobby, coming and going, bots that play for somebody, playing again.
