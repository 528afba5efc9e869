//! A position of the engine as the facts of the reference.

use super::{House, Knight, Question, Table, area_of};
use crate::reference;
use catan::cities_and_knights::{Area, CardKind, CitiesAndKnights, Progress, Strength};
use game::{Seat, Viewer};

impl Table {
    /// The facts of a position of the engine, before or after the roll, without open offers. What follows from them
    /// is worked out here.
    pub fn of(game: &CitiesAndKnights) -> Table {
        let view = game.view(Viewer::Everything);
        let setup = game.to_setup();
        let layout = view.layout().expect("an island");
        let mut table = Table::new(game.options());
        table.terrain = layout.terrain.0.to_vec();
        table.numbers = layout.numbers.0.to_vec();
        table.harbours = layout.harbours.to_vec();
        table.robber = view.robber().index();
        table.attacked = setup.attacked;
        table.ship = view.ship().into();
        table.supply = view.supply().counts().map(u32::from);
        table.start = view.start_player().map(Seat::index);
        table.active = view.active().index();
        table.turn = view.turns();
        table.rolled = view.has_rolled();
        table.paid = view.has_built();
        table.dice = view.dice();
        table.longest_road = view.longest_road().map(Seat::index);
        table.merchant = view.merchant().map(|(seat, hex)| (seat.index(), hex.index()));
        table.cranes = view.cranes().into();
        table.fleet = view.fleet().map(CardKind::index).collect();
        table.commercial_harbors = setup.commercial_harbors.into();
        table.question = if table.rolled { Question::Acting } else { Question::BeforeRoll };
        for area in Area::ALL {
            if let Some(city) = view.metropolis(area) {
                table.metropolises.insert(area, city.index());
            }
        }
        for s in 0..table.seats {
            let seat = reference::seat(s);
            for path in view.roads(seat) {
                table.roads[path.index()] = Some(s);
            }
            for i in view.settlements(seat) {
                let house = if view.laid().contains(i) { House::LaidCity } else { House::Settlement };
                table.houses[i.index()] = Some((s, house));
            }
            for i in view.cities(seat) {
                table.houses[i.index()] = Some((s, House::City { wall: view.walls().contains(i) }));
            }
            for strength in Strength::ALL {
                for i in view.knights(seat, strength) {
                    table.knights[i.index()] = Some(Knight {
                        seat: s,
                        strength: strength.value().into(),
                        active: view.active_knights().contains(i),
                        may_act: view.ready_knights().contains(i),
                        promoted: view.promoted_knights().contains(i),
                    });
                }
            }
            for area in Area::ALL {
                table.levels.insert((s, area), view.level(seat, area).into());
            }
            table.hands[s] = view.hand(seat).expect("everything is seen").counts().map(u32::from);
            table.defender_cards[s] = view.defenders(seat).into();
            table.forced[s] = setup.forced[seat].into();
            let held = view.progress(seat).expect("everything is seen");
            for card in Progress::ALL {
                for _ in 0..held[card.index()] {
                    table.held[s].push(card);
                    shuffled_out(&mut table, card);
                }
            }
        }
        for (card, owner) in view.revealed() {
            if let Some(owner) = owner {
                table.turned_up.push((owner.index(), card));
                shuffled_out(&mut table, card);
            }
        }
        for card in setup.under.into_values().flatten() {
            shuffled_out(&mut table, card);
            table.decks.get_mut(&area_of(card)).expect("a deck").under.push_back(card);
        }
        table
    }
}

fn shuffled_out(table: &mut Table, card: Progress) {
    let deck = &mut table.decks.get_mut(&area_of(card)).expect("a deck").shuffled;
    let at = deck.iter().position(|&other| other == card).expect("a card of the box");
    deck.remove(at);
}
