//! The action space of base Catan.

use crate::any::describe;
use crate::code::{Choice, CodeError, Step};
use crate::island::trade::{self, Message};
use crate::island::{OTHERS, pickable, picks};
use crate::layout::Block;
use crate::seats::{absolute, relative};
use catan::{Action, Bundle, Catan, EdgeId, HexId, Kind, OwnAction, Resource, VertexId};
use game::Seat;
use shelf::OnShelf;

/// Actions without a place or a choice.
const SIMPLE: [Action; 11] = [
    Action::Roll,
    Action::EndTurn,
    Action::Own(OwnAction::BuyDevelopmentCard),
    Action::Own(OwnAction::PlayKnight),
    Action::Own(OwnAction::PlayRoadBuilding),
    Action::Stop,
    Action::DeclareVictory,
    Action::AcceptOffer,
    Action::RejectOffer,
    Action::WithdrawOffer,
    Action::WithdrawProposal,
];

const KINDS: usize = 5;

/// The first code of each block.
pub(super) mod at {
    use super::KINDS;
    use crate::island::trade::{bank_len, menu_len};

    pub(in crate::island) const SIMPLE: usize = 0;
    pub(in crate::island) const ROAD: usize = SIMPLE + super::SIMPLE.len();
    pub(in crate::island) const SETTLEMENT: usize = ROAD + 72;
    pub(in crate::island) const CITY: usize = SETTLEMENT + 54;
    pub(in crate::island) const BANK: usize = CITY + 54;
    pub(in crate::island) const PLENTY: usize = BANK + bank_len(KINDS);
    pub(in crate::island) const MONOPOLY: usize = PLENTY + 20;
    pub(in crate::island) const ROBBER: usize = MONOPOLY + KINDS;
    pub(in crate::island) const STEAL: usize = ROBBER + 19;
    pub(in crate::island) const EXECUTE: usize = STEAL + 3;
    pub(in crate::island) const ACCEPT_PROPOSAL: usize = EXECUTE + 3;
    pub(in crate::island) const REJECT_PROPOSAL: usize = ACCEPT_PROPOSAL + 3;
    pub(in crate::island) const DISCARD: usize = REJECT_PROPOSAL + 3;
    pub(in crate::island) const MESSAGE: usize = DISCARD + KINDS;
    pub(in crate::island) const MENU: usize = MESSAGE + 3;
    pub(in crate::island) const END: usize = MENU + menu_len(KINDS);
}

/// The choices of Year of Plenty: 15 pairs, then the 5 single cards for a supply that holds only one.
const PLENTY: [(Resource, Option<Resource>); 20] = {
    let mut all = [(Resource::Brick, None); 20];
    let (mut n, mut first) = (0, 0);
    while first < KINDS {
        let mut second = first;
        while second < KINDS {
            all[n] = (Resource::ALL[first], Some(Resource::ALL[second]));
            (n, second) = (n + 1, second + 1);
        }
        all[15 + first] = (Resource::ALL[first], None);
        first += 1;
    }
    all
};

/// Returns the number of a choice of Year of Plenty, in either order.
fn plenty(first: Resource, second: Option<Resource>) -> usize {
    let (low, high) = match second {
        None => return 15 + first.index(),
        Some(second) => (first.index().min(second.index()), first.index().max(second.index())),
    };
    // Pairs before those that begin with `low`: 5 + 4 + … of them.
    low * KINDS - low * low.saturating_sub(1) / 2 + (high - low)
}

