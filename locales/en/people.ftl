# Who sits where: the lobby, coming and going, bots that play for somebody, playing again.

## How long the seats may think

span-seconds =
    { $n ->
        [one] 1 second
       *[other] { $n } seconds
    }
span-minutes =
    { $n ->
        [one] 1 minute
       *[other] { $n } minutes
    }
span-hours =
    { $n ->
        [one] 1 hour
       *[other] { $n } hours
    }
span-days =
    { $n ->
        [one] 1 day
       *[other] { $n } days
    }
pace-none = No clock
pace-decision = { $time } for each decision
pace-bank = { $time } for the whole game
pace-bank-more = { $time } for the whole game, and { $more } more for each decision
pace-bot = then a bot plays on
pace-replace = then the others may let a bot play on

## A new table

new-visibility = Who may come
new-private = Private: whoever has the link
new-public = Public: the table is also listed on the start page
new-time = Time to think
new-time-about = Clocks stand still while the server is down.
new-none = No clock
new-decision = Time for each decision
new-bank = Time for the whole game
new-time-each = For each decision
new-time-bank = For the whole game
new-time-more = More for each decision
new-unit = Unit
unit-seconds = seconds
unit-minutes = minutes
unit-hours = hours
unit-days = days
new-zero = When the time is up
new-zero-bot = A bot plays on at once, until the player is back
new-zero-replace = The others may let a bot play on

## Public tables

public-tables = Public tables
public-none = No public table right now. Open one, and others find it here.
public-open =
    { $n ->
        [one] 1 of { $of } seats open
       *[other] { $n } of { $of } seats open
    }
public-join = Join
public-watch = Watch
public-back = Back to your seat
table-expected = You are expected
table-turn-of = { $name } to play
table-time-left = { $time } left

## The waiting room

room-open =
    { $n ->
        [one] One seat is open. The game begins when it is taken.
       *[other] { $n } seats are open. The game begins when all are taken.
    }
room-closed = This table was closed
room-ended =
    { $why ->
        [agreement] All agreed to close it, so the game ended early and nobody has won. Everything that was secret is open now.
        [absence] Nobody had played here for a long time, so it was closed and nobody has won. Everything that was secret is open now.
        [host-conduct] The host of this server closed it because of how somebody behaved. Everything that was secret is open now.
        [host-content] The host of this server closed it because of something that was written here. Everything that was secret is open now.
        [host-request] The host of this server closed it because somebody asked for that. Everything that was secret is open now.
        [host-operation] The host of this server had to close it. Everything that was secret is open now.
       *[other] The player who opened it closed it, so the game ended early and nobody has won. Everything that was secret is open now.
    }
room-closed-hint = Its game never began. Nothing is lost: open another one.
room-expected = The game begins as soon as { $names } { $n ->
    [one] is
   *[other] are
} here.
room-expects-you = The others are waiting for you.
come-in = I am in
seat-expected = not here yet
fill-expected = Who plays for those who are missing
begin-now = Begin without them
sit-here = Sit here
move-here = Move here
stand-up = Leave the seat
fill-begin = Fill and begin
swap-any = Swap two seats
swap-one = This seat
swap-other = with this one
swap = Swap
invite-title = Invite others
invite-share = Share
invite-qr = QR code of this link: a phone that sees it opens the table
invite-code = Or tell them the code:
terms-rules = Rules
terms-by-the-book = As in the rulebook
terms-time = Time to think
terms-who = Who may come
terms-public = Public: listed on the start page
terms-private = Private: whoever has the link
terms-start = Beginning
terms-from-position = Played on from a position; counts in no statistics
table-from-position = Played on from a position

## Fair dice

dice-fair = Fair dice
dice-settled = The dice are settled before anybody can know how the game will go. After the game anyone can check that.
dice-how = How that works
dice-commitment = Sealed envelope:
dice-added = Added to the dice: { $names }
dice-share = What you add to the dice
dice-share-about = Your browser made this number up. You may write your own: 16 to 64 of the digits 0 to 9 and letters a to f.

