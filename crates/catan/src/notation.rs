//! The text forms of actions and outcomes: what records, cases, the API and the log write and read.
//!
//! The tables in [`Action`] and [`Chance`] are the grammar. Words are parted by spaces; places, seats, resources and
//! cards read as their own types write them. Reading is strict about words and lenient about space: `road  P25 ` is
//! `road P25`. Whatever can be *said* can be read, whether or not a rule allows it, so that [`check`] is the one
//! place that refuses: `bank 2 ore 1 wool for brick` is a sentence, and `CATAN-MAR-5` stands against it.
//!
//! ```
//! use catan::{Action, Chance, Resource};
//! let action: Action = "bank 4 ore for wool".parse().unwrap();
//! assert_eq!(action.to_string(), "bank 4 ore for wool");
//! assert_eq!("stolen ore".parse(), Ok(Chance::StolenCard(Resource::Ore)));
//! assert!("build P25".parse::<Action>().unwrap_err().to_string().starts_with("`build` is not an action"));
//! ```
//!
//! [`check`]: game::Game::check

use crate::action::{Action, Chance, ChanceKind};
use crate::counts::bundle;
use crate::rules::Rules;
use crate::vocabulary::{OwnAction as _, OwnText as _};
use crate::{Bundle, Kind};
use game::{ParseError, Seat, SeatSet};
use std::fmt;
use std::str::FromStr;

/// The words an action can begin with, each with an example of the whole.
const ACTIONS: [(&str, &str); 21] = [
    ("roll", "roll"),
    ("road", "road P25"),
    ("settlement", "settlement I17"),
    ("city", "city I17"),
    ("stop", "stop"),
    ("robber", "robber H9"),
    ("steal", "steal B"),
    ("discard", "discard 2 ore 1 wool"),
    ("bank", "bank 4 ore for wool"),
    ("offer", "offer 1 wool for 1 brick to B C"),
    ("accept", "accept"),
    ("reject", "reject"),
    ("counter", "counter 1 brick for 2 wool"),
    ("execute", "execute B"),
    ("withdraw", "withdraw"),
    ("propose", "propose 1 wool for 1 brick"),
    ("withdraw-proposal", "withdraw-proposal"),
    ("accept-proposal", "accept-proposal B"),
    ("reject-proposal", "reject-proposal B"),
    ("end", "end"),
    ("declare-victory", "declare-victory"),
];

/// `1 wool 2 ore for 1 brick`.
fn exchange<K: Kind>(words: &[&str], example: &str) -> Result<(Bundle<K>, Bundle<K>), ParseError> {
    let middle = words.iter().position(|&word| word == "for").ok_or_else(|| {
        ParseError::missing("an exchange", format!("an exchange has a `for`, such as `{example}`"))
    })?;
    Ok((bundle(&words[..middle])?, bundle(&words[middle + 1..])?))
}

/// The seats after `to`; `nobody` is the empty set, which `check` refuses.
fn addressees(words: &[&str]) -> Result<SeatSet, ParseError> {
    match words {
        [] => Err(ParseError::missing("seats", "after `to` come seats, such as `to B C`")),
        ["nobody"] => Ok(SeatSet::EMPTY),
        seats => seats.iter().map(|seat| seat.parse::<Seat>()).collect(),
    }
}

impl<R: Rules> fmt::Display for Action<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Roll => f.write_str("roll"),
            Action::BuildRoad(edge) => write!(f, "road {edge}"),
            Action::BuildSettlement(vertex) => write!(f, "settlement {vertex}"),
            Action::BuildCity(vertex) => write!(f, "city {vertex}"),
            Action::Stop => f.write_str("stop"),
            Action::MoveRobber(hex) => write!(f, "robber {hex}"),
            Action::Steal(seat) => write!(f, "steal {seat}"),
            Action::Discard(cards) => write!(f, "discard {cards}"),
            Action::MaritimeTrade { give, get } => write!(f, "bank {give} for {get}"),
            Action::Offer { give, want, to } if to.is_empty() => {
                write!(f, "offer {give} for {want} to nobody")
            }
            Action::Offer { give, want, to } => write!(f, "offer {give} for {want} to {to}"),
            Action::AcceptOffer => f.write_str("accept"),
            Action::RejectOffer => f.write_str("reject"),
            Action::CounterOffer { give, want } => write!(f, "counter {give} for {want}"),
            Action::Execute(seat) => write!(f, "execute {seat}"),
            Action::WithdrawOffer => f.write_str("withdraw"),
            Action::Propose { give, want } => write!(f, "propose {give} for {want}"),
            Action::WithdrawProposal => f.write_str("withdraw-proposal"),
            Action::AcceptProposal(seat) => write!(f, "accept-proposal {seat}"),
            Action::RejectProposal(seat) => write!(f, "reject-proposal {seat}"),
            Action::EndTurn => f.write_str("end"),
            Action::DeclareVictory => f.write_str("declare-victory"),
            Action::Own(own) => own.fmt(f),
        }
    }
}