pub(super) fn blocks() -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut block = |name, about, codes: Vec<String>| {
        let first = blocks.last().map_or(0, |block: &Block| block.first + block.len);
        blocks.push(Block { name, first, len: codes.len(), about, codes });
    };
    let seats = |verb: &str| -> Vec<String> { OTHERS.iter().map(|seat| format!("{verb} {seat}")).collect() };
    let kinds =
        |verb: &str| -> Vec<String> { Resource::ALL.iter().map(|kind| format!("{verb} {kind}")).collect() };
    let texts = |count: usize, of: &dyn Fn(usize) -> String| -> Vec<String> { (0..count).map(of).collect() };
    block("simple", "actions without a choice", SIMPLE.iter().map(ToString::to_string).collect());
    block("road", "a road on path P0 to P71", texts(72, &|n| format!("road P{n}")));
    block("settlement", "a settlement on intersection I0 to I53", texts(54, &|n| format!("settlement I{n}")));
    block("city", "a city on intersection I0 to I53", texts(54, &|n| format!("city I{n}")));
    block(
        "bank",
        "an exchange with the supply: by rate (2, 3, 4), kind given, kind taken",
        texts(trade::bank_len(KINDS), &trade::bank_in_words::<Resource>),
    );
    let card = |n: usize| OwnAction::PlayYearOfPlenty(PLENTY[n].0, PLENTY[n].1).to_string();
    block(
        "year-of-plenty",
        "Year of Plenty for two cards, or for the last one of the supply",
        texts(20, &card),
    );
    block("monopoly", "Monopoly on a kind", kinds("monopoly"));
    block("robber", "the robber to hex H0 to H18", texts(19, &|n| format!("robber H{n}")));
    block("steal", "rob a seat", seats("steal from"));
    block(
        "execute",
        "carry the open offer out with a seat that accepted it, or its counter-offer",
        seats("execute with"),
    );
    block("accept-proposal", "accept the proposal of a seat", seats("accept the proposal of"));
    block("reject-proposal", "reject the proposal of a seat", seats("reject the proposal of"));
    block(
        "discard",
        "one card of a discard, by kind; cards come in ascending order of their kinds until enough are named",
        kinds("discard one"),
    );
    block(
        "message",
        "begins an offer, a counter-offer or a proposal; an entry of the menu follows",
        Message::NAMES.map(str::to_owned).to_vec(),
    );
    block(
        "menu",
        "what is given and wanted: by ratio (1 for 1, 1 for 2, 2 for 1), kind given, kind wanted",
        texts(trade::menu_len(KINDS), &trade::in_words::<Resource>),
    );
    blocks
}

/// The code of an action that takes one code alone.
#[inline]
fn code_of(action: Action, me: Seat, seats: usize) -> Option<usize> {
    let other = |first: usize, seat: Seat| Some(first + relative(seat, me, seats) - 1);
    match action {
        Action::Roll => Some(at::SIMPLE),
        Action::EndTurn => Some(at::SIMPLE + 1),
        Action::Stop => Some(at::SIMPLE + 5),
        Action::DeclareVictory => Some(at::SIMPLE + 6),
        Action::AcceptOffer => Some(at::SIMPLE + 7),
        Action::RejectOffer => Some(at::SIMPLE + 8),
        Action::WithdrawOffer => Some(at::SIMPLE + 9),
        Action::WithdrawProposal => Some(at::SIMPLE + 10),
        Action::BuildRoad(edge) => Some(at::ROAD + edge.index()),
        Action::BuildSettlement(vertex) => Some(at::SETTLEMENT + vertex.index()),
        Action::BuildCity(vertex) => Some(at::CITY + vertex.index()),
        Action::MaritimeTrade { give, get } => trade::bank_number(give, get).map(|n| at::BANK + n),
        Action::MoveRobber(hex) => Some(at::ROBBER + hex.index()),
        Action::Steal(seat) => other(at::STEAL, seat),
        Action::Execute(seat) => other(at::EXECUTE, seat),
        Action::AcceptProposal(seat) => other(at::ACCEPT_PROPOSAL, seat),
        Action::RejectProposal(seat) => other(at::REJECT_PROPOSAL, seat),
        Action::Own(OwnAction::BuyDevelopmentCard) => Some(at::SIMPLE + 2),
        Action::Own(OwnAction::PlayKnight) => Some(at::SIMPLE + 3),
        Action::Own(OwnAction::PlayRoadBuilding) => Some(at::SIMPLE + 4),
        Action::Own(OwnAction::PlayYearOfPlenty(first, second)) => Some(at::PLENTY + plenty(first, second)),
        Action::Own(OwnAction::PlayMonopoly(kind)) => Some(at::MONOPOLY + kind.index()),
        Action::Discard(_) | Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => {
            None
        }
    }
}

