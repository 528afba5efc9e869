//! The levels of play: bots that have the same names in all games.

use crate::BotInfo;

/// The levels of the tile games, the weakest first: each wins more than half of its games against the one before.
pub const OF_TILES: [&str; 6] = ["beginner", "novice", "apprentice", "surveyor", "expert", "master"];

/// The levels of Catan and of Cities & Knights, the weakest first, as [`OF_TILES`].
pub const OF_ISLAND: [&str; 6] = ["beginner", "novice", "apprentice", "settler", "expert", "master"];

pub(crate) const BEGINNER: BotInfo = BotInfo {
    name: "beginner",
    about_key: "bot-beginner-about",
    about: "takes what it sees at once, and forgets the others",
};

pub(crate) const NOVICE: BotInfo = BotInfo {
    name: "novice",
    about_key: "bot-novice-about",
    about: "weighs the same things as a good player, but often misjudges them",
};

pub(crate) const APPRENTICE: BotInfo = BotInfo {
    name: "apprentice",
    about_key: "bot-apprentice-about",
    about: "weighs the same things as a good player, and misjudges them a little",
};

pub(crate) const EXPERT: BotInfo = BotInfo {
    name: "expert",
    about_key: "bot-expert-about",
    about: "plays its best moves on before it chooses",
};

pub(crate) const MASTER: BotInfo = BotInfo {
    name: "master",
    about_key: "bot-master-about",
    about: "as expert, but compares more moves, and more thoroughly",
};
