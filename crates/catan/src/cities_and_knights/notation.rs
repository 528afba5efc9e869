//! Actions and outcomes as text: what records, the API and cases write.

use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::illegal::strength_word;
use crate::cities_and_knights::{Action, Bundle, CardKind, Chance, ChanceKind, EventFace};
use crate::counts::bundle;
use crate::notation::addressees;
use crate::{EdgeId, HexId, VertexId, VertexSet};
use game::Seat;
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

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Roll => f.write_str("roll"),
            Action::EndTurn => f.write_str("end"),
            Action::BuildRoad(edge) => write!(f, "road {edge}"),
            Action::BuildSettlement(vertex) => write!(f, "settlement {vertex}"),
            Action::BuildCity(vertex) => write!(f, "city {vertex}"),
            Action::BuildWall(vertex) => write!(f, "wall {vertex}"),
            Action::BuildKnight(vertex) => write!(f, "knight {vertex}"),
            Action::Activate(vertex) => write!(f, "activate {vertex}"),
            Action::Promote(vertex) => write!(f, "promote {vertex}"),
            Action::Move { from, to } => write!(f, "move {from} to {to}"),
            Action::Displace { from, to } => write!(f, "displace {from} to {to}"),
            Action::Chase(vertex) => write!(f, "chase {vertex}"),
            Action::Improve(area) => write!(f, "improve {area}"),
            Action::PlaceMetropolis(vertex) => write!(f, "metropolis {vertex}"),
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
            Action::Pillage(vertex) => write!(f, "pillage {vertex}"),
            Action::Fight(knights) if knights.is_empty() => f.write_str("fight none"),
            Action::Fight(knights) => {
                f.write_str("fight")?;
                knights.into_iter().try_for_each(|vertex| write!(f, " {vertex}"))
            }
            Action::ChooseDeck(area) => write!(f, "deck {area}"),
            Action::Draw => f.write_str("draw"),
            Action::Drop(card) => write!(f, "drop {card}"),
            Action::TakeResource(kind) => write!(f, "take {kind}"),
            Action::TakeCards(cards) => write!(f, "take {cards}"),
            Action::TakeProgress(card) => write!(f, "take-card {card}"),
            Action::Give(cards) => write!(f, "give {cards}"),
            Action::GiveCommodity(kind) => write!(f, "give {kind}"),
            Action::Retreat(vertex) => write!(f, "retreat {vertex}"),
            Action::RemoveKnight(vertex) => write!(f, "remove {vertex}"),
            Action::PlaceKnight(vertex, None) => write!(f, "place-knight {vertex}"),
            Action::PlaceKnight(vertex, Some(strength)) => {
                write!(f, "place-knight {vertex} {}", strength_word(*strength))
            }
            Action::Stop => f.write_str("stop"),
            Action::Force(seat, kind) => write!(f, "force {seat} 1 {kind}"),
            Action::Play(play) => play.fmt(f),
            Action::DeclareVictory => f.write_str("declare-victory"),
        }
    }
}

/// What is given and what is wanted, on both sides of `for`.
fn exchange<'a>(words: &'a [&'a str]) -> Result<(Bundle, &'a [&'a str]), String> {
    let at =
        words.iter().position(|&word| word == "for").ok_or("an exchange is written `1 ore for 1 paper`")?;
    Ok((bundle(&words[..at])?, &words[at + 1..]))
}

fn seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|_| format!("`{text}` is not a seat; seats are A to D"))
}

fn strength(text: &str) -> Result<u8, String> {
    (1..=3)
        .find(|&strength| strength_word(strength) == text)
        .ok_or_else(|| format!("`{text}` is not a strength; knights are basic, strong or mighty"))
}

fn die(text: &str) -> Result<u8, String> {
    let value = text.parse().ok().filter(|value| (1..=6).contains(value));
    value.ok_or_else(|| format!("`{text}` is not a die; a die shows 1 to 6"))
}