/// Returns the action of a code that is a complete action by itself.
#[inline]
fn action_of(code: usize, me: Seat, seats: usize) -> Option<Action> {
    let seat = |first: usize| absolute(code - first + 1, me, seats);
    match code {
        at::SIMPLE..at::ROAD => Some(SIMPLE[code]),
        at::ROAD..at::SETTLEMENT => EdgeId::new(code - at::ROAD).map(Action::BuildRoad),
        at::SETTLEMENT..at::CITY => VertexId::new(code - at::SETTLEMENT).map(Action::BuildSettlement),
        at::CITY..at::BANK => VertexId::new(code - at::CITY).map(Action::BuildCity),
        at::BANK..at::PLENTY => Some(trade::bank(code - at::BANK)),
        at::PLENTY..at::MONOPOLY => {
            let (first, second) = PLENTY[code - at::PLENTY];
            Some(Action::Own(OwnAction::PlayYearOfPlenty(first, second)))
        }
        at::MONOPOLY..at::ROBBER => {
            Some(Action::Own(OwnAction::PlayMonopoly(Resource::ALL[code - at::MONOPOLY])))
        }
        at::ROBBER..at::STEAL => HexId::new(code - at::ROBBER).map(Action::MoveRobber),
        at::STEAL..at::EXECUTE => seat(at::STEAL).map(Action::Steal),
        at::EXECUTE..at::ACCEPT_PROPOSAL => seat(at::EXECUTE).map(Action::Execute),
        at::ACCEPT_PROPOSAL..at::REJECT_PROPOSAL => seat(at::ACCEPT_PROPOSAL).map(Action::AcceptProposal),
        at::REJECT_PROPOSAL..at::DISCARD => seat(at::REJECT_PROPOSAL).map(Action::RejectProposal),
        _ => None,
    }
}

/// The message that a choice has begun with.
#[inline]
fn begun(choice: &Choice) -> Option<Message> {
    let code = usize::from(*choice.codes().first()?);
    Message::ALL.get(code.wrapping_sub(at::MESSAGE)).copied()
}

pub(super) fn mask(game: &Catan, me: Seat, choice: &Choice, mask: &mut [u8]) {
    assert_eq!(mask.len(), at::END, "the mask of Catan has {} bytes", at::END);
    mask.fill(0);
    if me.index() >= game.seats() {
        return;
    }
    if let Some(message) = begun(choice) {
        for (n, byte) in mask[at::MENU..].iter_mut().enumerate() {
            *byte = u8::from(message.is_legal(game, me, n));
        }
        return;
    }
    let legal = game.legal_actions(me);
    if let Some(cards) = legal.choice() {
        let bits = pickable(cards.of.lanes(), choice.picked(), cards.count);
        for (kind, byte) in mask[at::DISCARD..at::MESSAGE].iter_mut().enumerate() {
            *byte = bits >> kind & 1;
        }
        return;
    }
    if !choice.is_empty() {
        return;
    }
    let seats = game.seats();
    for action in legal {
        if let Some(code) = code_of(action, me, seats) {
            mask[code] = 1;
        }
    }
    for (message, byte) in Message::ALL.into_iter().zip(&mut mask[at::MESSAGE..at::MENU]) {
        *byte = u8::from(message.has_entry(game, me));
    }
}

