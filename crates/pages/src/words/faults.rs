//! The errors that have nothing to tell but their kind: each stands here once, with its code for programs, the key of its message
//! to people, and its words for programs where these say more.

use game::ErrorCode;

/// Declares an enum of errors, one a row: the code, the key of the message, and perhaps words for programs, in English.
macro_rules! faults {
    ($(#[$about:meta])* $Name:ident { $($(#[$of:meta])* $Value:ident = $Code:ident, $key:literal $(, $message:literal)?;)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $Name {
            $($(#[$of])* $Value,)+
        }

        impl $Name {
            /// Returns the code for programs, which may be less specific.
            #[must_use]
            pub const fn code(self) -> ErrorCode {
                match self {
                    $($Name::$Value => ErrorCode::$Code,)+
                }
            }

            /// Returns the key of its message.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $($Name::$Value => $key,)+
                }
            }

            /// Returns its words for programs, in English, where they say more than its message.
            #[must_use]
            pub fn message(self) -> Option<&'static str> {
                let message: &[&'static str] = match self {
                    $($Name::$Value => &[$($message)?],)+
                };
                message.first().copied()
            }
        }
    };
}

faults! {
    /// An error without details.
    Fault {
        /// An uploaded record is no longer stored.
        RecordGone = NotFound, "upload-gone";
        /// The invitation is not valid.
        BadCode = NoTable, "fault-bad-code",
            "no table with this code is waiting for players: its game has begun, or there is none; whoever sits there \
             finds it by its address";
        /// The disk is full.
        DiskFull = Storage, "fault-disk-full",
            "the server's disk is full: this was not done, and nothing that was confirmed is lost; whoever runs the \
             server has to make room, then send the same again";
        /// The browser that keeps the tables has no room.
        BrowserFull = Storage, "fault-browser-full";
        /// The browser that keeps the tables could not store something.
        BrowserFailed = Storage, "fault-browser-storage";
        /// The data folder has been removed.
        Displaced = Storage, "fault-displaced",
            "the server's data folder was taken away or replaced while it ran: this was not done; whoever runs the \
             server has to put it back, and their log says how; then send the same again";
        /// The disk does not keep up.
        Overloaded = Storage, "fault-overloaded",
            "the server's disk cannot keep up; send the same again in a moment";
        /// The server is stopping.
        Stopping = Storage, "fault-stopping",
            "the server is stopping; send the same again when it is back";
        /// The stored data of the table cannot be read.
        TableDamaged = Damaged, "fault-table-damaged",
            "the log of this table is damaged, so it cannot be shown; whoever runs the server has to put a backup in \
             its place, and trying again does not help: tell them, their log says what is wrong";
        /// A newer version of the server wrote to the table, and this one cannot read it.
        TableNewer = Storage, "fault-table-newer",
            "a newer version of the server wrote to this table and has to serve it, and none can be reached at the moment; \
             nothing that was confirmed is lost: send the same again later";
        /// The reader's share of the table's log is used up.
        LogFull = Closed, "fault-log-full",
            "you have used up your share of the table's storage: a bot plays for you to the end of the game; before \
             it begins only sitting down, seating bots and closing the table is left";
        /// The table allows no hints.
        NoHints = NotAllowed, "hint-off",
            "this table plays without hints; whoever opens a table decides that for everybody there";
        /// The reader has nothing to decide, so there is nothing to give a hint about.
        NothingToDecide = NotNow, "hint-not-now",
            "you have nothing to decide now; ask when it is your turn";
        /// The game is already over in the position that the reader wants to play on.
        PositionOver = BadRequest, "fault-position-over";
        /// The reader chose more than one seat for themselves.
        TwoSeats = BadRequest, "fault-two-seats";
        /// The reader sent too many chat messages in a short time.
        TooFast = TooMany, "fault-too-fast",
            "you have said too much in a short time; wait a moment";
        /// A report has no reason.
        NoReason = BadRequest, "fault-no-reason";
        /// The reader has blocked as many people as the server allows.
        BlocksFull = TooMany, "fault-blocks-full";
        /// No clock can have this time control.
        BadClock = BadRequest, "fault-bad-clock";
        /// The reader's share of the dice is no nonce.
        BadNonce = BadRequest, "fault-bad-nonce";
        /// The promised table id has been used, or the promise has expired.
        PromiseGone = Stale, "fault-promise-gone";
        /// The server has too much to do.
        Busy = Busy, "fault-busy",
            "the server has too much to do at the moment; nothing was done, send the same again";
        /// The work for the request failed.
        WorkFailed = Internal, "fault-internal", "this could not be done";
        /// As many tables are in use as the server holds.
        NoRoom = TooMany, "fault-too-many",
            "as many tables are in use here as this server holds; try again later";
        /// Too many connections from one network are open.
        TooManyConnections = TooMany, "fault-too-many-connections",
            "too many connections are open from this address; close others first";
    }
}

faults! {
    /// The reason why the reader has to wait.
    Wait {
        /// The reader tried something too often.
        Tries = TooMany, "account-fault-too-many-tries";
        /// The others refused to close the table a short time ago.
        CloseRefused = TooMany, "fault-close-refused";
        /// One network or one person asked for more work than they may have.
        Cost = TooMany, "fault-cost-spent";
        /// One table asked for more work than it may have.
        TableCost = TooMany, "fault-table-cost-spent";
        /// Too many tables were opened from one network.
        Tables = TooMany, "fault-too-many-tables";
        /// A person asked for an export of their data too often.
        Exports = TooMany, "fault-too-many-exports";
        /// The data written for one network fill its share of the disk.
        DiskShare = TooMany, "fault-disk-share";
    }
}

