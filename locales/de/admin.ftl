### Die Seiten der Moderation: melden, und was Moderatoren sehen.