pub(super) fn step(game: &Catan, me: Seat, choice: &Choice, code: usize) -> Result<Step<Action>, CodeError> {
    if code >= at::END {
        return Err(CodeError::OutOfRange { code, actions: at::END });
    }
    let not_here =
        |expected: &str| CodeError::NotHere { code, meaning: meaning(code), expected: expected.to_owned() };
    let illegal = |action: Action| match game.check(me, action) {
        Ok(()) => Ok(Step::Action(action)),
        Err(illegal) => Err(refused(code, &illegal)),
    };
    if let Some(message) = begun(choice) {
        let Some(n) = code.checked_sub(at::MENU) else {
            return Err(not_here("an entry of the menu"));
        };
        return illegal(message.action(n, me, game.seats()));
    }
    if let Some(action) = action_of(code, me, game.seats()) {
        if !choice.is_empty() {
            return Err(not_here("another card of the discard"));
        }
        return illegal(action);
    }
    match code {
        at::DISCARD..at::MESSAGE => {
            let kind = code - at::DISCARD;
            let Some(cards) = game.legal_actions(me).choice() else {
                // The refusal of any discard says why.
                let mut one = [0; KINDS];
                one[kind] = 1;
                return illegal(Action::Discard(Bundle(one)))
                    .and(Err(not_here("no discard: nothing is owed")));
            };
            if pickable(cards.of.lanes(), choice.picked(), cards.count) >> kind & 1 == 0 {
                return Err(not_here(&format!(
                    "one of the {} cards of the discard, in ascending order of kinds, out of {}",
                    cards.count, cards.of
                )));
            }
            let choice = choice.with_card(kind);
            let picked: [u8; KINDS] = std::array::from_fn(|kind| choice.picked()[kind]);
            if picked.iter().sum::<u8>() == cards.count {
                Ok(Step::Action(Action::Discard(Bundle(picked))))
            } else {
                Ok(Step::Pending(choice))
            }
        }
        at::MESSAGE..at::MENU if choice.is_empty() => {
            let message = Message::ALL[code - at::MESSAGE];
            if message.has_entry(game, me) {
                return Ok(Step::Pending(Choice::NONE.with(code)));
            }
            illegal(message.action(0, me, game.seats()))
                .and(Err(not_here("no message: no entry of the menu is legal")))
        }
        at::MESSAGE..at::MENU => Err(not_here("another card of the discard")),
        at::MENU..at::END => Err(not_here("a code of another block: the menu follows a message")),
        _ => Err(not_here("a code for a seat that plays")),
    }
}

/// Returns the meaning of a code.
#[cold]
fn meaning(code: usize) -> String {
    describe(Catan::KIND, code).unwrap_or_default().to_owned()
}

#[cold]
fn refused(code: usize, illegal: &catan::Illegal) -> CodeError {
    CodeError::Illegal { code, meaning: meaning(code), reason: illegal.to_string(), clause: illegal.clause() }
}

pub(super) fn codes_of(game: &Catan, me: Seat, action: Action) -> Result<Vec<usize>, CodeError> {
    let no_code = |reason| CodeError::NoCode { action: action.to_string(), reason };
    if let Some((message, n)) = Message::of(action, me, game.seats()).map_err(no_code)? {
        return Ok(vec![at::MESSAGE + message as usize, at::MENU + n]);
    }
    if let Action::Discard(cards) = action {
        return Ok(picks(at::DISCARD, &cards.0));
    }
    code_of(action, me, game.seats())
        .map(|code| vec![code])
        .ok_or_else(|| no_code("it is no exchange that the supply makes"))
}

const _: () = assert!(<Resource as Kind>::KINDS.len() == KINDS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_year_of_plenty_are_numbered() {
        for (n, &(first, second)) in PLENTY.iter().enumerate() {
            assert_eq!(plenty(first, second), n);
            assert_eq!(second.map_or(n, |second| plenty(second, Some(first))), n);
        }
    }

    #[test]
    fn blocks_lie_where_codes_are_found() {
        let blocks = blocks();
        let first = |name: &str| blocks.iter().find(|block| block.name == name).unwrap().first;
        assert_eq!(first("menu"), at::MENU);
        assert_eq!(first("discard"), at::DISCARD);
        assert_eq!(blocks.iter().map(|block| block.len).sum::<usize>(), at::END);
    }
}
