//! The action space of Cities & Knights.

use crate::any::describe;
use crate::code::{Choice, CodeError, Step};
use crate::island::knights::at::{self, KINDS};
use crate::island::knights::sequence::sequence;
use crate::island::trade::{self, Message};
use crate::island::{OTHERS, pickable, picks};
use crate::layout::Block;
use crate::seats::absolute;
use catan::cities_and_knights::{
    Action, Area, Bundle, CardKind, CitiesAndKnights, LegalActions, OwnAction, Play, Progress,
};
use catan::{EdgeId, HexId, VertexId};
use game::Seat;
use shelf::OnShelf;

const SIMPLE: [Action; 9] = [
    Action::Roll,
    Action::EndTurn,
    Action::Stop,
    Action::Own(OwnAction::Draw),
    Action::DeclareVictory,
    Action::AcceptOffer,
    Action::RejectOffer,
    Action::WithdrawOffer,
    Action::WithdrawProposal,
];

pub(super) fn blocks() -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut block = |name, about, codes: Vec<String>| {
        let first = blocks.last().map_or(0, |block: &Block| block.first + block.len);
        blocks.push(Block { name, first, len: codes.len(), about, codes });
    };
    let texts = |count: usize, of: &dyn Fn(usize) -> String| -> Vec<String> { (0..count).map(of).collect() };
    let at = |verb: &str| texts(54, &|n| format!("{verb} I{n}"));
    let seats = |verb: &str| texts(3, &|n| format!("{verb} {}", OTHERS[n]));
    let kinds = |verb: &str| texts(KINDS, &|n| format!("{verb} {}", CardKind::ALL[n]));
    let cards = |verb: &str| texts(25, &|n| format!("{verb} {}", Progress::ALL[n]));
    let areas = |verb: &str| texts(3, &|n| format!("{verb} {}", Area::ALL[n]));
    block("simple", "actions without a choice", SIMPLE.iter().map(ToString::to_string).collect());
    block(
        "done",
        "ends a choice of several intersections: the knights that fight, the one knight of Smith",
        vec!["done".to_owned()],
    );
    block("road", "a road on path P0 to P71", texts(72, &|n| format!("road P{n}")));
    block("settlement", "a settlement on intersection I0 to I53", at("settlement"));
    block("city", "a city on intersection I0 to I53", at("city"));
    block("wall", "a wall under the city there", at("wall"));
    block("knight", "a basic knight there", at("knight"));
    block("activate", "the knight there becomes active", at("activate"));
    block("promote", "the knight there becomes stronger", at("promote"));
    block("chase", "the knight there chases the robber", at("chase with"));
    block(
        "move",
        "the knight there moves, or displaces; where to follows from block `vertex`",
        at("move from"),
    );
    block("robber", "the robber to hex H0 to H18", texts(19, &|n| format!("robber H{n}")));
    block("steal", "rob a seat", seats("steal from"));
    block(
        "execute",
        "carry the open offer out with a seat that accepted it, or its counter-offer",
        seats("execute with"),
    );
    block("accept-proposal", "accept the proposal of a seat", seats("accept the proposal of"));
    block("reject-proposal", "reject the proposal of a seat", seats("reject the proposal of"));
    block("force", "Commercial Harbor on a seat; the resource follows from block `kind`", seats("force"));
    block(
        "bank",
        "an exchange with the supply: by rate (2, 3, 4), kind given, kind taken",
        texts(trade::bank_len(KINDS), &trade::bank_in_words::<CardKind>),
    );
    block("play", "a progress card; what it needs to be said follows", cards("play"));
    block("drop", "discards a progress card", cards("drop"));
    block("take-progress", "takes a progress card by Spy", cards("take"));
    block("improve", "the next improvement of an area", areas("improve"));
    block("deck", "draws from the deck of an area", areas("draw from"));
    block(
        "discard",
        "one card of a discard, by kind; cards come in ascending order of their kinds until enough are named",
        kinds("discard one"),
    );
    block("give", "one card given for Wedding, as in `discard`", kinds("give one"));
    block("take", "one card taken by Master Merchant, as in `discard`", kinds("take one"));
    block(
        "message",
        "begins an offer, a counter-offer or a proposal; an entry of the menu follows",
        Message::NAMES.map(str::to_owned).to_vec(),
    );
    block(
        "menu",
        "what is given and wanted: by ratio (1 for 1, 1 for 2, 2 for 1), kind given, kind wanted",
        texts(trade::menu_len(KINDS), &trade::in_words::<CardKind>),
    );
    block(
        "vertex",
        "the intersection that a begun action or the decision is about; several come in ascending order",
        at("at"),
    );
    block("edge", "the path that a begun action is about", texts(72, &|n| format!("at P{n}")));
    block(
        "hex",
        "the hex that a begun action is about; two come in ascending order",
        texts(19, &|n| format!("at H{n}")),
    );
    block("seat", "the seat that a begun action is about", seats("against"));
    block("kind", "the kind that a begun action or the decision is about", kinds("of"));
    block(
        "die",
        "the value of a die for the Alchemist, the red one first",
        texts(6, &|n| format!("die {}", n + 1)),
    );
    block(
        "strength",
        "the strength of the knight placed for a deserter",
        ["basic", "strong", "mighty"].map(str::to_owned).to_vec(),
    );
    blocks
}

