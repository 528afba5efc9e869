//! Actions and outcomes as text: what records, the API and cases write.

use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::{CardKind, EventFace, OwnAction, OwnChance, OwnChanceKind};
use crate::counts::bundle;
use crate::{HexId, VertexId, VertexSet, vocabulary};
use game::ParseError;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.card())?;
        match self {
            Play::Alchemist(red, other) => write!(f, " {red} {other}"),
            Play::Engineer(vertex)
            | Play::Medicine(vertex)
            | Play::Intrigue(vertex)
            | Play::Smith(vertex, None) => {
                write!(f, " {vertex}")
            }
            Play::Smith(first, Some(second)) => write!(f, " {first} {second}"),
            Play::Inventor(first, second) => write!(f, " {first} {second}"),
            Play::Deserter(seat) | Play::Spy(seat) | Play::MasterMerchant(seat) => write!(f, " {seat}"),
            Play::Diplomat(edge) => write!(f, " {edge}"),
            Play::Merchant(hex) => write!(f, " {hex}"),
            Play::ResourceMonopoly(kind) | Play::TradeMonopoly(kind) | Play::MerchantFleet(kind) => {
                write!(f, " {kind}")
            }
            Play::Crane
            | Play::Irrigation
            | Play::Mining
            | Play::RoadBuilding
            | Play::Bishop
            | Play::Saboteur
            | Play::Warlord
            | Play::Wedding
            | Play::CommercialHarbor => Ok(()),
        }
    }
}

impl fmt::Display for OwnAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnAction::BuildWall(vertex) => write!(f, "wall {vertex}"),
            OwnAction::BuildKnight(vertex) => write!(f, "knight {vertex}"),
            OwnAction::Activate(vertex) => write!(f, "activate {vertex}"),
            OwnAction::Promote(vertex) => write!(f, "promote {vertex}"),
            OwnAction::Move { from, to } => write!(f, "move {from} to {to}"),
            OwnAction::Displace { from, to } => write!(f, "displace {from} to {to}"),
            OwnAction::Chase(vertex) => write!(f, "chase {vertex}"),
            OwnAction::Improve(area) => write!(f, "improve {area}"),
            OwnAction::PlaceMetropolis(vertex) => write!(f, "metropolis {vertex}"),
            OwnAction::Pillage(vertex) => write!(f, "pillage {vertex}"),
            OwnAction::Fight(knights) if knights.is_empty() => f.write_str("fight none"),
            OwnAction::Fight(knights) => {
                f.write_str("fight")?;
                knights.into_iter().try_for_each(|vertex| write!(f, " {vertex}"))
            }
            OwnAction::ChooseDeck(area) => write!(f, "deck {area}"),
            OwnAction::Draw => f.write_str("draw"),
            OwnAction::Drop(card) => write!(f, "drop {card}"),
            OwnAction::TakeResource(kind) => write!(f, "take {kind}"),
            OwnAction::TakeCards(cards) => write!(f, "take {cards}"),
            OwnAction::TakeProgress(card) => write!(f, "take-card {card}"),
            OwnAction::Give(cards) => write!(f, "give {cards}"),
            OwnAction::GiveCommodity(kind) => write!(f, "give {kind}"),
            OwnAction::Retreat(vertex) => write!(f, "retreat {vertex}"),
            OwnAction::RemoveKnight(vertex) => write!(f, "remove {vertex}"),
            OwnAction::PlaceKnight(vertex, None) => write!(f, "place-knight {vertex}"),
            OwnAction::PlaceKnight(vertex, Some(strength)) => {
                write!(f, "place-knight {vertex} {}", strength)
            }
            OwnAction::Force(seat, kind) => write!(f, "force {seat} 1 {kind}"),
            OwnAction::Play(play) => play.fmt(f),
        }
    }
}