faults! {
    /// A limit of the tables that may be open at a time.
    TableLimit {
        /// The reader has too many unfinished games.
        Unfinished = TooMany, "fault-too-many-unfinished",
            "games of yours are not over; finish, leave or close one before you open another";
        /// The reader's network has too many unfinished games.
        UnfinishedHere = TooMany, "fault-too-many-from-here",
            "games from your address are not over; finish or close one before you open another, or join one";
        /// The reader has too many public tables that wait for players.
        Waiting = TooMany, "fault-too-many-public",
            "public tables of yours wait for players; close one, or open one that is not public, or join another";
        /// The reader's network has too many public tables that wait for players.
        WaitingHere = TooMany, "fault-too-many-public-from-here",
            "public tables from your address wait for players; join one, or open one that is not public";
    }
}

faults! {
    /// The reason why a report or an act of moderation is impossible.
    ModerationFault {
        /// There is no such report, sanction or person, or nobody to report.
        Unknown = NotFound, "fault-moderation-unknown",
            "there is no such report, sanction or person, or nobody to report there";
        /// Only somebody with a seat can report somebody at a private table.
        NotSeated = NotSeated, "fault-moderation-not-seated",
            "the table is private: only somebody who has a seat there may report somebody";
        /// The network is too wide.
        TooWide = BadRequest, "fault-moderation-too-wide",
            "a network this large would affect nearly everybody: give at least 8 bits of IPv4, 16 of IPv6";
        /// The network of the person is unknown.
        NoNetwork = NotNow, "fault-moderation-no-network",
            "the server has not seen this person lately, so it does not know their network";
        /// The end of the sanction has passed already.
        BadTime = BadRequest, "fault-moderation-bad-time",
            "the time at which it should end has already passed";
        /// The person has a role.
        HasRole = NotAllowed, "fault-moderation-has-role",
            "this person has a role; an admin must revoke it first";
        /// The person is muted or suspended.
        Sanctioned = NotNow, "fault-moderation-sanctioned",
            "this person is muted or suspended; lift that first";
        /// The person has no account.
        NoAccount = NotNow, "fault-moderation-no-account",
            "this person has no account";
        /// There would be no admin left.
        LastAdmin = NotAllowed, "fault-moderation-last-admin",
            "this is the last admin; grant the role to somebody else first, or use `neuland admin revoke NAME --data \
             FOLDER` while no server runs";
        /// The act is done already.
        Done = NotNow, "fault-moderation-done",
            "this has already been done";
        /// The number of sanctions in force has reached the server's limit.
        Full = TooMany, "fault-moderation-full",
            "the server cannot keep any more sanctions in force; lift some first";
    }
}

faults! {
    /// The reason why an operation on an account is refused.
    AccountFault {
        /// The name is empty, too long, or has characters that an account's name cannot have.
        BadName = BadName, "fault-bad-name",
            "a name has 1 to 24 characters, letters or digits among them";
        /// Another account has the name, or one that looks like it, or nobody may.
        NameTaken = NameTaken, "account-fault-name-taken",
            "this name, or one that looks like it, is taken";
        /// There is no account with this name and password.
        WrongPassword = WrongPassword, "account-fault-wrong-password",
            "there is no account with this name and this password";
        /// The code of another device is wrong, was used, or is past its time.
        BadTransfer = BadTransfer, "account-fault-bad-transfer",
            "the code is wrong, has been used or has expired; create a new one";
        /// The recovery code is wrong, was used, or is past its time.
        BadCode = BadCode, "account-fault-bad-code",
            "the name and the code do not match, or the code has been used or has expired";
        /// The operation needs a person, and the requester has no key.
        Nobody = BadRequest, "fault-bad-request",
            "the server does not know you yet; sign in, or take a seat at a table first";
        /// The operation needs an account, and the person is a guest.
        NoAccount = BadRequest, "fault-bad-request",
            "this needs an account, and you have none; create one first";
        /// The requester has an account already, and wants another.
        HasAccount = BadRequest, "fault-bad-request",
            "you have an account already; sign out before you create another";
    }
}

faults! {
    /// The reason why a password is easily guessed.
    Weakness {
        /// It is too short or too long.
        Length = BadPassword, "account-fault-bad-password";
        /// It is the name of the account.
        Name = BadPassword, "account-fault-weak-name";
        /// Many people use it, or one like it.
        Common = BadPassword, "account-fault-weak-common";
        /// It is a row or a pattern of keys.
        Keys = BadPassword, "account-fault-weak-keys";
        /// It repeats itself.
        Repeats = BadPassword, "account-fault-weak-repeats";
        /// It is a row of letters or digits.
        Sequence = BadPassword, "account-fault-weak-sequence";
        /// It is a date or a year.
        Date = BadPassword, "account-fault-weak-date";
        /// It is the name of a person.
        PersonName = BadPassword, "account-fault-weak-person-name";
        /// It is one word.
        Word = BadPassword, "account-fault-weak-word";
        /// It is too short, given how easily its parts are guessed.
        Guessable = BadPassword, "account-fault-weak-guessable";
    }
}
