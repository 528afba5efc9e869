# Reports, sanctions and whoever moderates.

## What went wrong

fault-muted = You are muted: you can play, but you cannot write in the chat.
fault-muted-until = You are muted until { $until }: you can play, but you cannot write in the chat.
fault-suspended = You are suspended: you can read, sign in, and download or delete your data, but you cannot play.
fault-suspended-until = You are suspended until { $until }: you can read, sign in, and download or delete your data, but you cannot play.
fault-not-allowed = This is for moderators only.
fault-already-reported = You have already reported this player here. A moderator will look at it.
fault-moderation-unknown = There is no such report, sanction or player.
fault-moderation-not-seated = This table is private. Only those who sit at it can report somebody.
fault-moderation-too-wide = Suspending a network this large would affect nearly everybody. Choose a smaller one.
fault-moderation-no-network = This player has not been here lately, so their network is not known.
fault-moderation-bad-time = This time has already passed. Choose a later one.
fault-moderation-has-role = This player is a moderator. An admin has to revoke the role first.
fault-moderation-sanctioned = This player is muted or suspended. Lift that first.
fault-moderation-no-account = This player has no account.
fault-moderation-last-admin = This is the last admin. Make somebody else an admin first.
fault-moderation-done = This has already been done.
fault-moderation-full = The server cannot keep any more sanctions in force. Lift some first.

## Why somebody is reported, or something is done

moderation-reason-abuse = Abuse in the chat
moderation-reason-name = Offensive name
moderation-reason-cheating = Cheating or collusion
moderation-reason-stalling = Stalling
moderation-reason-spam = Spam
moderation-reason-other = Something else