impl<R: Rules> FromStr for Action<R> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&verb, rest)) = words.split_first() else {
            return Err(ParseError::missing(
                "an action",
                "an action is missing, such as `roll` or `road P25`",
            ));
        };
        let known = || ACTIONS.iter().chain(R::OwnAction::WORDS);
        let Some(&(_, example)) = known().find(|(word, _)| *word == verb) else {
            let verbs: Vec<&str> = known().map(|(word, _)| *word).collect();
            let hint = format!("actions begin with {}", verbs.join(", "));
            return Err(ParseError::unknown(verb, "an action", hint));
        };
        let wrong = || ParseError::incomplete(text, "action", example);
        let only = || match rest {
            [one] => Ok(*one),
            _ => Err(wrong()),
        };
        let exchange = |words| exchange(words, example);
        Ok(match (verb, rest) {
            ("road", _) => Action::BuildRoad(only()?.parse()?),
            ("settlement", _) => Action::BuildSettlement(only()?.parse()?),
            ("city", _) => Action::BuildCity(only()?.parse()?),
            ("robber", _) => Action::MoveRobber(only()?.parse()?),
            ("steal", _) => Action::Steal(only()?.parse()?),
            ("discard", _) => Action::Discard(bundle(rest)?),
            ("bank", [give @ .., "for", kind]) => {
                Action::MaritimeTrade { give: bundle(give)?, get: kind.parse()? }
            }
            ("offer", _) => {
                let to = rest.iter().position(|&word| word == "to").ok_or_else(wrong)?;
                let (give, want) = exchange(&rest[..to])?;
                Action::Offer { give, want, to: addressees(&rest[to + 1..])? }
            }
            ("counter", _) => {
                let (give, want) = exchange(rest)?;
                Action::CounterOffer { give, want }
            }
            ("propose", _) => {
                let (give, want) = exchange(rest)?;
                Action::Propose { give, want }
            }
            ("execute", _) => Action::Execute(only()?.parse()?),
            ("accept-proposal", _) => Action::AcceptProposal(only()?.parse()?),
            ("reject-proposal", _) => Action::RejectProposal(only()?.parse()?),
            ("roll", []) => Action::Roll,
            ("stop", []) => Action::Stop,
            ("accept", []) => Action::AcceptOffer,
            ("reject", []) => Action::RejectOffer,
            ("withdraw", []) => Action::WithdrawOffer,
            ("withdraw-proposal", []) => Action::WithdrawProposal,
            ("end", []) => Action::EndTurn,
            ("declare-victory", []) => Action::DeclareVictory,
            _ => Action::Own(R::OwnAction::read(&words)?.ok_or_else(wrong)?),
        })
    }
}

/// Examples as a sentence lists them.
fn listed<'a>(common: &[&'a str], own: &[&'a str]) -> String {
    let all: Vec<String> = common.iter().chain(own).map(|example| format!("`{example}`")).collect();
    all.join(", ")
}

impl<R: Rules> fmt::Display for Chance<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Layout(layout) => write!(f, "layout {layout}"),
            Chance::StartPlayer(seat) => write!(f, "start {seat}"),
            Chance::Dice(first, second) => write!(f, "dice {first} {second}"),
            Chance::StolenCard(kind) => write!(f, "stolen {kind}"),
            Chance::Own(own) => own.fmt(f),
        }
    }
}

fn not_two_dice(words: &[&str]) -> ParseError {
    let hint = "write two numbers from 1 to 6, such as `dice 3 4`";
    ParseError::malformed_list(&words.join(" "), "two dice", hint)
}

impl<R: Rules> FromStr for Chance<R> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["layout", ..] => Chance::Layout(text.trim()["layout".len()..].trim().parse()?),
            ["start", seat] => Chance::StartPlayer(seat.parse()?),
            ["dice", first, second] => match (first.parse(), second.parse()) {
                (Ok(first), Ok(second)) => Chance::Dice(first, second),
                _ => return Err(not_two_dice(&words[1..])),
            },
            ["dice", _] => return Err(not_two_dice(&words[1..])),
            ["stolen", kind] => Chance::StolenCard(kind.parse()?),
            _ => Chance::Own(R::OwnChance::read(&words)?.ok_or_else(|| {
                let common = ["dice 3 4", "stolen ore", "start B", "layout …"];
                let outcomes = listed(&common, R::OwnChance::EXAMPLES);
                ParseError::unknown(text, "an outcome", format!("outcomes read {outcomes}"))
            })?),
        })
    }
}