## Coming and going

people = At this table
seat-here = here
seat-stand-in = { $bot } plays
stand-in = { $bot } plays for { $name }
# Who acts, in sentences of the log.
stand-in-name = { $bot } for { $name }
spectators =
    { $n ->
        [0] Nobody is watching
        [one] 1 person is watching
       *[other] { $n } people are watching
    }
leave = Leave the table
leave-about = A bot plays on for you. You may come back at any time, as long as the game goes on.
leave-yes = Leave
close-table = Close the table
close-about = It ends here for everybody, and nobody wins. This cannot be taken back.
close-about-game = The game ends here and nobody wins. Everything that was secret is opened then. This cannot be taken back.
close-about-voters =
    { $n ->
        [one] The game ends here without a winner if { $names } agrees. Everything that was secret is opened then.
       *[other] The game ends here without a winner if { $names } agree. Everything that was secret is opened then.
    }
close-ask = Ask the others
close-yes = Close it for all
close-asked = { $name } asks to close the table
close-you-ask = You ask to close the table
close-asked-hint = If all agree, the game ends here and nobody wins. One refusal is enough to play on.
close-agree = Agree
close-refuse = Play on
close-withdraw = Withdraw
back-title = { $bot } plays for you
back-about = You left, were replaced, or your time was up. Take over whenever you like.
spent-about = You have done so much at this table that your share of what is kept of it is used up. The bot plays for you to the end of the game.
back = I am back
missing = { $name } is away
missing-time = The time of { $name } is up
missing-stalled = { $name } has not decided for ten minutes
missing-about = The table waits. A bot can play on until they are back.
replace = Let a bot play on

## Playing again

again = Play again
again-come = Join the next game
again-open = To the next table

## What fair dice are

fairness-title = Fair dice
fairness-lead = Nobody at the table and nobody behind the server picks what the dice show. That can be checked, by anyone, after every game.
fairness-envelope = Before the table is opened, the server puts a secret number into an envelope and seals it: it shows you a fingerprint that fits this number and no other.
fairness-share = Whoever sits down adds a random number of their own, also when the same people play again. Your browser does that for you.
fairness-follow = All dice, cards and tiles of the game follow from these numbers, by a fixed computation. Nobody knew all of them while they could still choose.
fairness-open = When the game is over, the envelope is opened: the secret comes with the record of the game.
fairness-check = Check a game
fairness-check-how = The program does the same on the command line, and plays the game by its rules as well. Download the record from the end of the game:
fairness-luck = If all is right, a 7 three times in a row is known to be luck: with fair dice some number comes three times in a row in more than half of all games.
fairness-limits = What it does not show
fairness-limit-none = If nobody at the table adds a number, you rely on the server alone. One honest number is enough.
fairness-limit-last = A server that works together with the player who sits down last could try out numbers for that seat. Play with people who you know are not in league with the server, or sit down last.
fairness-limit-server = The server knows the secret during the game. Whoever can read its memory knows what comes.

## What cannot be done

fault-begun = The game has begun: everybody stays where they sit.
fault-nothing-asked = Nobody asks to take something back any more.
fault-not-away = Nobody can be replaced there: they are there and have time left, or a bot plays for them already. Without clocks the others can let a bot play on after ten minutes without a decision.
fault-not-over = The game is not over yet.
fault-bad-text = Say something of 1 to 300 characters.
fault-close-refused = Somebody wanted to play on a short time ago. Ask again { $minutes } minutes after that.
fault-too-fast = That was a lot at once. Wait a moment before you say more.
fault-bad-clock = That is no time to think: it is from 5 seconds to 30 days, with at most a day more for each decision.
fault-bad-nonce = What you add to the dice has 16 to 64 of the digits 0 to 9 and letters a to f.
fault-promise-gone = The sealed envelope of this form is used or no longer good, so here is a new one. Have a look and try again.
