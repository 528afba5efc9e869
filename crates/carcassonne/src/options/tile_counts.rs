//! Contents of a box of Mayflower: how many tiles of each kind, and kinds that the reconstruction lacks.

use crate::tiles::{Described, described};
use crate::{Kinds, SegmentData, SegmentKind, TileKind};
use game::options::{CountError, OptionValue, Values};

/// Segments that the tiles of a box may have all together (`MAY-OPT-TILES`); those of the usual box have 323. Joining features
/// goes through all labels, so more room would make every game slower.
pub(crate) const SEGMENTS_MAX: usize = 428;

/// The number of tiles of each kind in Mayflower's box, in the order of [`Kinds::MAYFLOWER`] (`MAY-OPT-TILES`), and of those
/// kinds that its owner described (`MAY-OPT-KINDS`).
///
/// There are always 95 tiles, with room for their segments. Text form: `default`, or the kinds that differ, `MF-01a:5,MF-24:0`; a
/// described kind appears as its description, a JSON object with its `count`. A description that this process was given
/// ([`take_box`](crate::own_box::take_box)) may be named by its id, `MY-1:2`. The JSON form lists all kinds, so that a record does not depend on
/// the reconstruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TileCounts {
    printed: [u8; TileCounts::KINDS],
    described: Described,
    /// The counts of the described kinds.
    more: [u8; Described::MAX],
}

/// One part of the text: a printed kind with its count, or a described one.
enum Part<'a> {
    Printed(&'a str),
    Described(TileKind, u8),
}

impl TileCounts {
    const KINDS: usize = Kinds::MAYFLOWER.len();