/// Returns the action of a code that is a complete action by itself.
#[inline]
fn action_of(code: usize, me: Seat, seats: usize) -> Option<Action> {
    let seat = |first: usize| absolute(code - first + 1, me, seats);
    let place =
        |first: usize, of: fn(VertexId) -> OwnAction| VertexId::new(code - first).map(|v| Action::Own(of(v)));
    match code {
        _ if code < at::DONE => Some(SIMPLE[code]),
        at::ROAD..at::SETTLEMENT => EdgeId::new(code - at::ROAD).map(Action::BuildRoad),
        at::SETTLEMENT..at::CITY => VertexId::new(code - at::SETTLEMENT).map(Action::BuildSettlement),
        at::CITY..at::WALL => VertexId::new(code - at::CITY).map(Action::BuildCity),
        at::WALL..at::KNIGHT => place(at::WALL, OwnAction::BuildWall),
        at::KNIGHT..at::ACTIVATE => place(at::KNIGHT, OwnAction::BuildKnight),
        at::ACTIVATE..at::PROMOTE => place(at::ACTIVATE, OwnAction::Activate),
        at::PROMOTE..at::CHASE => place(at::PROMOTE, OwnAction::Promote),
        at::CHASE..at::MOVE => place(at::CHASE, OwnAction::Chase),
        at::ROBBER..at::STEAL => HexId::new(code - at::ROBBER).map(Action::MoveRobber),
        at::STEAL..at::EXECUTE => seat(at::STEAL).map(Action::Steal),
        at::EXECUTE..at::ACCEPT_PROPOSAL => seat(at::EXECUTE).map(Action::Execute),
        at::ACCEPT_PROPOSAL..at::REJECT_PROPOSAL => seat(at::ACCEPT_PROPOSAL).map(Action::AcceptProposal),
        at::REJECT_PROPOSAL..at::FORCE => seat(at::REJECT_PROPOSAL).map(Action::RejectProposal),
        at::BANK..at::PLAY => Some(trade::bank(code - at::BANK)),
        at::PLAY..at::DROP => {
            plain(Progress::ALL[code - at::PLAY]).map(|play| Action::Own(OwnAction::Play(play)))
        }
        at::DROP..at::TAKE_PROGRESS => Some(Action::Own(OwnAction::Drop(Progress::ALL[code - at::DROP]))),
        at::TAKE_PROGRESS..at::IMPROVE => {
            Some(Action::Own(OwnAction::TakeProgress(Progress::ALL[code - at::TAKE_PROGRESS])))
        }
        at::IMPROVE..at::DECK => Some(Action::Own(OwnAction::Improve(Area::ALL[code - at::IMPROVE]))),
        at::DECK..at::DISCARD => Some(Action::Own(OwnAction::ChooseDeck(Area::ALL[code - at::DECK]))),
        _ => None,
    }
}

/// Returns the play of a card that needs no choice.
#[inline]
fn plain(card: Progress) -> Option<Play> {
    Some(match card {
        Progress::Crane => Play::Crane,
        Progress::Irrigation => Play::Irrigation,
        Progress::Mining => Play::Mining,
        Progress::RoadBuilding => Play::RoadBuilding,
        Progress::Bishop => Play::Bishop,
        Progress::Saboteur => Play::Saboteur,
        Progress::Warlord => Play::Warlord,
        Progress::Wedding => Play::Wedding,
        Progress::CommercialHarbor => Play::CommercialHarbor,
        _ => return None,
    })
}

/// The message that a choice has begun with.
#[inline]
fn begun(choice: &Choice) -> Option<Message> {
    let code = usize::from(*choice.codes().first()?);
    Message::ALL.get(code.wrapping_sub(at::MESSAGE)).copied()
}

