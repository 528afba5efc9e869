//! The barbarians: whose city may fall, who may be Defender of Catan, and what knights change about it.

use super::improvements::{Defence, chance};
use crate::catan::settler::prospects::{Prospects, Survey};
use catan::SEATS;
use catan::cities_and_knights::{CardKind, CitiesAndKnights, Strength};
use game::{BySeat, Seat, Viewer};

/// The ship lands with the seventh (`CK-COMP-7`).
const LANDING: u8 = 7;

/// The card that activates knights (`CK-KNIGHT-3`).
const GRAIN: usize = CardKind::Grain.index();

/// A seat's knights.
#[derive(Clone, Copy, Default)]
struct Knights {
    /// Strength of the active ones.
    active: f32,
    /// Strength of all.
    all: f32,
    /// The strength that may be active at the next attack, if this seat has a turn before it.
    woken: f32,
}

/// Returns the chance that the ship moves at least `moves` times in `rolls` rolls: it moves in every second one.
fn lands_within(rolls: f32, moves: u8) -> f32 {
    let rolls = rolls as u32;
    let moves = u32::from(moves);
    if rolls < moves {
        return 0.0;
    }
    let mut ways = 1u32;
    let mut fewer = 0;
    for n in 0..moves {
        fewer += ways;
        ways = ways * (rolls - n) / (n + 1);
    }
    1.0 - fewer as f32 / (1u32 << rolls) as f32
}

/// The next attack, for a seat that compares its strength with those of the others.
struct Attack<'a> {
    barbarians: f32,
    strengths: &'a BySeat<f32, SEATS>,
    /// Whether a seat can lose a city.
    exposed: &'a BySeat<bool, SEATS>,
    seats: usize,
    /// The uncertainty of the strengths until then.
    doubt: f32,
}

impl Attack<'_> {
    /// The chances to lose a city, and to be the only best defender.
    fn chances(&self, seat: Seat, strength: f32) -> (f32, f32) {
        let others = || Seat::first(self.seats).filter(move |&other| other != seat);
        let together: f32 = strength + others().map(|other| self.strengths[other]).sum::<f32>();
        // The barbarians win only if they are stronger (CK-BARB-3).
        let won = chance((together - self.barbarians + 0.5) / self.doubt);
        let mut weakest = if self.exposed[seat] { 1.0 } else { 0.0 };
        let mut best = if strength > 0.0 { 1.0 } else { 0.0 };
        for other in others() {
            let lead = strength - self.strengths[other];
            if self.exposed[other] {
                // Who is as weak loses, too (CK-BARB-6).
                weakest *= chance((0.5 - lead) / self.doubt);
            }
            best *= chance((lead - 0.5) / self.doubt);
        }
        ((1.0 - won) * weakest, won * best)
    }
}

/// Adds to every race what the barbarians may take from it, or bring.
pub(super) fn compare(
    survey: &Survey<'_, CitiesAndKnights>,
    prospects: &mut Prospects<'_, CitiesAndKnights>,
) {
    let view = survey.game.view(Viewer::Everything);
    let weights = survey.known;
    let active = view.active_knights();
    let moves = LANDING - view.ship().min(LANDING - 1);
    let mut knights = BySeat([Knights::default(); SEATS]);
    let mut expected = BySeat([0.0f32; SEATS]);
    let mut lasting = BySeat([0.0f32; SEATS]);
    let mut exposed = BySeat([false; SEATS]);
    let mut barbarians = 0.0;
    for seat in Seat::first(survey.seats) {
        let own = &mut knights[seat];
        for strength in Strength::ALL {
            let places = view.knights(seat, strength);
            own.all += f32::from(strength.value()) * places.len() as f32;
            own.active += f32::from(strength.value()) * (places & active).len() as f32;
        }
        barbarians += view.cities(seat).len() as f32;
        let race = &prospects.races[seat];
        exposed[seat] = race.extras.plain > 0;
        // Grain that is there, or comes before the attack, wakes knights.
        let grain = race.hand[GRAIN].max(0.0) + race.income[GRAIN] * 2.0 * f32::from(moves);
        let wakes = (weights.activation + weights.activation_by_grain * grain).min(0.97);
        let later = 1.0 - lands_within(race.offset, moves);
        own.woken = own.active + wakes * (own.all - own.active);
        expected[seat] = own.active + later * (own.woken - own.active);
        lasting[seat] = own.all * weights.activation;
    }
    let far = f32::from(moves - 1);
    let next = Attack {
        barbarians,
        strengths: &expected,
        exposed: &exposed,
        seats: survey.seats,
        doubt: weights.doubt + weights.doubt_by_move * far,
    };
    let after = Attack { strengths: &lasting, doubt: weights.doubt + 6.0 * weights.doubt_by_move, ..next };
    let certainty = 1.0 / (1.0 + weights.foresight * far);
    for seat in Seat::first(survey.seats) {
        let own = knights[seat];
        let only = if view.cities(seat).len() == 1 { weights.only_city } else { 1.0 };
        let value = |(falls, best): (f32, f32)| weights.defender * best - weights.city_lost * only * falls;
        let race = &mut prospects.races[seat];
        let before = lands_within(race.offset, moves);
        if before > 0.0 {
            race.points += before * value(next.chances(seat, own.active));
        }
        if before < 1.0 {
            let share = (1.0 - before) * certainty;
            let then = value(next.chances(seat, own.woken));
            race.points += share * then;
            // What a knight more would be worth by then: woken, or built.
            let asleep = own.all - own.active;
            if asleep > 0.0 {
                race.extras.defence.price[GRAIN] = 1.0;
            } else if seat != survey.me || weights.knights {
                race.extras.defence.price = Defence::KNIGHT;
            }
            let strength = if asleep > 0.0 { own.active + asleep } else { own.active + 1.0 };
            let gain = share * (value(next.chances(seat, strength)) - then);
            if race.extras.defence.price[GRAIN] > 0.0 {
                race.extras.defence.gain = gain;
                race.extras.defence.deadline = 2.0 * f32::from(moves);
            }
        }
        race.points += weights.attack_after * value(after.chances(seat, own.all * weights.activation));
        race.extras.lean += weights.lean_strength * own.all;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ship_moves_in_every_second_roll() {
        assert_eq!(lands_within(4.0, 5), 0.0);
        assert_eq!(lands_within(4.0, 1), 15.0 / 16.0);
        assert_eq!(lands_within(4.0, 2), 11.0 / 16.0);
        assert_eq!(lands_within(0.0, 1), 0.0);
    }

    #[test]
    fn the_weakest_with_a_city_is_in_danger() {
        let strengths = BySeat([0.0, 1.0, 1.0, 1.0]);
        let exposed = BySeat([true; SEATS]);
        let attack =
            Attack { barbarians: 6.0, strengths: &strengths, exposed: &exposed, seats: 4, doubt: 0.2 };
        let (falls, best) = attack.chances(Seat::A, 0.0);
        assert!(falls > 0.7 && best == 0.0, "{falls} {best}");
        let (falls, _) = attack.chances(Seat::A, 2.0);
        assert!(falls < 0.01, "{falls}");
        let few = Attack { barbarians: 3.0, ..attack };
        let (falls, best) = few.chances(Seat::A, 2.0);
        assert!(falls < 0.01 && best > 0.7, "{falls} {best}");
    }
}
