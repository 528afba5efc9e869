//! Layouts, which define the meaning of the numbers, with their versions and hashes.

use game::ParseError;
use serde::Serialize;
use sha2::{Digest, Sha256};
use shelf::GameKind;
use std::fmt;
use std::str::FromStr;

/// The scope of knowledge that an observation shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Information {
    /// The seat's knowledge: public facts, its own secrets, and what a card counter infers of the others'.
    #[default]
    Seat,
    /// Everything: the others' hidden cards as they are. For training with hindsight and for analysis, never for a fair player.
    Everything,
}

impl Information {
    /// All kinds of information.
    pub const ALL: [Information; 2] = [Information::Seat, Information::Everything];

    /// The name: `seat` or `everything`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Information::Seat => "seat",
            Information::Everything => "everything",
        }
    }
}

impl fmt::Display for Information {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Information {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Information, ParseError> {
        let found = Information::ALL.into_iter().find(|information| information.name() == text);
        found
            .ok_or_else(|| ParseError::unknown(text, "a kind of information", "it is `seat` or `everything`"))
    }
}

/// The layout of a game's observation and action space.
///
/// It is the same for all numbers of seats and all options, so one model can play them all. Serialised it is the JSON object that
/// `docs/encodings.md` describes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// The game.
    pub game: GameKind,
    /// The version, which rises with every change of the layout.
    pub version: u32,
    /// The scope of knowledge in the observation.
    pub information: Information,
    /// The number of codes.
    pub actions: usize,
    /// The action space: blocks of codes, which follow each other without a gap.
    pub blocks: Vec<Block>,
    /// The number of values in an observation.
    pub size: usize,
    /// The observation: arrays, which follow each other without a gap.
    pub arrays: Vec<Array>,
    /// SHA-256 over the canonical form ([`Layout::canonical`]), 64 hexadecimal digits.
    pub hash: String,
}

/// Codes of one sort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Block {
    /// The name: `settlement`.
    pub name: &'static str,
    /// Its first code.
    pub first: usize,
    /// The number of its codes.
    pub len: usize,
    /// An explanation of its codes.
    pub about: &'static str,
    /// The meaning of each code, as [`describe`](crate::any::describe) returns it.
    pub codes: Vec<String>,
}

/// Some numbers of an observation: rows of channels, in row-major order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Array {
    /// The name: `vertex`.
    pub name: &'static str,
    /// The element type that suffices outside the flat view, where all is `float32`: `uint8`, `int16` or `float32`.
    pub dtype: &'static str,
    /// The lengths of its axes, the channels last.
    pub shape: Vec<usize>,
    /// Its offset in the flat view.
    pub offset: usize,
    /// An explanation of its rows.
    pub about: &'static str,
    /// The channels, the same for all rows.
    pub channels: Vec<Channel>,
}

impl Array {
    /// Returns the number of its values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }
    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One number of each row of an array.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Channel {
    /// The name: `road of seat +1`.
    pub name: String,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// An explanation of its value.
    pub about: &'static str,
}

impl Layout {
    /// Puts a layout together and hashes it.
    pub(crate) fn new(
        game: GameKind,
        version: u32,
        information: Information,
        blocks: Vec<Block>,
        arrays: Vec<Array>,
    ) -> Layout {
        let actions = blocks.iter().map(|block| block.len).sum();
        let size = arrays.iter().map(Array::len).sum();
        let mut layout =
            Layout { game, version, information, actions, blocks, size, arrays, hash: String::new() };
        let digest = Sha256::digest(layout.canonical().as_bytes());
        layout.hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        layout
    }