/// The block of picks for the cards that are to be chosen.
fn pick_block(verb: &str) -> (usize, fn(Bundle) -> Action) {
    match verb {
        "give" => (at::GIVE, |cards| Action::Own(OwnAction::Give(cards))),
        "take" => (at::TAKE, |cards| Action::Own(OwnAction::TakeCards(cards))),
        _ => (at::DISCARD, Action::Discard),
    }
}

pub(super) fn mask(game: &CitiesAndKnights, me: Seat, choice: &Choice, mask: &mut [u8]) {
    assert_eq!(mask.len(), at::END, "the mask of Cities & Knights has {} bytes", at::END);
    mask.fill(0);
    if me.index() >= game.seats() {
        return;
    }
    if let Some(message) = begun(choice) {
        for (n, byte) in mask[at::MENU..at::VERTEX].iter_mut().enumerate() {
            *byte = u8::from(message.is_legal(game, me, n));
        }
        return;
    }
    let legal = game.legal_actions(me);
    if let Some(cards) = legal.choice() {
        let bits = pickable(cards.of.lanes(), choice.picked(), cards.count);
        let (first, _) = pick_block(cards.verb);
        for (kind, byte) in mask[first..first + KINDS].iter_mut().enumerate() {
            *byte = bits >> kind & 1;
        }
        return;
    }
    let (seats, begun) = (game.seats(), choice.codes());
    legal.into_iter().for_each(|action| {
        if let Some(code) = sequence(action, me, seats).and_then(|sequence| sequence.after(begun)) {
            mask[code] = 1;
        }
    });
    if choice.is_empty() {
        for (message, byte) in Message::ALL.into_iter().zip(&mut mask[at::MESSAGE..at::MENU]) {
            *byte = u8::from(message.has_entry(game, me));
        }
    }
}

pub(super) fn step(
    game: &CitiesAndKnights,
    me: Seat,
    choice: &Choice,
    code: usize,
) -> Result<Step<Action>, CodeError> {
    if code >= at::END {
        return Err(CodeError::OutOfRange { code, actions: at::END });
    }
    let judged = |action: Action| match game.check(me, action) {
        Ok(()) => Ok(Step::Action(action)),
        Err(illegal) => Err(refused(code, &illegal)),
    };
    if let Some(message) = begun(choice) {
        return match code {
            at::MENU..at::VERTEX => judged(message.action(code - at::MENU, me, game.seats())),
            _ => Err(not_here(code, "an entry of the menu")),
        };
    }
    if choice.is_empty() {
        if let Some(action) = action_of(code, me, game.seats()) {
            return judged(action);
        }
        if let at::MESSAGE..at::MENU = code {
            let message = Message::ALL[code - at::MESSAGE];
            if message.has_entry(game, me) {
                return Ok(Step::Pending(Choice::NONE.with(code)));
            }
            return judged(message.action(0, me, game.seats()))
                .and(Err(not_here(code, "no message: no entry of the menu is legal")));
        }
    }
    let legal = game.legal_actions(me);
    if let at::DISCARD..at::MESSAGE = code {
        return pick(&legal, choice, code);
    }
    search(game, &legal, me, choice, code)
}

/// One more card of a hand that is handed in or taken.
fn pick(legal: &LegalActions, choice: &Choice, code: usize) -> Result<Step<Action>, CodeError> {
    let Some(cards) = legal.choice() else {
        return Err(not_here(code, "no card: no hand is to be chosen from"));
    };
    let (first, action) = pick_block(cards.verb);
    let kind = code.wrapping_sub(first);
    if kind >= KINDS || pickable(cards.of.lanes(), choice.picked(), cards.count) >> kind & 1 == 0 {
        let expected = format!(
            "one of the {} cards to {}, in ascending order of kinds, out of {}",
            cards.count, cards.verb, cards.of
        );
        return Err(not_here(code, &expected));
    }
    let choice = choice.with_card(kind);
    if choice.picked().iter().sum::<u8>() == cards.count {
        Ok(Step::Action(action(catan::Bundle(choice.picked()))))
    } else {
        Ok(Step::Pending(choice))
    }
}

/// Returns the step that the codes so far and this one begin, searching the legal actions.
fn search(
    game: &CitiesAndKnights,
    legal: &LegalActions,
    me: Seat,
    choice: &Choice,
    code: usize,
) -> Result<Step<Action>, CodeError> {
    if choice.picked() != [0; 8] {
        return Err(not_here(code, "another card of the hand"));
    }
    let (seats, begun) = (game.seats(), choice.codes());
    let found = legal.into_iter().find_map(|action| {
        let sequence = sequence(action, me, seats)?;
        (sequence.after(begun)? == code).then_some((action, sequence.codes().len() == begun.len() + 1))
    });
    match found {
        Some((action, true)) => Ok(Step::Action(action)),
        Some((_, false)) => Ok(Step::Pending(choice.with(code))),
        None => Err(why_not(game, me, choice, code)),
    }
}