impl<R: Rules> fmt::Display for ChanceKind<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChanceKind::Layout => f.write_str("layout"),
            ChanceKind::StartPlayer => f.write_str("start"),
            ChanceKind::StartRoll(seat) => write!(f, "start-roll {seat}"),
            ChanceKind::Dice => f.write_str("dice"),
            ChanceKind::StolenCard { thief, victim } => write!(f, "stolen {thief} from {victim}"),
            ChanceKind::Own(own) => own.fmt(f),
        }
    }
}

impl<R: Rules> FromStr for ChanceKind<R> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["layout"] => ChanceKind::Layout,
            ["start"] => ChanceKind::StartPlayer,
            ["start-roll", seat] => ChanceKind::StartRoll(seat.parse()?),
            ["dice"] => ChanceKind::Dice,
            ["stolen", thief, "from", victim] => {
                ChanceKind::StolenCard { thief: thief.parse()?, victim: victim.parse()? }
            }
            _ => ChanceKind::Own(R::OwnChanceKind::read(&words)?.ok_or_else(|| {
                let common = ["layout", "start", "start-roll B", "dice", "stolen A from B"];
                let kinds = listed(&common, R::OwnChanceKind::EXAMPLES);
                ParseError::unknown(text, "a kind of outcome", format!("the kinds are {kinds}"))
            })?),
        })
    }
}

game::as_text!([R: Rules] Action<R>);
game::as_text!([R: Rules] Chance<R>);
game::as_text!([R: Rules] ChanceKind<R>);

#[cfg(test)]
mod tests {
    use super::ACTIONS;
    use crate::*;
    use game::{ParseErrorKind, Seat, SeatSet, Seed};
    use proptest::prelude::*;

    fn seat() -> impl Strategy<Value = Seat> {
        (0..Seat::MAX).prop_map(|index| Seat::new(index).unwrap())
    }

    fn resource() -> impl Strategy<Value = Resource> {
        prop::sample::select(Resource::ALL.to_vec())
    }

    fn bundle() -> impl Strategy<Value = Bundle> {
        any::<[u8; 5]>().prop_map(Bundle)
    }

    fn action() -> impl Strategy<Value = Action> {
        let exchange = || (bundle(), bundle());
        prop_oneof![
            prop::sample::select(vec![
                Action::Roll,
                Action::Own(OwnAction::BuyDevelopmentCard),
                Action::Own(OwnAction::PlayKnight),
                Action::Own(OwnAction::PlayRoadBuilding),
                Action::Stop,
                Action::AcceptOffer,
                Action::RejectOffer,
                Action::WithdrawOffer,
                Action::WithdrawProposal,
                Action::EndTurn,
                Action::DeclareVictory,
            ]),
            (0..EdgeId::COUNT).prop_map(|n| Action::BuildRoad(EdgeId::new(n).unwrap())),
            (0..VertexId::COUNT).prop_map(|n| Action::BuildSettlement(VertexId::new(n).unwrap())),
            (0..VertexId::COUNT).prop_map(|n| Action::BuildCity(VertexId::new(n).unwrap())),
            (0..HexId::COUNT).prop_map(|n| Action::MoveRobber(HexId::new(n).unwrap())),
            (resource(), prop::option::of(resource())).prop_map(|(a, b)| match b {
                Some(b) => Action::Own(OwnAction::year_of_plenty(a, b)),
                None => Action::Own(OwnAction::PlayYearOfPlenty(a, None)),
            }),
            resource().prop_map(|it| Action::Own(OwnAction::PlayMonopoly(it))),
            seat().prop_map(Action::Steal),
            seat().prop_map(Action::Execute),
            seat().prop_map(Action::AcceptProposal),
            seat().prop_map(Action::RejectProposal),
            bundle().prop_map(Action::Discard),
            (bundle(), resource()).prop_map(|(give, get)| Action::MaritimeTrade { give, get }),
            (exchange(), any::<u8>()).prop_map(|((give, want), to)| Action::Offer {
                give,
                want,
                to: SeatSet::from_bits(to)
            }),
            exchange().prop_map(|(give, want)| Action::CounterOffer { give, want }),
            exchange().prop_map(|(give, want)| Action::Propose { give, want }),
        ]
    }

    fn chance() -> impl Strategy<Value = Chance> {
        prop_oneof![
            any::<u64>().prop_map(|seed| {
                Chance::Layout(Layout::draw(&Options::default(), &mut Seed(seed).substream("layout", 0)))
            }),
            seat().prop_map(Chance::StartPlayer),
            proptest::sample::select(&Die::PAIRS[..]).prop_map(|(a, b)| Chance::Dice(a, b)),
            resource().prop_map(Chance::StolenCard),
            prop::sample::select(DevelopmentCard::ALL.to_vec())
                .prop_map(|it| Chance::Own(OwnChance::DevelopmentCard(it))),
        ]
    }