    /// The reconstruction (`rulebook/tiles/README.md`), by the names of the kinds.
    pub const USUAL: [(&'static str, u8); TileCounts::KINDS] = Kinds::MAYFLOWER.counts();

    /// The counts of the reconstruction when records did not name them yet, which never change: what version 1 of the
    /// rules means by what is left out. A kind that is added to the file is added here with 0.
    pub const OF_VERSION_1: [(&'static str, u8); TileCounts::KINDS] = [
        ("MF-01a", 3),
        ("MF-01b", 3),
        ("MF-02a", 2),
        ("MF-02b", 1),
        ("MF-03", 1),
        ("MF-04", 3),
        ("MF-05", 2),
        ("MF-06", 2),
        ("MF-07", 2),
        ("MF-08a", 2),
        ("MF-08b", 2),
        ("MF-09", 2),
        ("MF-10a", 3),
        ("MF-10b", 1),
        ("MF-11", 2),
        ("MF-12", 2),
        ("MF-13", 2),
        ("MF-14", 3),
        ("MF-15", 3),
        ("MF-16a", 3),
        ("MF-16b", 3),
        ("MF-17a", 3),
        ("MF-17b", 2),
        ("MF-18a", 3),
        ("MF-18b", 1),
        ("MF-19a", 3),
        ("MF-19b", 1),
        ("MF-20", 4),
        ("MF-21a", 4),
        ("MF-21b", 3),
        ("MF-21c", 3),
        ("MF-22a", 4),
        ("MF-22b", 3),
        ("MF-22c", 4),
        ("MF-23a", 4),
        ("MF-23b", 2),
        ("MF-24", 2),
        ("MF-25", 2),
    ];

    /// The kinds of the box.
    #[inline]
    pub(crate) fn kinds(&self) -> Kinds {
        Kinds::MAYFLOWER.with(self.described)
    }

    /// The kinds that were described, each with its count.
    pub fn described(&self) -> impl Iterator<Item = (TileKind, u8)> {
        self.described.as_slice().iter().copied().zip(self.more)
    }

    /// Returns the number of tiles of this kind.
    ///
    /// # Panics
    /// If the box does not know this kind.
    #[must_use]
    pub fn of(&self, kind: TileKind) -> u8 {
        let n = self.kinds().index(kind);
        self.printed.get(n).copied().unwrap_or_else(|| self.more[n - TileCounts::KINDS])
    }

    /// Returns the text that names described kinds by their ids, for people: a reader without the descriptions cannot parse it.
    #[must_use]
    pub fn by_ids(&self, values: &Values) -> String {
        let more = self.described().map(|(kind, count)| format!("{kind}:{count}"));
        self.text(values.counts_text(&self.printed), more)
    }

    /// Parses `text` against the usual counts in `values`.
    ///
    /// # Errors
    /// All faults of the text.
    pub fn parse(text: &str, values: &Values) -> Result<TileCounts, Vec<CountError>> {
        if let ("default", Values::Counts(usual)) = (text, values) {
            // Every new game reads this; the reconstruction was checked when it was built.
            let mut printed = [0; TileCounts::KINDS];
            printed.iter_mut().zip(*usual).for_each(|(count, &(_, usual))| *count = usual);
            return Ok(TileCounts { printed, described: Described::NONE, more: [0; Described::MAX] });
        }
        let (mut rest, mut more, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for text in split(text) {
            match part(text, values) {
                Ok(Part::Printed(pair)) => rest.push(pair),
                Ok(Part::Described(kind, count)) => more.push((kind, count)),
                Err(fault) => faults.push(fault),
            }
            if faults.len() == CountError::MOST {
                return Err(faults);
            }
        }
        more.sort_by_key(|&(kind, _)| kind);
        let twice = more.windows(2).find(|pair| pair[0].0.id() == pair[1].0.id());
        faults.extend(twice.map(|pair| CountError::Twice { kind: pair[0].0.id() }));
        if more.len() > Described::MAX {
            faults.push(CountError::MoreKinds { found: more.len(), most: Described::MAX });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let beside = more.iter().map(|&(_, count)| u32::from(count)).sum();
        let rest = if rest.is_empty() { "default".to_owned() } else { rest.join(",") };
        let printed = values.counts_beside(&rest, beside)?;
        let mut counts = TileCounts {
            printed: printed.try_into().map_err(|_| Vec::new())?,
            described: Described::of(more.iter().map(|&(kind, _)| kind).collect()),
            more: [0; Described::MAX],
        };
        counts.more.iter_mut().zip(&more).for_each(|(count, &(_, said))| *count = said);
        let faults = counts.no_room();
        if faults.is_empty() { Ok(counts) } else { Err(faults) }
    }

    /// The text of printed kinds and of more.
    fn text(&self, printed: String, more: impl Iterator<Item = String>) -> String {
        let printed = Some(printed).filter(|text| self.described.as_slice().is_empty() || text != "default");
        printed.into_iter().filter(|text| !text.is_empty()).chain(more).collect::<Vec<_>>().join(",")
    }

    /// The limits of the engine that these tiles exceed: labels for all segments, and a byte for the tiles and for the symbols
    /// of any feature that they can make.
    fn no_room(&self) -> Vec<CountError> {
        let total = |of: &dyn Fn(TileKind) -> usize| -> usize {
            self.kinds().iter().map(|kind| of(kind) * usize::from(self.of(kind))).sum()
        };
        let each = |on: SegmentKind, of: fn(&SegmentData) -> u8| {
            total(&move |kind| {
                let segments = kind.segments().iter().filter(|segment| segment.kind == on);
                segments.map(|segment| usize::from(of(segment))).sum()
            })
        };
        use SegmentKind::{City, Field, Road};
        let tiles = |on| each(on, |segment| segment.tiles);
        let symbols = |on| each(on, |segment| segment.symbols);
        let all = [
            ("segments", total(&|kind| kind.segments().len()), SEGMENTS_MAX),
            ("roads", tiles(Road), TileCounts::BYTE),
            ("towns", tiles(City), TileCounts::BYTE),
            ("plains", tiles(Field), TileCounts::BYTE),
            ("trading posts", symbols(Road), TileCounts::BYTE),
            ("flags", symbols(City), TileCounts::BYTE),
            ("animals", symbols(Field), TileCounts::BYTE),
        ];
        let too_many = all.into_iter().filter(|(_, found, most)| found > most);
        too_many
            .map(|(what, found, most)| CountError::Room { what, found: found as u32, most: most as u32 })
            .collect()
    }

    /// The range of a byte, less what is printed on the board.
    const BYTE: usize = 240;
}

/// The parts of a list: between commas, but for those within a description.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut in_string, mut escaped, mut start) = (0u32, false, false, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' if depth > 0 => in_string = !in_string,
            _ if in_string => {}
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The meaning of one part.
fn part<'a>(text: &'a str, values: &Values) -> Result<Part<'a>, CountError> {
    let text = text.trim();
    if text.starts_with('{') {
        let tile = described::read_part(text)?;
        let count = in_box(&tile.count().to_string(), tile.id(), values)?;
        return Ok(Part::Described(described::part_kind(&tile)?, count));
    }
    // What this process was given may be named.
    let offered = text.split_once(':').and_then(|(id, count)| Some((described::named(id.trim())?, count)));
    match offered {
        Some((kind, count)) => Ok(Part::Described(kind, in_box(count.trim(), kind.id(), values)?)),
        None => Ok(Part::Printed(text)),
    }
}

/// A count that a box can have of a kind.
fn in_box(count: &str, kind: &str, values: &Values) -> Result<u8, CountError> {
    let most = values.counts_sum();
    let digits = !count.is_empty() && count.bytes().all(|c| c.is_ascii_digit());
    let read = count.parse::<u8>().ok().filter(|&read| digits && u32::from(read) <= most);
    read.ok_or_else(|| CountError::Count { kind: kind.to_owned(), count: count.to_owned(), most })
}

impl OptionValue for TileCounts {
    fn read(text: &str, values: &Values) -> Option<TileCounts> {
        TileCounts::parse(text, values).ok()
    }
    fn count_errors(text: &str, values: &Values) -> Vec<CountError> {
        TileCounts::parse(text, values).err().unwrap_or_default()
    }
    fn write(self, values: &Values) -> String {
        let more = self.described().map(|(kind, count)| described::text(kind, count));
        self.text(values.counts_text(&self.printed), more)
    }
    fn write_complete(self, values: &Values) -> String {
        let more = self.described().map(|(kind, count)| described::text(kind, count));
        self.text(values.counts_complete(&self.printed), more)
    }
}