impl FromStr for Play {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Play, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["alchemist", red, other] => Play::Alchemist(red.parse()?, other.parse()?),
            ["crane"] => Play::Crane,
            ["engineer", vertex] => Play::Engineer(vertex.parse()?),
            ["inventor", first, second] => {
                let (first, second): (HexId, HexId) = (first.parse()?, second.parse()?);
                if first <= second { Play::Inventor(first, second) } else { Play::Inventor(second, first) }
            }
            ["irrigation"] => Play::Irrigation,
            ["medicine", vertex] => Play::Medicine(vertex.parse()?),
            ["mining"] => Play::Mining,
            ["road-building"] => Play::RoadBuilding,
            ["smith", vertex] => Play::Smith(vertex.parse()?, None),
            ["smith", first, second] => {
                let (first, second): (VertexId, VertexId) = (first.parse()?, second.parse()?);
                let (first, second) = if first <= second { (first, second) } else { (second, first) };
                Play::Smith(first, Some(second))
            }
            ["bishop"] => Play::Bishop,
            ["deserter", victim] => Play::Deserter(victim.parse()?),
            ["diplomat", edge] => Play::Diplomat(edge.parse()?),
            ["intrigue", vertex] => Play::Intrigue(vertex.parse()?),
            ["saboteur"] => Play::Saboteur,
            ["spy", victim] => Play::Spy(victim.parse()?),
            ["warlord"] => Play::Warlord,
            ["wedding"] => Play::Wedding,
            ["commercial-harbor"] => Play::CommercialHarbor,
            ["master-merchant", victim] => Play::MasterMerchant(victim.parse()?),
            ["merchant", hex] => Play::Merchant(hex.parse()?),
            ["resource-monopoly", kind] => Play::ResourceMonopoly(kind.parse()?),
            ["trade-monopoly", kind] => Play::TradeMonopoly(kind.parse()?),
            ["merchant-fleet", kind] => Play::MerchantFleet(kind.parse()?),
            _ => {
                return Err(ParseError::unknown(
                    &format!("play {text}"),
                    "a progress card with what it needs",
                    "for example `play alchemist 6 1`, `play crane`, `play spy B`, `play merchant H3`",
                ));
            }
        })
    }
}