    /// The text that the hash is of: game, information, blocks with the meaning of each code, arrays with shapes and
    /// channels with ranges. The version and explanations in prose are not in it, so wording changes no hash.
    #[must_use]
    pub fn canonical(&self) -> String {
        #[derive(Serialize)]
        struct Form<'a> {
            game: GameKind,
            information: Information,
            blocks: Vec<(&'a str, usize, &'a [String])>,
            arrays: Vec<Shape<'a>>,
        }
        /// Name, type, shape, and the name and range of each channel.
        #[derive(Serialize)]
        struct Shape<'a>(&'a str, &'a str, &'a [usize], Vec<(&'a str, i32, i32)>);

        fn shape(array: &Array) -> Shape<'_> {
            let channels = array.channels.iter().map(|c| (c.name.as_str(), c.low, c.high)).collect();
            Shape(array.name, array.dtype, &array.shape, channels)
        }
        let form = Form {
            game: self.game,
            information: self.information,
            blocks: self.blocks.iter().map(|b| (b.name, b.first, b.codes.as_slice())).collect(),
            arrays: self.arrays.iter().map(shape).collect(),
        };
        serde_json::to_string(&form).expect("texts and numbers have a JSON form")
    }

    /// Returns its identifier, for storage with anything made from it.
    #[must_use]
    pub fn id(&self) -> LayoutId {
        LayoutId {
            game: self.game,
            information: self.information,
            version: self.version,
            hash: self.hash.clone(),
        }
    }

    /// Whether something that was made with the layout of this name fits this one.
    ///
    /// # Errors
    /// If the layouts differ; the error names both versions.
    pub fn expect(&self, id: &LayoutId) -> Result<(), StaleLayout> {
        let own = self.id();
        if *id == own { Ok(()) } else { Err(StaleLayout { wanted: id.clone(), own }) }
    }

    /// The array of this name.
    #[must_use]
    pub fn array(&self, name: &str) -> Option<&Array> {
        self.arrays.iter().find(|array| array.name == name)
    }
}

/// Names a layout. Text form: game, information, version and hash, `catan:seat:1:6b86b273…`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutId {
    /// The game.
    pub game: GameKind,
    /// The scope of knowledge.
    pub information: Information,
    /// The version.
    pub version: u32,
    /// The hash, 64 hexadecimal digits.
    pub hash: String,
}

impl fmt::Display for LayoutId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}:{}", self.game, self.information, self.version, self.hash)
    }
}

impl FromStr for LayoutId {
    type Err = game::ParseError;
    fn from_str(text: &str) -> Result<LayoutId, game::ParseError> {
        let wrong = || {
            game::ParseError::malformed(
                text,
                "the name of a layout",
                "write game, information, version and hash, such as `catan:seat:1:` and 64 hexadecimal digits",
            )
        };
        let parts: Vec<&str> = text.split(':').collect();
        let [game, information, version, hash] = parts[..] else { return Err(wrong()) };
        let is_hash = hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let version = version.parse().map_err(|_| wrong())?;
        if !is_hash {
            return Err(wrong());
        }
        Ok(LayoutId {
            game: game.parse()?,
            information: information.parse()?,
            version,
            hash: hash.to_owned(),
        })
    }
}

/// Something was made with another layout than the one that is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaleLayout {
    /// The layout it was made with.
    pub wanted: LayoutId,
    /// The layout of this program.
    pub own: LayoutId,
}

impl fmt::Display for StaleLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StaleLayout { wanted, own } = self;
        let short = |id: &LayoutId| id.hash.chars().take(12).collect::<String>();
        if wanted.game != own.game || wanted.information != own.information {
            return write!(
                f,
                "this was made with the layout {}:{}, version {}; here is {}:{}, version {}: ask for the layout it was made with",
                wanted.game, wanted.information, wanted.version, own.game, own.information, own.version
            );
        }
        write!(
            f,
            "this was made with version {} of the layout {}:{} (hash {}), this program has version {} (hash {}): make or \
             train it again with version {}, or use a Neuland whose layout has version {}",
            wanted.version,
            own.game,
            own.information,
            short(wanted),
            own.version,
            short(own),
            own.version,
            wanted.version
        )
    }
}

impl std::error::Error for StaleLayout {}
