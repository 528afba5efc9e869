//! The topics that a table explains the first time they matter.

use std::fmt;

/// A topic that surprises newcomers: the page explains it when it matters, until the reader has seen it once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// The robber, which the reader moves.
    Robber,
    /// A 7, for which the reader gives cards back.
    Seven,
    /// A harbour of the reader's own.
    Harbour,
    /// A development card in the reader's hand.
    Development,
    /// An offer of another player.
    Offer,
    /// The barbarians, on their way.
    Barbarians,
    /// A knight of the reader's own, which may sleep.
    Knight,
    /// Commodities, which improve cities.
    Improvement,
    /// A progress card in the reader's hand.
    Progress,
    /// The figure that may go on the tile.
    Figure,
    /// A field, where a figure stays to the end.
    Fields,
    /// The builder.
    Builder,
    /// The pig.
    Pig,
    /// Goods in front of the reader.
    Goods,
    /// The second tile of a double turn.
    SecondTile,
    /// The surveyors, who move west and send settlers home.
    Surveyors,
    /// The order in which buildings are settled.
    Settling,
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 17] = [
        Topic::Robber,
        Topic::Seven,
        Topic::Harbour,
        Topic::Development,
        Topic::Offer,
        Topic::Barbarians,
        Topic::Knight,
        Topic::Improvement,
        Topic::Progress,
        Topic::Figure,
        Topic::Fields,
        Topic::Builder,
        Topic::Pig,
        Topic::Goods,
        Topic::SecondTile,
        Topic::Surveyors,
        Topic::Settling,
    ];

    /// Returns the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Robber => "robber",
            Topic::Seven => "seven",
            Topic::Harbour => "harbour",
            Topic::Development => "development",
            Topic::Offer => "offer",
            Topic::Barbarians => "barbarians",
            Topic::Knight => "knight",
            Topic::Improvement => "improvement",
            Topic::Progress => "progress",
            Topic::Figure => "figure",
            Topic::Fields => "fields",
            Topic::Builder => "builder",
            Topic::Pig => "pig",
            Topic::Goods => "goods",
            Topic::SecondTile => "second-tile",
            Topic::Surveyors => "surveyors",
            Topic::Settling => "settling",
        }
    }

    /// Returns the clause that says it in full.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            Topic::Robber => "CATAN-ROB-2",
            Topic::Seven => "CATAN-SEVEN-2",
            Topic::Harbour => "CATAN-MAR-2",
            Topic::Development => "CATAN-DEV-2",
            Topic::Offer => "CATAN-DOM-2",
            Topic::Barbarians => "CK-BARB-3",
            Topic::Knight => "CK-KNIGHT-3",
            Topic::Improvement => "CK-IMP-1",
            Topic::Progress => "CK-PROG-8",
            Topic::Figure => "CARC-MEEPLE-3",
            Topic::Fields => "CARC-FARM-2",
            Topic::Builder => "TB-BUILDER-1",
            Topic::Pig => "TB-PIG-4",
            Topic::Goods => "TB-GOODS-1",
            Topic::SecondTile => "TB-DOUBLE-1",
            Topic::Surveyors => "MAY-EAST-1",
            Topic::Settling => "MAY-SCORE-7",
        }
    }

    pub(super) fn of(text: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|topic| topic.name() == text)
    }
}

/// A set of topics. Text form: their names joined by dots.
///
/// ```
/// use pages::{Topic, Topics};
/// let known = Topics::default().with(Topic::Seven).with(Topic::Robber);
/// assert_eq!(known.to_string(), "robber.seven");
/// assert_eq!(Topics::read("seven.robber.weather"), known);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Topics(u32);

impl Topics {
    /// Reads the text form. Unknown names are left out, since cookies are not to be trusted.
    #[must_use]
    pub fn read(text: &str) -> Topics {
        text.split('.').filter_map(Topic::of).fold(Topics::default(), Topics::with)
    }

    /// Whether the topic is among them.
    #[must_use]
    pub const fn contains(self, topic: Topic) -> bool {
        self.0 >> topic as u32 & 1 == 1
    }

    /// Returns these topics and this one.
    #[must_use]
    pub const fn with(self, topic: Topic) -> Topics {
        Topics(self.0 | 1 << topic as u32)
    }
}

impl fmt::Display for Topics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Topic::ALL.into_iter().filter(|&topic| self.contains(topic)).map(Topic::name).collect();
        f.write_str(&names.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_a_name_and_a_clause() {
        let mut all = Topics::default();
        for topic in Topic::ALL {
            assert!(!all.contains(topic));
            all = all.with(topic);
            assert_eq!(Topic::of(topic.name()), Some(topic));
            assert!(rulebook::clause(topic.clause(), rulebook::Lang::En).is_some(), "{topic:?}");
        }
        assert_eq!(Topics::read(&all.to_string()), all);
        assert_eq!(Topics::read(""), Topics::default());
    }
}