impl vocabulary::OwnAction for OwnAction {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("wall", "wall I3"),
        ("knight", "knight I3"),
        ("activate", "activate I3"),
        ("promote", "promote I3"),
        ("move", "move I3 to I9"),
        ("displace", "displace I3 to I9"),
        ("chase", "chase I3"),
        ("improve", "improve science"),
        ("metropolis", "metropolis I3"),
        ("pillage", "pillage I3"),
        ("fight", "fight I3 I9"),
        ("deck", "deck trade"),
        ("draw", "draw"),
        ("drop", "drop spy"),
        ("take", "take ore"),
        ("take-card", "take-card spy"),
        ("give", "give 1 ore 1 paper"),
        ("retreat", "retreat I3"),
        ("remove", "remove I3"),
        ("place-knight", "place-knight I3"),
        ("force", "force B 1 brick"),
        ("play", "play spy B"),
    ];

    fn read(words: &[&str]) -> Result<Option<OwnAction>, ParseError> {
        let vertex = |text: &str| text.parse::<VertexId>();
        Ok(Some(match words {
            ["wall", at] => OwnAction::BuildWall(vertex(at)?),
            ["knight", at] => OwnAction::BuildKnight(vertex(at)?),
            ["activate", at] => OwnAction::Activate(vertex(at)?),
            ["promote", at] => OwnAction::Promote(vertex(at)?),
            ["move", from, "to", to] => OwnAction::Move { from: vertex(from)?, to: vertex(to)? },
            ["displace", from, "to", to] => OwnAction::Displace { from: vertex(from)?, to: vertex(to)? },
            ["chase", at] => OwnAction::Chase(vertex(at)?),
            ["improve", area] => OwnAction::Improve(area.parse()?),
            ["metropolis", at] => OwnAction::PlaceMetropolis(vertex(at)?),
            ["pillage", at] => OwnAction::Pillage(vertex(at)?),
            ["fight", "none"] => OwnAction::Fight(VertexSet::EMPTY),
            ["fight", knights @ ..] if !knights.is_empty() => OwnAction::Fight(
                knights.iter().map(|at| vertex(at)).collect::<Result<VertexSet, ParseError>>()?,
            ),
            ["deck", area] => OwnAction::ChooseDeck(area.parse()?),
            ["draw"] => OwnAction::Draw,
            ["drop", card] => OwnAction::Drop(card.parse()?),
            ["take", kind] if kind.parse::<CardKind>().is_ok() => OwnAction::TakeResource(kind.parse()?),
            ["take", cards @ ..] => OwnAction::TakeCards(bundle(cards)?),
            ["take-card", card] => OwnAction::TakeProgress(card.parse()?),
            ["give", kind] if kind.parse::<CardKind>().is_ok() => OwnAction::GiveCommodity(kind.parse()?),
            ["give", cards @ ..] => OwnAction::Give(bundle(cards)?),
            ["retreat", at] => OwnAction::Retreat(vertex(at)?),
            ["remove", at] => OwnAction::RemoveKnight(vertex(at)?),
            ["place-knight", at] => OwnAction::PlaceKnight(vertex(at)?, None),
            ["place-knight", at, word] => OwnAction::PlaceKnight(vertex(at)?, Some(word.parse()?)),
            ["force", victim, "1", kind] | ["force", victim, kind] => {
                OwnAction::Force(victim.parse()?, kind.parse()?)
            }
            ["play", rest @ ..] => OwnAction::Play(rest.join(" ").parse()?),
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for EventFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EventFace {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<EventFace, ParseError> {
        let found = EventFace::FACES.into_iter().map(|(face, _)| face).find(|face| face.name() == text);
        found.ok_or_else(|| {
            ParseError::unknown(text, "on the event die", "it shows ship, trade, politics or science")
        })
    }
}

impl fmt::Display for OwnChanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnChanceKind::EventDie { red, other } => write!(f, "dice with {red} {other}"),
            OwnChanceKind::ProgressCard { seat, area } => write!(f, "{area} card for {seat}"),
        }
    }
}

impl vocabulary::OwnText for OwnChanceKind {
    const EXAMPLES: &'static [&'static str] = &["dice with 6 1", "science card for B"];

    fn read(words: &[&str]) -> Result<Option<OwnChanceKind>, ParseError> {
        Ok(Some(match *words {
            ["dice", "with", red, other] => {
                OwnChanceKind::EventDie { red: red.parse()?, other: other.parse()? }
            }
            [area, "card", "for", seat] => {
                OwnChanceKind::ProgressCard { seat: seat.parse()?, area: area.parse()? }
            }
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for OwnChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnChance::Dice(event, red, other) => write!(f, "dice {event} {red} {other}"),
            OwnChance::ProgressCard(card) => write!(f, "card {card}"),
        }
    }
}

impl vocabulary::OwnText for OwnChance {
    const EXAMPLES: &'static [&'static str] = &["dice ship 3 4", "card smith"];

    fn read(words: &[&str]) -> Result<Option<OwnChance>, ParseError> {
        Ok(Some(match *words {
            ["dice", event, red, other] => OwnChance::Dice(event.parse()?, red.parse()?, other.parse()?),
            ["card", card] => OwnChance::ProgressCard(card.parse()?),
            _ => return Ok(None),
        }))
    }
}

#[cfg(test)]
mod tests {
    use crate::cities_and_knights::{Action, Chance, OwnAction};
    use crate::vocabulary;

    #[test]
    fn every_example_reads_and_writes_itself() {
        for (verb, example) in <OwnAction as vocabulary::OwnAction>::WORDS {
            let action: Action = example.parse().unwrap();
            assert!(example.starts_with(verb));
            assert_eq!(action.to_string(), *example);
        }
    }

    #[test]
    fn actions_and_outcomes_read_as_they_are_written() {
        for text in [
            "roll",
            "wall I3",
            "knight I3",
            "activate I3",
            "promote I3",
            "move I3 to I9",
            "displace I3 to I9",
            "chase I3",
            "improve science",
            "metropolis I8",
            "discard 2 ore 1 paper",
            "bank 2 cloth for ore",
            "offer 1 paper for 1 ore to B C",
            "counter 1 ore for 1 coin",
            "pillage I4",
            "fight I3 I9",
            "fight none",
            "deck trade",
            "draw",
            "drop smith",
            "take ore",
            "take 1 ore 1 cloth",
            "take-card spy",
            "give 1 ore 1 paper",
            "give coin",
            "retreat I9",
            "remove I9",
            "place-knight I3",
            "place-knight I3 mighty",
            "stop",
            "force B 1 brick",
            "play alchemist 6 1",
            "play smith I3 I9",
            "play inventor H3 H9",
            "play crane",
            "play merchant-fleet coin",
            "play deserter B",
            "declare-victory",
            "end",
        ] {
            assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
        }
        for text in
            ["start B", "dice 3 4", "dice ship 3 4", "dice science 6 1", "stolen paper", "card road-building"]
        {
            assert_eq!(text.parse::<Chance>().map(|chance| chance.to_string()), Ok(text.to_owned()));
        }
        for wrong in [
            "",
            "knight",
            "play",
            "play smith",
            "play alchemist 7 1",
            "dice 3",
            "roll 3 4",
            "bank 4 ore for 1 wool",
            "card knight",
            "move I3 I9",
        ] {
            assert!(wrong.parse::<Action>().is_err() && wrong.parse::<Chance>().is_err(), "{wrong}");
        }
    }
}
