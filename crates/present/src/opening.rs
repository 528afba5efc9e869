//! A new table, as a form asks for it.

use crate::faults::faults_of;
use fair::Nonce;
use game::{ErrorCode, Seat};
use pages::forms::{ClockChoice, NewTable, SeatChoice};
use pages::{Aids, Fault, Lang, UserError};
use shelf::AnyGame;
use table::clock::Clock;
use table::entry::{SeatHolder, clean_name};
use table::games::BadGame;
use table::host::Plan;
use table::keys::{Key, KeyHash, TableId};

/// A table that can be opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position from which its game begins.
    pub game: Box<AnyGame>,
    /// The people, the clock and everything else.
    pub plan: Plan,
    /// The name of the reader, if they sit there.
    pub name: Option<String>,
    /// The keys of the people who share the reader's device.
    pub keys_here: Vec<String>,
}

impl Opening {
    /// Reads the form of the holder of this key. `promised` is the table that was promised to it, and `game` makes the game from
    /// the number of its seats.
    ///
    /// # Errors
    /// Everything that is wrong with the form.
    pub fn read(
        sent: &NewTable,
        holder: KeyHash,
        lang: Lang,
        promised: Result<Option<TableId>, UserError>,
        game: impl FnOnce(usize) -> Result<AnyGame, BadGame>,
    ) -> Result<Opening, Vec<UserError>> {
        let mut faults = Vec::new();
        let name = clean_name(&sent.name);
        let (chairs, keys_here) = seats_of(sent, name.as_deref(), holder, lang, &mut faults);
        if sent.own_seats() > 1 {
            faults.push(Fault::TwoSeats.into());
        }
        let game = game(chairs.len());
        let aids = (sent.aids != Aids::UNCHOSEN).then(|| sent.aids.to_string());
        faults.extend(game.as_ref().err().into_iter().flat_map(faults_of));
        let clock = clock_of(&sent.clock);
        faults.extend(clock.as_ref().err().cloned());
        let nonce = nonce_of(&sent.nonce);
        faults.extend(nonce.as_ref().err().cloned());
        let me = sent.seats.iter().flatten().position(|choice| *choice == SeatChoice::Me).and_then(Seat::new);
        match (game, clock, nonce, promised) {
            (Ok(game), Ok(clock), Ok(nonce), Ok(promised)) if faults.is_empty() => {
                let nonces = me.zip(nonce).into_iter().collect();
                let plan =
                    Plan { chairs, promised, nonces, aids, public: sent.public, clock, ..Plan::default() };
                return Ok(Opening { game: Box::new(game), plan, name, keys_here });
            }
            (.., Err(fault)) if faults.is_empty() => faults.push(fault),
            _ => {}
        }
        faults.dedup();
        Err(faults)
    }
}

/// The occupants of the seats at a new table, and the keys of the people who share the reader's device.
fn seats_of(
    sent: &NewTable,
    name: Option<&str>,
    holder: KeyHash,
    lang: Lang,
    faults: &mut Vec<UserError>,
) -> (Vec<SeatHolder>, Vec<String>) {
    let (mut chairs, mut keys) = (Vec::new(), Vec::new());
    for choice in sent.seats.iter().flatten() {
        let person = match choice {
            SeatChoice::Open => None,
            SeatChoice::Bot(kind) => {
                chairs.push(SeatHolder::Bot(kind.clone()));
                continue;
            }
            SeatChoice::Me => name.map(|name| (name.to_owned(), holder)),
            SeatChoice::Here(name) => {
                let key = Key::random();
                keys.push(key.reveal());
                let usual = || pages::name_here(lang, chairs.len() + 1);
                let name = if name.is_empty() { Some(usual()) } else { clean_name(name) };
                name.map(|name| (name, key.hash()))
            }
        };
        if person.is_none() && *choice != SeatChoice::Open {
            faults.push(ErrorCode::BadName.into());
        }
        chairs.push(person.map_or(SeatHolder::Open, |(name, key)| SeatHolder::Person { name, key }));
    }
    (chairs, keys)
}

/// The clock that a form asks for.
fn clock_of(choice: &ClockChoice) -> Result<Option<Clock>, UserError> {
    let pace = choice.pace().ok_or(Fault::BadClock)?;
    pace.map(|pace| pace.to_string().parse().map_err(|_| Fault::BadClock.into())).transpose()
}

/// Parses a form's contribution to the dice; `None` if the field is empty.
///
/// # Errors
/// If it is no nonce.
pub fn nonce_of(text: &str) -> Result<Option<Nonce>, UserError> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.parse().map_err(|_| Fault::BadNonce.into())).transpose()
}
