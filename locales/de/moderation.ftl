# Meldungen, Maßnahmen und alle, die moderieren.

## Was nicht ging

fault-muted = Du bist stummgeschaltet: Du kannst spielen, aber nichts in den Chat schreiben.
fault-muted-until = Du bist bis { $until } stummgeschaltet: Du kannst spielen, aber nichts in den Chat schreiben.
fault-suspended = Du bist gesperrt: Du kannst lesen, dich anmelden und deine Daten herunterladen oder löschen, aber nicht spielen.
fault-suspended-until = Du bist bis { $until } gesperrt: Du kannst lesen, dich anmelden und deine Daten herunterladen oder löschen, aber nicht spielen.
fault-not-allowed = Das dürfen nur Moderatoren.
fault-already-reported = Du hast diese Person hier schon gemeldet. Jemand von der Moderation sieht es sich an.
fault-moderation-unknown = Diese Meldung, Maßnahme oder Person gibt es nicht.
fault-moderation-not-seated = Dieser Tisch ist privat. Nur wer daran sitzt, kann jemanden melden.
fault-moderation-too-wide = Dieses Netz ist so groß, dass fast alle gesperrt wären. Wähle ein kleineres.
fault-moderation-no-network = Diese Person war länger nicht hier; das Netz, aus dem sie spielt, ist nicht bekannt.
fault-moderation-bad-time = Dieser Zeitpunkt ist schon vorbei. Wähle einen späteren.
fault-moderation-has-role = Diese Person moderiert selbst. Ein Admin muss ihr zuerst die Rolle entziehen.
fault-moderation-sanctioned = Diese Person ist stummgeschaltet oder gesperrt. Hebe das zuerst auf.
fault-moderation-no-account = Diese Person hat kein Konto.
fault-moderation-last-admin = Das ist der letzte Admin. Gib die Rolle zuerst jemand anderem.
fault-moderation-done = Das ist schon erledigt.
fault-moderation-full = Es sind schon so viele Maßnahmen in Kraft, wie ein Server höchstens behält. Hebe zuerst einige auf.

## Warum jemand gemeldet oder etwas unternommen wird

moderation-reason-abuse = Beleidigung im Chat
moderation-reason-name = Anstößiger Name
moderation-reason-cheating = Betrug oder Absprachen
moderation-reason-stalling = Absichtliches Verzögern
moderation-reason-spam = Werbung oder Spam
moderation-reason-other = Etwas anderes
