//! The checks, with their places in the specification.

use std::fmt;

macro_rules! checks {
    ($($(#[$about:meta])+ $Name:ident, $name:literal, $section:literal, $rule:literal;)+) => {
        /// One thing that a bot has to do. Text form: its name in kebab case, `unknown-fields`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Check {
            $($(#[$about])+ $Name,)+
        }

        impl Check {
            /// Every check, in the order of the report.
            pub const ALL: &'static [Check] = &[$(Check::$Name),+];

            /// The text form.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Check::$Name => $name,)+
                }
            }

            /// The section of `docs/bot-protocol.md` that asks for it: the name of its heading in a link.
            #[must_use]
            pub const fn section(self) -> &'static str {
                match self {
                    $(Check::$Name => $section,)+
                }
            }

            /// The words of that section.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self {
                    $(Check::$Name => $rule,)+
                }
            }
        }
    };
}
checks! {
    /// It starts, and its first line is a `hello`.
    Start, "start", "hello-the-first-line", "The bot answers with `hello`.";
    /// It does not keep its lines in a buffer.
    Flush, "flush", "a-minimal-bot", "Output must be flushed after every line.";
    /// It prints nothing but messages, each on a line of its own.
    Messages, "messages", "a-minimal-bot", "Nothing but messages may be printed to the standard output";
    /// Its `hello` keeps to the limits.
    Hello, "hello", "hello", "1 to 64 characters";
    /// It chooses a version that the host speaks, also where the host speaks newer ones.
    Version, "version", "versions", "the bot chooses the newest that it knows";
    /// It names games that exist.
    Games, "games", "hello", "the games that it plays; all if left out";
    /// It is ready for every game that it names, with any number of seats, on any seat, with any options.
    Ready, "ready", "new-game-a-game-begins", "The bot answers with `ready`.";
    /// It answers each question once, and says nothing else.
    Answers, "answers", "a-minimal-bot", "every `decide` wants exactly one `action`";
    /// Its actions are legal.
    Legal, "legal", "action", "one of `legal`, letter by letter, or an action of an `open` kind, or any other text form of a legal action";
    /// It answers in time.
    Time, "time", "time", "The clock of a decision runs from the moment when the host begins to write the `decide` line";
    /// Its process goes on until the host ends it.
    Running, "running", "faults", "the process ended, or closed its standard input or output, between `new-game` and `game-over`";
    /// It plays one game after the other.
    SeveralGames, "several-games", "new-game-a-game-begins", "It forgets the game before.";
    /// It plays a game that starts from a position.
    Position, "position", "new-game-a-game-begins", "the view of the seat, if the game starts from a position";
    /// It copes with long legal lists.
    LongList, "long-list", "decide-the-bot-is-to-choose", "every listed action, in the game's own order, which is stable; never empty";
    /// It copes with kinds of actions that are not listed.
    Open, "open", "decide-the-bot-is-to-choose", "the first words of actions that are legal as well and too many to list";
    /// It ignores fields that it does not know, those of documents included.
    UnknownFields, "unknown-fields", "lines", "Both sides ignore fields that they do not know.";
    /// It ignores messages of types that it does not know.
    UnknownTypes, "unknown-types", "lines", "A bot ignores messages whose `type` it does not know.";
    /// It ignores blank lines, and carriage returns at the end of a line.
    BlankLines, "blank-lines", "lines", "Blank lines are ignored.";
    /// It reads lines up to the limit, batches of events among them.
    LongLines, "long-lines", "lines", "A line has at most 1 MiB (1,048,576 bytes), line feed included.";
    /// It reads events in any number of messages.
    Events, "events", "events-what-happened", "They may come in several messages.";
    /// It reads lines that arrive in pieces, or several at once.
    Pieces, "pieces", "lines", "A message is one JSON object in UTF-8 on one line that ends with a line feed";
    /// It waits for a host that reads slowly.
    SlowHost, "slow-host", "lines", "The bot may write at most as much as it is asked for";
    /// It plays without a limit of time.
    NoClock, "no-clock", "decide-the-bot-is-to-choose", "or `null` if there is no limit";
    /// It accepts `null` for an optional field.
    Nulls, "nulls", "lines", "A field marked *optional* may be left out or `null`; both mean the same.";
    /// It reads any text in UTF-8.
    Text, "text", "lines", "A message is one JSON object in UTF-8 on one line that ends with a line feed";
    /// It goes on after the host has reported a fault to it.
    Fault, "fault", "policies", "is asked again for its next decision; the result counts";
    /// It goes on after the host has ended a game.
    BrokenOff, "broken-off", "game-over-the-result", "`stopped`: the host ended it, it counts for nobody";
    /// It plays on two seats of a game, each with a process of its own.
    TwoSeats, "two-seats", "the-process", "A bot that sits at two seats has two processes.";
    /// Its remarks keep to their limits.
    Remarks, "remarks", "action", "Beyond their limits they are cut or dropped, which is no fault.";
    /// It decides by its seed and what it is sent.
    Determinism, "determinism", "determinism", "the same seed and the same messages give the same actions";
    /// It ends when the host says so.
    Quit, "quit", "quit-the-end", "The bot ends its process.";
    /// It ends when its input does.
    EndOfInput, "end-of-input", "quit-the-end", "The end of the input means the same.";
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