/// The reason why no legal action begins with these codes.
#[cold]
fn why_not(game: &CitiesAndKnights, me: Seat, choice: &Choice, code: usize) -> CodeError {
    if !choice.is_empty() {
        return not_here(code, "what the begun action is about, as the mask shows it");
    }
    let (place, hex) = (VertexId::new(0), HexId::new(0));
    let (Some(vertex), Some(hex)) = (place, hex) else { return not_here(code, "a code of the mask") };
    let Some(other) = absolute(1, me, game.seats()) else { return not_here(code, "a code of the mask") };
    // Some action that begins so: what is against it is against all as a rule.
    let own = match code {
        at::MOVE..at::ROBBER => {
            VertexId::new(code - at::MOVE).map(|from| OwnAction::Move { from, to: vertex })
        }
        at::FORCE..at::BANK => Some(OwnAction::Force(other, CardKind::Brick)),
        at::PLAY..at::DROP => match Progress::ALL[code - at::PLAY] {
            Progress::Alchemist => Some(Play::Alchemist(catan::Die::One, catan::Die::One)),
            Progress::Engineer => Some(Play::Engineer(vertex)),
            Progress::Medicine => Some(Play::Medicine(vertex)),
            Progress::Intrigue => Some(Play::Intrigue(vertex)),
            Progress::Smith => Some(Play::Smith(vertex, None)),
            Progress::Deserter => Some(Play::Deserter(other)),
            Progress::Spy => Some(Play::Spy(other)),
            Progress::MasterMerchant => Some(Play::MasterMerchant(other)),
            Progress::Merchant => Some(Play::Merchant(hex)),
            Progress::ResourceMonopoly => Some(Play::ResourceMonopoly(CardKind::Brick)),
            Progress::TradeMonopoly => Some(Play::TradeMonopoly(CardKind::Paper)),
            Progress::MerchantFleet => Some(Play::MerchantFleet(CardKind::Brick)),
            _ => None,
        }
        .map(OwnAction::Play),
        _ => None,
    };
    match own.map(|own| game.check(me, Action::Own(own))) {
        Some(Err(illegal)) => refused(code, &illegal),
        _ => not_here(code, "a code that the mask allows: no legal action begins with this one"),
    }
}

#[cold]
fn not_here(code: usize, expected: &str) -> CodeError {
    CodeError::NotHere { code, meaning: meaning(code), expected: expected.to_owned() }
}

#[cold]
fn meaning(code: usize) -> String {
    describe(CitiesAndKnights::KIND, code).unwrap_or_default().to_owned()
}

#[cold]
fn refused(code: usize, illegal: &catan::cities_and_knights::Illegal) -> CodeError {
    CodeError::Illegal { code, meaning: meaning(code), reason: illegal.to_string(), clause: illegal.clause() }
}

pub(super) fn codes_of(game: &CitiesAndKnights, me: Seat, action: Action) -> Result<Vec<usize>, CodeError> {
    let no_code = |reason| CodeError::NoCode { action: action.to_string(), reason };
    if let Some((message, n)) = Message::of(action, me, game.seats()).map_err(no_code)? {
        return Ok(vec![at::MESSAGE + message as usize, at::MENU + n]);
    }
    match action {
        Action::Discard(cards) => Ok(picks(at::DISCARD, &cards.0)),
        Action::Own(OwnAction::Give(cards)) => Ok(picks(at::GIVE, &cards.0)),
        Action::Own(OwnAction::TakeCards(cards)) => Ok(picks(at::TAKE, &cards.0)),
        Action::Own(OwnAction::Fight(knights)) if knights.len() > 6 => {
            Err(no_code("nobody has so many knights"))
        }
        _ => sequence(action, me, game.seats())
            .map(|sequence| sequence.codes().iter().map(|&code| code.into()).collect())
            .ok_or_else(|| no_code("it is no exchange that the supply makes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_lie_where_codes_are_found() {
        let blocks = blocks();
        let first = |name: &str| blocks.iter().find(|block| block.name == name).unwrap().first;
        let expected =
            [("bank", at::BANK), ("menu", at::MENU), ("vertex", at::VERTEX), ("strength", at::STRENGTH)];
        expected.into_iter().for_each(|(name, at)| assert_eq!(first(name), at, "{name}"));
        assert_eq!(blocks.iter().map(|block| block.len).sum::<usize>(), at::END);
    }
}