    proptest! {
        #[test]
        fn actions_read_as_they_are_written(action in action()) {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
            let json = serde_json::to_string(&action).unwrap();
            prop_assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        }

        #[test]
        fn outcomes_read_as_they_are_written(chance in chance()) {
            prop_assert_eq!(chance.to_string().parse(), Ok(chance));
            let json = serde_json::to_string(&chance).unwrap();
            prop_assert_eq!(serde_json::from_str::<Chance>(&json).unwrap(), chance);
        }

        #[test]
        fn kinds_of_outcome_read_as_they_are_written(a in seat(), b in seat()) {
            for kind in [
                ChanceKind::Layout, ChanceKind::StartPlayer, ChanceKind::StartRoll(a), ChanceKind::Dice,
                ChanceKind::StolenCard { thief: a, victim: b }, ChanceKind::Own(OwnChanceKind::DevelopmentCard),
            ] {
                prop_assert_eq!(kind.to_string().parse(), Ok(kind));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a-z0-9 -]{0,40}") {
            if let Ok(action) = text.parse::<Action>() {
                prop_assert_eq!(action.to_string().parse(), Ok(action));
            }
            let _ = text.parse::<Chance>();
        }
    }

    #[test]
    fn every_example_reads_and_writes_itself() {
        for &(verb, example) in ACTIONS.iter().chain(<OwnAction as vocabulary::OwnAction>::WORDS) {
            let action: Action = example.parse().unwrap();
            assert!(example.starts_with(verb));
            if verb != "discard" {
                assert_eq!(action.to_string(), example);
            }
        }
    }

    #[test]
    fn a_sentence_against_the_rules_is_still_a_sentence() {
        let mixed = Cards::new([0, 0, 1, 0, 2]).into();
        assert_eq!(
            "bank 2 ore 1 wool for brick".parse(),
            Ok(Action::MaritimeTrade { give: mixed, get: Resource::Brick })
        );
        assert_eq!("road 17-22".parse(), "road P25".parse::<Action>());
        assert!("offer 1 wool for nothing to B".parse::<Action>().is_ok());
        assert!("offer 1 wool for 1 brick to nobody".parse::<Action>().is_ok());
    }

    #[test]
    fn errors_say_what_is_expected() {
        for (text, expected) in [
            ("", "such as `roll`"),
            ("build P25", "actions begin with roll, road"),
            ("road", "write it like `road P25`"),
            ("road P72", "paths are P0 to P71"),
            ("roll twice", "write it like `roll`"),
            ("city X1", "intersections are I0 to I53"),
            ("bank 4 ore wool", "write it like `bank 4 ore for wool`"),
            ("bank ore for wool", "write counts and kinds"),
            ("bank 0 ore for wool", "`0` is not a number of cards"),
            ("discard 1 ore 2 ore", "names ore twice"),
            ("discard 1 gold", "resources are brick"),
            ("offer 1 wool for 1 brick", "to B C"),
            ("offer 1 wool to B", "has a `for`"),
            ("offer 1 wool for 1 brick to", "after `to` come seats"),
            ("offer 1 wool for 1 brick to Z", "seats are the letters"),
            ("year-of-plenty", "write it like `year-of-plenty wool ore`"),
        ] {
            let error = text.parse::<Action>().unwrap_err();
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
        for (text, expected) in [
            ("dice 7 1", "two numbers from 1 to 6"),
            ("dice 3", "two numbers from 1 to 6"),
            ("weather rain", "outcomes read `dice 3 4`"),
            ("layout desert", "a layout is 19 hexes"),
            ("stolen gold", "resources are brick"),
            ("card joker", "the cards are knight"),
        ] {
            let error = text.parse::<Chance>().unwrap_err();
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn errors_tell_kinds_apart() {
        for (text, kind, found) in [
            ("", ParseErrorKind::Missing, None),
            ("build P25", ParseErrorKind::Unknown, Some("build")),
            ("road", ParseErrorKind::Incomplete, Some("road")),
            ("city X1", ParseErrorKind::Unknown, Some("X1")),
            ("bank ore for wool", ParseErrorKind::MalformedList, Some("ore")),
            ("bank 0 ore for wool", ParseErrorKind::OutOfRange, Some("0")),
            ("discard 1 ore 2 ore", ParseErrorKind::Repeated, Some("1 ore 2 ore")),
        ] {
            let error = text.parse::<Action>().unwrap_err();
            assert_eq!((error.kind(), error.found()), (kind, found), "{text}");
        }
    }
}
