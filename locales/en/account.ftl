### Accounts, moving to another device, personal data.

account-title = You
account-signed-in-as = You are signed in as { $name }.
account-guest = You are playing as a guest: only your devices know you. Your tables are kept here; you need nothing more.
account-nobody = Nobody has played in this browser yet. Sit down at a table and you are a guest; an account is optional.
account-have-code = I have a code from another device

## Another device

account-transfer-title = Continue on another device
account-transfer-about = Carry on with your phone or another computer, in the same seats. You get a link and a short code; this device stays signed in.
account-transfer-button = Create a code
account-transfer-open = Open this link on the other device:
account-transfer-type = Or open “You” there, choose “I have a code”, and type:
account-transfer-once = { $minutes ->
    [one] The code works for one minute, on one device. Whoever uses it plays as you.
   *[other] The code works for { $minutes } minutes, on one device. Whoever uses it plays as you.
}
account-copy = Copy the link
account-copied = Copied
account-arrive-title = Continue on this device
account-arrive-about = Enter the code from your other device. This device then has the same seats and tables.
account-arrive-code = Code
account-arrive-button = Continue here
account-arrive-instead = { $name } is signed in on this device and will be signed out.
account-bring = { $n ->
    [one] Bring along the table you have as a guest on this device
   *[other] Bring along the { $n } tables you have as a guest on this device
}

## Devices

account-devices = Your devices
account-device-here = this device
account-device-unknown = A device
account-day =
    { $day } { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    } { $year }
account-device-since = since
account-device-seen = last used
account-device-end = Sign out
account-device-end-label = Sign out { $device }
account-sign-out = Sign out here
account-sign-out-others = Sign out all others

## Account

account-name = Name
account-password = Password
account-password-hint = At least 8 characters. Three or four unrelated words are better than one with digits and symbols.
account-sign-up-title = Create an account
account-sign-up-about = With a name and a password, and no e-mail address, you can get to your tables from anywhere. If you lose the password, only a recovery code brings you back. What you have as a guest stays yours.
account-sign-up-button = Create the account
account-sign-in-title = Sign in
account-sign-in-button = Sign in
account-password-title = Change the password
account-password-old = Current password
account-password-new = New password
account-password-ends = This signs out all other devices.
account-password-button = Change

## Lost password

recovery-title = Recovery codes
recovery-about = Your password is the only proof of who you are. If you lose it, one of these codes lets you set a new one; each works once. Keep them where you keep other important papers, not only on this device.
recovery-none = You have no codes yet.
recovery-left = { $n ->
    [0] You have no codes left.
    [one] You have one code left.
   *[other] You have { $n } codes left.
}
recovery-since = They were created on
recovery-made = These are your codes.
recovery-once = Write them down or print them now: they are not shown again. Any codes you had before no longer work.
recovery-copy = Copy the codes
recovery-replaces = New codes replace all the ones you have.
recovery-button = Create codes
recovery-with-account = Show me recovery codes, in case I lose the password
recover-link = Forgot your password?
recover-title = Set a new password
recover-about = With one of your recovery codes, or a code from the people who run this server, you can set a new password. Without a code there is no way back: nothing else tells the server who you are.
recover-code = Code
recover-code-hint = Fifteen letters and digits, such as k7mw2-xqp4d-9hj3c.
recover-ends = This signs out all your devices and signs you in on this one.
recover-button = Set the password
recover-back = Back

## What is kept

account-data-title = Your data
account-data-about = One file with everything: your name, your devices, your tables and seats, what you did and said there.
account-data-button = Download it
account-delete-title = Delete everything
account-delete-about = Your account, your devices, your name and what you said at tables are deleted. Your moves stay, under the name “N. N.”, so that others keep their games. In games still being played, a bot plays for you. This cannot be undone.
account-delete-sure = Yes, delete it all
account-delete-button = Delete

## What was done

account-done-signed-up = You have an account. Sign in with it wherever you like.
account-done-signed-in = You are signed in.
account-done-signed-out = You are signed out here.
account-done-signed-out-others = All other devices are signed out.
account-done-ended = That device is signed out.
account-done-password = Your password has been changed, and all other devices have been signed out.
account-done-recovered = Your new password is set, and all your other devices are signed out. The code you used no longer works.
account-done-deleted = All your data has been deleted.

## When something goes wrong

account-fault-name-taken = This name is taken, or looks too much like one that is. Choose another.
account-fault-bad-password = Choose another password: 8 to 200 characters.
account-fault-weak-name = Your name is the first thing anybody would try. Choose another password, such as three or four words that have nothing to do with each other.
account-fault-weak-common = This password, or one very much like it, is on the lists that guessers try first. Choose another, such as three or four words that have nothing to do with each other.
account-fault-weak-keys = Keys next to each other are guessed quickly. Choose another password, such as three or four words that have nothing to do with each other.
account-fault-weak-repeats = Repeating something makes a password longer, but hardly harder to guess. Choose another, such as three or four words that have nothing to do with each other.
account-fault-weak-sequence = Sequences such as abc or 6543 are guessed quickly. Choose another password, such as three or four words that have nothing to do with each other.
account-fault-weak-date = Dates and years are guessed quickly. Choose another password, such as three or four words that have nothing to do with each other.
account-fault-weak-person-name = Names of people are guessed quickly. Choose another password, such as three or four words that have nothing to do with each other.
account-fault-weak-word = A single word is guessed quickly. Add two or three more that have nothing to do with it.
account-fault-weak-guessable = This password can be guessed too quickly. Make it longer: add a word or two that have nothing to do with the rest.
account-fault-wrong-password = There is no account with this name and this password.
account-fault-bad-transfer = This code is not valid: it may be mistyped, already used or expired. Create a new one on the other device.
account-fault-bad-code = The name and the code do not match, or the code has been used or has expired. Check both; each code works only once.
account-fault-too-many-tries = { $minutes ->
    [one] Too many attempts. Wait a minute.
   *[other] Too many attempts. Wait { $minutes } minutes.
}

## The pages of the host

