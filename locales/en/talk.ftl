# What goes on at a table beside the game: clocks, talk, what people ask each other, being called.

## Clocks

clock-left = Time left:
clock-runs = (running)
clock-up = Time is up
clock-column = Time left
clock-days = { $d } d { $h } h
clock-hours = { $h } h { $m } min
clock-low = Your clock: { $time } left.

## Chat

talk = Chat
talk-empty = Nobody has said anything yet.
talk-you = You
keys-talk = To the chat
talk-field = Say something
talk-send = Send
talk-said = { $name } says: { $text }
talk-unread = { $n } new
talk-mute = Mute or block somebody
talk-muted = Muted: { $names }
talk-mute-hint = You will no longer see what they say. They will not be told.
ago-now = just now
ago-minutes = { $n } min ago
ago-hours = { $n } h ago
ago-days =
    { $n ->
        [one] 1 day ago
       *[other] { $n } days ago
    }

## Taking back

undo-ask = Ask to take back
undo-ask-hint = This takes back your last move and everything that came after it.
undo-ask-voters =
    { $n ->
        [one] It happens if { $names } agrees.
       *[other] It happens if { $names } agree.
    }
undo-ask-button = Ask the others
undo-ask-alone = Take it back
undo-asked = { $name } asks to take a move back
undo-asked-hint = Everything that came after that move is taken back as well.
undo-you-ask = You ask to take your move back
undo-own-hint = If you play on, your request is withdrawn.
undo-waits = Waiting for an answer from: { $names }
undo-agree = Agree
undo-refuse = Refuse

## Offers that are not wanted

decline-turn = No more offers this turn
decline-from = Never from { $name }
declined = Offers rejected automatically
declined-turn = No offers this turn
declined-from = No offers from { $name }
decline-end = Allow again

## In the log

event-undo-asked =
    { $you ->
        [yes] You ask to take back your last move.
       *[no] { $name } asks to take back their last move.
    }
event-undo-agreed =
    { $you ->
        [yes] You agree to that.
       *[no] { $name } agrees to that.
    }
event-undo-refused =
    { $you ->
        [yes] You refuse: everything stays as it is.
       *[no] { $name } refuses: everything stays as it is.
    }
event-filled = Bots take the seats that were still empty.
event-swapped =
    { $you ->
        [yes] You and { $other } swap seats.
       *[no] { $one } and { $other } swap seats.
    }
event-left-bot =
    { $you ->
        [yes] You leave; a bot plays on for you.
       *[no] { $name } leaves; a bot plays on.
    }
event-left-open = The player in seat { $seat } leaves; it is open again.
event-returned =
    { $you ->
        [yes] You are back.
       *[no] { $name } is back.
    }
event-replaced =
    { $you ->
        [yes] { $by } lets a bot play on for you.
       *[no] { $own ->
            [yes] You let a bot play on for { $name }.
           *[no] { $by } lets a bot play on for { $name }.
        }
    }
event-time-up =
    { $you ->
        [yes] Your time is up.
       *[no] { $name } has run out of time.
    }
event-time-up-bot =
    { $you ->
        [yes] Your time is up; a bot plays on until you act yourself.
       *[no] { $name } has run out of time; a bot plays on.
    }
event-stood-still = The server was down; the clocks stood still.
event-next = The same people play again at a new table.
event-share-spent =
    { $you ->
        [yes] You have used up your share of this table’s storage; a bot plays for you to the end.
       *[no] { $name } has used up a player’s share of this table’s storage; a bot plays to the end.
    }
event-close-asked =
    { $you ->
        [yes] You ask to close the table.
       *[no] { $name } asks to close the table.
    }
event-close-agreed =
    { $you ->
        [yes] You agree to close the table.
       *[no] { $name } agrees to close the table.
    }
event-close-refused =
    { $you ->
        [yes] You want to play on: the table stays open.
       *[no] { $name } wants to play on: the table stays open.
    }
event-from-position = The game continues from a position.
event-closed =
    { $why ->
        [agreement] Everybody agrees: the table is closed.
        [absence] Nobody has played here for a long time: the table is closed.
        [host-conduct] The host of the server closes the table because of how somebody behaved.
        [host-content] The host of the server closes the table because of something that was written here.
        [host-request] The host of the server closes the table because somebody asked for that.
        [host-operation] The host of the server has to close the table.
       *[other] The table was closed by the player who opened it.
    }

## Being called

notify-hint = Your browser tells you when it is your turn while you are looking at something else.
notify-on = Notifications are on
notify-off = Turn notifications on
notify-denied = Your browser does not allow notifications here.

## Sending

client-unsent = No connection: this is saved and will be sent again.
client-still-unsent = Your last move is still on its way. Please wait for it.
client-sent = Your saved move has been sent.