impl FromStr for Play {
    type Err = String;
    fn from_str(text: &str) -> Result<Play, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["alchemist", red, other] => Play::Alchemist(die(red)?, die(other)?),
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
            ["deserter", victim] => Play::Deserter(seat(victim)?),
            ["diplomat", edge] => Play::Diplomat(edge.parse()?),
            ["intrigue", vertex] => Play::Intrigue(vertex.parse()?),
            ["saboteur"] => Play::Saboteur,
            ["spy", victim] => Play::Spy(seat(victim)?),
            ["warlord"] => Play::Warlord,
            ["wedding"] => Play::Wedding,
            ["commercial-harbor"] => Play::CommercialHarbor,
            ["master-merchant", victim] => Play::MasterMerchant(seat(victim)?),
            ["merchant", hex] => Play::Merchant(hex.parse()?),
            ["resource-monopoly", kind] => Play::ResourceMonopoly(kind.parse()?),
            ["trade-monopoly", kind] => Play::TradeMonopoly(kind.parse()?),
            ["merchant-fleet", kind] => Play::MerchantFleet(kind.parse()?),
            _ => {
                return Err(format!(
                    "`play {text}` is not a progress card with what it needs; for example `play alchemist 6 1`, \
                     `play crane`, `play spy B`, `play merchant H3`"
                ));
            }
        })
    }
}

impl FromStr for Action {
    type Err = String;
    fn from_str(text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let vertex = |text: &str| text.parse::<VertexId>();
        Ok(match &words[..] {
            ["roll"] => Action::Roll,
            ["end"] => Action::EndTurn,
            ["road", edge] => Action::BuildRoad(edge.parse::<EdgeId>()?),
            ["settlement", at] => Action::BuildSettlement(vertex(at)?),
            ["city", at] => Action::BuildCity(vertex(at)?),
            ["wall", at] => Action::BuildWall(vertex(at)?),
            ["knight", at] => Action::BuildKnight(vertex(at)?),
            ["activate", at] => Action::Activate(vertex(at)?),
            ["promote", at] => Action::Promote(vertex(at)?),
            ["move", from, "to", to] => Action::Move { from: vertex(from)?, to: vertex(to)? },
            ["displace", from, "to", to] => Action::Displace { from: vertex(from)?, to: vertex(to)? },
            ["chase", at] => Action::Chase(vertex(at)?),
            ["improve", area] => Action::Improve(area.parse()?),
            ["metropolis", at] => Action::PlaceMetropolis(vertex(at)?),
            ["robber", hex] => Action::MoveRobber(hex.parse()?),
            ["steal", victim] => Action::Steal(seat(victim)?),
            ["discard", cards @ ..] => Action::Discard(bundle(cards)?),
            ["bank", rest @ ..] => {
                let (give, get) = exchange(rest)?;
                match get {
                    [kind] => Action::MaritimeTrade { give, get: kind.parse()? },
                    _ => return Err("the supply gives one card: `bank 4 ore for wool`".to_owned()),
                }
            }
            ["offer", rest @ ..] => {
                let (give, rest) = exchange(rest)?;
                let at =
                    rest.iter().position(|&word| word == "to").ok_or("an offer says to whom: `… to B C`")?;
                Action::Offer { give, want: bundle(&rest[..at])?, to: addressees(&rest[at + 1..])? }
            }
            ["accept"] => Action::AcceptOffer,
            ["reject"] => Action::RejectOffer,
            ["counter", rest @ ..] => {
                let (give, want) = exchange(rest)?;
                Action::CounterOffer { give, want: bundle(want)? }
            }
            ["execute", partner] => Action::Execute(seat(partner)?),
            ["withdraw"] => Action::WithdrawOffer,
            ["propose", rest @ ..] => {
                let (give, want) = exchange(rest)?;
                Action::Propose { give, want: bundle(want)? }
            }
            ["withdraw-proposal"] => Action::WithdrawProposal,
            ["accept-proposal", proposer] => Action::AcceptProposal(seat(proposer)?),
            ["reject-proposal", proposer] => Action::RejectProposal(seat(proposer)?),
            ["pillage", at] => Action::Pillage(vertex(at)?),
            ["fight", "none"] => Action::Fight(VertexSet::EMPTY),
            ["fight", knights @ ..] if !knights.is_empty() => {
                Action::Fight(knights.iter().map(|at| vertex(at)).collect::<Result<VertexSet, String>>()?)
            }
            ["deck", area] => Action::ChooseDeck(area.parse()?),
            ["draw"] => Action::Draw,
            ["drop", card] => Action::Drop(card.parse()?),
            ["take", kind] if kind.parse::<CardKind>().is_ok() => Action::TakeResource(kind.parse()?),
            ["take", cards @ ..] => Action::TakeCards(bundle(cards)?),
            ["take-card", card] => Action::TakeProgress(card.parse()?),
            ["give", kind] if kind.parse::<CardKind>().is_ok() => Action::GiveCommodity(kind.parse()?),
            ["give", cards @ ..] => Action::Give(bundle(cards)?),
            ["retreat", at] => Action::Retreat(vertex(at)?),
            ["remove", at] => Action::RemoveKnight(vertex(at)?),
            ["place-knight", at] => Action::PlaceKnight(vertex(at)?, None),
            ["place-knight", at, word] => Action::PlaceKnight(vertex(at)?, Some(strength(word)?)),
            ["stop"] => Action::Stop,
            ["force", victim, "1", kind] | ["force", victim, kind] => {
                Action::Force(seat(victim)?, kind.parse()?)
            }
            ["play", rest @ ..] => Action::Play(rest.join(" ").parse()?),
            ["declare-victory"] => Action::DeclareVictory,
            _ => {
                return Err(format!(
                    "`{text}` is not an action; actions are such as `roll`, `road P3`, `knight I3`, `activate I3`, \
                     `move I3 to I9`, `improve science`, `bank 4 ore for paper`, `play spy B`, `end`"
                ));
            }
        })
    }
}

