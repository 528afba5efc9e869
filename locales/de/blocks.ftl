### Leute blockieren.

## Blockieren

fault-blocked = An diesem Tisch kannst du nicht Platz nehmen. Setz dich an einen anderen, oder eröffne selbst einen.
fault-blocks-full = Du hast 500 Leute blockiert; mehr geht nicht. Hebe auf der Seite „Du“ zuerst eine Blockierung auf.
block = { $name } blockieren
block-lift = Blockierung von { $name } aufheben
block-hint = Du siehst an keinem Tisch mehr, was die Person sagt, sie kann an Tischen, die du eröffnest, nicht Platz nehmen, und ihr findet eure öffentlichen Tische gegenseitig nicht mehr. Sie erfährt nichts davon.
blocks-title = Leute, die du blockiert hast
blocks-about = Du siehst nicht, was sie sagen, sie können an Tischen, die du eröffnest, nicht Platz nehmen, und ihr findet eure öffentlichen Tische gegenseitig nicht. Sie haben nichts davon erfahren.
blocks-since = seit
blocks-lift = Aufheben
account-done-unblocked = Die Blockierung ist aufgehoben.
