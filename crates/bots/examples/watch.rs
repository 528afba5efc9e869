//! Prints a game between bots as a text log, to judge their play: `cargo run --release -p bots --example watch -- 7`.
//!
//! Arguments: the seed, then the names of the bots (four settlers if none is named).

use bots::Recorder;
use bots::catan::{Bot, Match};
use catan::{Action, Cards, Catan, Chance, Event, HexId, Options, OwnEvent, VertexId};
use game::{Seat, Seed, Viewer};

/// A log in words; every intersection with what it yields.
struct Log {
    layout: Option<catan::Layout>,
}

impl Log {
    /// `I17 (brick 6, ore 9, 3:1)`
    fn vertex(&self, vertex: VertexId) -> String {
        let Some(layout) = self.layout else { return vertex.to_string() };
        let mut parts: Vec<String> = vertex.hexes().into_iter().map(|hex| self.hex(hex)).collect();
        parts.extend(layout.harbour_at(vertex).map(|harbour| format!("harbour {harbour}")));
        format!("{vertex} ({})", parts.join(", "))
    }

    fn hex(&self, hex: HexId) -> String {
        let Some(layout) = self.layout else { return hex.to_string() };
        match layout.terrain[hex].resource() {
            Some(kind) => format!("{kind} {}", layout.numbers[hex]),
            None => "desert".to_owned(),
        }
    }
}

impl Recorder<Catan> for Log {
    const EVENTS: bool = true;

    fn action(&mut self, game: &Catan, seat: Seat, action: Action) {
        match action {
            Action::Roll => {
                let view = game.view(Viewer::Everything);
                println!("\n-- turn {} of {seat} --", game.turns());
                for seat in Seat::first(game.seats()) {
                    let points = game.points(seat);
                    println!(
                        "   {seat}: {} points (roads {}, knights {}), holds {}; cards {:?}",
                        points.total(),
                        view.road_length(seat),
                        view.knights(seat),
                        view.hand(seat).unwrap_or_default(),
                        view.development(seat).unwrap_or_default(),
                    );
                }
            }
            Action::BuildSettlement(vertex) => println!("{seat}: settlement {}", self.vertex(vertex)),
            Action::BuildCity(vertex) => println!("{seat}: city {}", self.vertex(vertex)),
            Action::BuildRoad(edge) => {
                let [a, b] = edge.ends();
                println!("{seat}: road {a}-{b}");
            }
            Action::MoveRobber(hex) => println!("{seat}: robber to {hex} ({})", self.hex(hex)),
            _ => println!("{seat}: {action}"),
        }
    }

    fn outcome(&mut self, _: &Catan, chance: &Chance) {
        if let Chance::Layout(layout) = chance {
            self.layout = Some(*layout);
            println!("{layout}");
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Own(OwnEvent::Rolled { dice, .. }) => println!("   rolled {}", dice.0 + dice.1),
            Event::Produced { cards } => {
                for (seat, cards) in cards.iter().filter(|(_, cards)| **cards != Cards::NONE) {
                    println!("   {seat} gets {cards}");
                }
            }
            Event::Blocked { hex } => println!("   the robber blocks {}", self.hex(*hex)),
            Event::Stole { thief, victim, card: Some(card) } => {
                println!("   {thief} steals {card} from {victim}");
            }
            Event::Own(OwnEvent::BoughtCard { card: Some(card), .. }) => println!("   drew {card}"),
            Event::Traded { active, partner, gave, got } => {
                println!("   {active} gives {gave} to {partner} for {got}");
            }
            Event::LongestRoad { holder, length, .. } => {
                println!("   Longest Road: {holder:?} with {length}");
            }
            Event::Own(OwnEvent::LargestArmy { holder, knights, .. }) => {
                println!("   Largest Army: {holder} with {knights}");
            }
            Event::Over { outcome, .. } => println!("\nwon by {}", outcome.winners),
            _ => {}
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let seed = args.next().map_or(Seed(1), |text| text.parse().expect("a seed"));
    let mut names: Vec<String> = args.collect();
    if names.is_empty() {
        names = vec!["settler".to_owned(); 4];
    }
    let options = Options { players: names.len() as u8, ..Options::default() };
    let mut bots: Vec<Bot> = Seat::first(names.len())
        .zip(&names)
        .map(|(seat, name)| Bot::new(name, seat, seed).expect("a bot of that name"))
        .collect();
    let played = Match::new(&options, seed).play(&mut bots, &mut Log { layout: None }).expect("legal play");
    for seat in Seat::first(names.len()) {
        println!("{seat}: {:?}", played.points[seat]);
    }
}