impl fmt::Display for EventFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EventFace {
    type Err = String;
    fn from_str(text: &str) -> Result<EventFace, String> {
        let found = EventFace::FACES.into_iter().map(|(face, _)| face).find(|face| face.name() == text);
        found.ok_or_else(|| {
            format!("`{text}` is not on the event die; it shows ship, trade, politics or science")
        })
    }
}

impl fmt::Display for ChanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChanceKind::Layout => f.write_str("layout"),
            ChanceKind::StartPlayer => f.write_str("start"),
            ChanceKind::StartRoll(seat) => write!(f, "start-roll {seat}"),
            ChanceKind::Dice { chosen: None } => f.write_str("dice"),
            ChanceKind::Dice { chosen: Some((red, other)) } => write!(f, "dice with {red} {other}"),
            ChanceKind::StolenCard { thief, victim } => write!(f, "stolen {thief} from {victim}"),
            ChanceKind::ProgressCard { seat, area } => write!(f, "{area} card for {seat}"),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Layout(layout) => write!(f, "layout {layout}"),
            Chance::StartPlayer(seat) => write!(f, "start {seat}"),
            Chance::StartRoll(first, second) => write!(f, "dice {first} {second}"),
            Chance::Dice(event, red, other) => write!(f, "dice {event} {red} {other}"),
            Chance::StolenCard(kind) => write!(f, "stolen {kind}"),
            Chance::ProgressCard(card) => write!(f, "card {card}"),
        }
    }
}

impl FromStr for Chance {
    type Err = String;
    fn from_str(text: &str) -> Result<Chance, String> {
        if let Some(layout) = text.strip_prefix("layout ") {
            return Ok(Chance::Layout(layout.parse()?));
        }
        match text.split_whitespace().collect::<Vec<&str>>()[..] {
            ["start", start] => Ok(Chance::StartPlayer(seat(start)?)),
            ["dice", first, second] => Ok(Chance::StartRoll(die(first)?, die(second)?)),
            ["dice", event, red, other] => Ok(Chance::Dice(event.parse()?, die(red)?, die(other)?)),
            ["stolen", kind] => Ok(Chance::StolenCard(kind.parse()?)),
            ["card", card] => Ok(Chance::ProgressCard(card.parse()?)),
            _ => Err(format!(
                "`{text}` is not an outcome; outcomes are such as `dice ship 3 4`, `stolen ore`, `card smith`"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
