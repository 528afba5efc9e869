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
pace-bank-more = { $time } for the whole game, plus { $more } for each decision
pace-bot = then a bot plays on
pace-replace = then the others may let a bot play on

## A new table

new-visibility = Who may join
new-private = Private: anyone with the link
new-public = Public: the table is also listed on the start page
new-time = Time to think
new-time-about = Clocks stand still while the server is down.
new-none = No clock
new-decision = Time for each decision
new-bank = Time for the whole game
new-time-each = For each decision
new-time-bank = For the whole game
new-time-more = Extra for each decision
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
public-none = No public tables right now. Open one, and others will find it here.
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
        [agreement] Everybody agreed to close it, so the game ended early and nobody won. Everything that was secret is now revealed.
        [absence] Nobody had played here for a long time, so it was closed and nobody won. Everything that was secret is now revealed.
        [host-conduct] The host of this server closed it because of how somebody behaved. Everything that was secret is now revealed.
        [host-content] The host of this server closed it because of something that was written here. Everything that was secret is now revealed.
        [host-request] The host of this server closed it because somebody asked for that. Everything that was secret is now revealed.
        [host-operation] The host of this server had to close it. Everything that was secret is now revealed.
       *[other] The player who opened it closed it, so the game ended early and nobody won. Everything that was secret is now revealed.
    }
room-closed-hint = Its game never began. Nothing is lost: open another one.
room-expected = The game begins as soon as { $names } { $n ->
    [one] is
   *[other] are
} here.
room-expects-you = The others are waiting for you.
come-in = I am here
seat-expected = not here yet
fill-expected = Who plays for the missing players
begin-now = Begin without them
sit-here = Sit here
move-here = Move here
stand-up = Leave the seat
fill-begin = Fill the seats and begin
swap-any = Swap two seats
swap-one = This seat
swap-other = with this one
swap = Swap
invite-title = Invite others
invite-share = Share
invite-qr = QR code of this link: scan it with a phone to open the table
invite-code = Or tell them the code:
terms-rules = Rules
terms-by-the-book = By the rulebook
terms-time = Time to think
terms-who = Who may join
terms-public = Public: listed on the start page
terms-private = Private: anyone with the link
terms-start = Start
terms-from-position = Continued from a position; not counted in statistics
table-from-position = Continued from a position

## Fair dice

dice-fair = Fair dice
dice-settled = The dice are fixed before anybody can know how the game will go. After the game anyone can check that.
dice-how = How it works
dice-commitment = Sealed envelope:
dice-added = Added to the dice: { $names }
dice-share = What you add to the dice
dice-share-about = Your browser chose this number. You may enter your own: 16 to 64 of the digits 0 to 9 and letters a to f.

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
leave-about = A bot plays on for you. You may come back at any time until the game is over.
leave-yes = Leave
close-table = Close the table
close-about = It ends here for everybody, and nobody wins. This cannot be undone.
close-about-game = The game ends here and nobody wins. Everything that was secret is then revealed. This cannot be undone.
close-about-voters =
    { $n ->
        [one] The game ends here without a winner if { $names } agrees. Everything that was secret is then revealed.
       *[other] The game ends here without a winner if { $names } agree. Everything that was secret is then revealed.
    }
close-ask = Ask the others
close-yes = Close it for everybody
close-asked = { $name } asks to close the table
close-you-ask = You ask to close the table
close-asked-hint = If everybody agrees, the game ends here and nobody wins. If anybody refuses, it goes on.
close-agree = Agree
close-refuse = Play on
close-withdraw = Withdraw
back-title = { $bot } plays for you
back-about = You left, were replaced, or ran out of time. Take over whenever you like.
spent-about = You have done so much at this table that you have used up your share of its storage. The bot plays for you to the end of the game.
back = I am back
missing = { $name } is away
missing-time = { $name } has run out of time
missing-stalled = { $name } has not decided for ten minutes
missing-about = The table waits. A bot can play on until they are back.
replace = Let a bot play on

## Playing again

again = Play again
again-stronger = Against stronger bots
again-come = Join the next game
again-open = Go to the next table

## What fair dice are

fairness-title = Fair dice
fairness-lead = Nobody at the table and nobody who runs the server picks what the dice show. Anyone can check that after every game.
fairness-envelope = Before the table is opened, the server seals a secret number in an envelope: it shows you a fingerprint that fits this number and no other.
fairness-share = Everybody who sits down adds a random number of their own, even when the same people play again. Your browser does that for you.
fairness-follow = All dice, cards and tiles of the game follow from these numbers, by a fixed computation. Nobody knew all of them while they could still choose.
fairness-open = When the game is over, the envelope is opened: the secret comes with the record of the game.
fairness-check = Check a game
fairness-check-how = The program does the same on the command line, and plays the game by its rules as well. Download the record from the end of the game:
fairness-luck = If everything checks out, a 7 three times in a row was luck: with fair dice some number comes three times in a row in more than half of all games.
fairness-limits = What the check cannot show
fairness-limit-none = If nobody at the table adds a number, you rely on the server alone. One honest number is enough.
fairness-limit-last = A server in league with the player who sits down last could try out numbers for that seat. Play with people who you know are not, or sit down last.
fairness-limit-server = The server knows the secret during the game. Whoever can read its memory knows what is coming.

## What cannot be done

fault-begun = The game has begun, so nobody can change seats.
fault-nothing-asked = There is no longer a request to take anything back.
fault-not-away = The player cannot be replaced: they are here and have time left, or a bot already plays for them. Without clocks the others can let a bot play on after ten minutes without a decision.
fault-not-over = The game is not over yet.
fault-bad-text = Write 1 to 300 characters.
fault-close-refused = Somebody wanted to play on a short time ago. You can ask again { $minutes } minutes after that.
fault-too-fast = That was a lot at once. Wait a moment before you say more.
fault-bad-clock = Choose a time to think of 5 seconds to 30 days, with at most one extra day for each decision.
fault-bad-nonce = What you add to the dice must have 16 to 64 of the digits 0 to 9 and letters a to f.
fault-promise-gone = The sealed envelope of this form has been used or has expired, so here is a new one. Have a look and try again.

## My games, and the pages of people

games-title = My games
games-link = All my games, with statistics
games-listed =
    { $n ->
        [one] 1 game
       *[other] { $n } games
    }
games-none = No game fits these choices.
games-all = all
games-game = Game
games-result = Result
games-opponents = Opponents
games-filter = Show
games-won = Won
games-lost = Lost
games-open = Going on
games-closed = Closed early
games-people = People
games-bots = Bots alone
games-statistics = Played to the end
games-seats = Seats
games-played = Games
ratings-title = Ratings
ratings-none = No rated game yet.
ratings-rating = Rating
ratings-about = Public games count that people alone played to the end by the standard rules, without bots that stand in and without aids. Only the number of players and who begins may differ from the given options. Everybody begins at 1500; the true strength lies within ± in about 95 of 100 cases.
person-own = A page for others
person-guest = With an account you can show others a page with your ratings.
person-shown = Others can see your ratings here:
person-hidden = Nobody else sees your ratings.
person-show = Show my page
person-hide = Hide my page
person-since = Here since
