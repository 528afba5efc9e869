//! Positions that play would hardly come to.

use super::options::{random_options, without_chain_at_once};
use super::pick;
use crate::reference::{self, Figure, Options, Role, Table, What, Which};
use game::{Draws, Substream};
use serde_json::{Map, Value, json};

/// The last turns of a game in which a tile that is city on all sides fits nowhere (`CARC-TILE-7`, `TB-TIMING-4`,
/// `MAY-END-2`).
pub(crate) fn last_turns(which: Which, options: &Map<String, Value>, draws: &mut Substream) -> Value {
    let (tiles, figures, stack) = match which {
        Which::Base => (
            vec!["E@(0,-1)r2", "U@(1,0)r1", "U@(-1,0)r1"],
            vec!["A (0,-1).f1", "B (1,0).r1"],
            json!({ "C": 1, "U": draws.below(3), "V": draws.below(2) }),
        ),
        Which::Traders => (
            vec!["E@(0,-1)r2", "A@(-1,0)r3", "U@(1,0)r1"],
            vec!["A (-1,0).r1", "A builder (1,0).r1"],
            json!({ "C": 1, "U": 1, "TB-23": draws.below(4) / 3, "TB-24": draws.below(4) / 3 }),
        ),
        Which::Mayflower => (
            vec!["MF-16a@(-1,2)r1", "MF-16a@(-1,5)r1", "MF-16a@(-1,9)r1"],
            vec!["A (-1,2).f1", "B (-1,5).f1"],
            json!({ "MF-03": 1, "MF-25": draws.below(3), "MF-23a": draws.below(2) }),
        ),
    };
    let stack: Map<String, Value> = stack.as_object().expect("kinds").clone();
    let stack: Map<String, Value> = stack.into_iter().filter(|(_, left)| *left != json!(0)).collect();
    let mut options = options.clone();
    options.remove("start_player");
    options.remove("farmers");
    if which == Which::Traders && draws.below(2) == 0 {
        options.insert("second_tile".into(), json!("immediate"));
        options.remove("house_builder_chain");
    }
    json!({ "options": options, "tiles": tiles, "figures": figures, "stack": stack, "turn": 4 })
}

/// A setup with the same tiles on the table and other figures, scores, goods, surveyors and options; the stack is often
/// almost empty. It is long because everything that a setup holds is changed here, one thing after another.
pub(crate) fn rearranged(table: &Table, options: &Map<String, Value>, draws: &mut Substream) -> Value {
    let (which, seats) = (table.which, table.options.players);
    let mut options = Map::clone(options);
    for (name, value) in random_options(which, draws) {
        if !matches!(name.as_str(), "players" | "start_player" | "layout_limit" | "tiles") {
            options.insert(name, value);
        }
    }
    without_chain_at_once(&mut options);
    options.remove("start_player");
    let rules = Options::from_json(&Value::Object(options.clone()));
    let mut crowd = Table { figures: Vec::new(), options: rules.clone(), ..table.clone() };
    for seat in 0..seats {
        crowd.owned[seat] = match which {
            Which::Base => [7, 0, 0],
            Which::Traders => [7, 1, 1],
            Which::Mayflower => [5, 0, 0],
        };
    }
    // Figures: one on a tile at most, none on the start, none on what is completed.
    let share = *pick(draws, &[1, 3, 6]);
    let liked = *pick(draws, &[None, None, Some(What::Field), Some(What::City), Some(What::Road)]);
    for piece in crowd.first_piece()..table.layout.pieces.len() {
        if draws.below(8) >= share {
            continue;
        }
        let segments = &table.kinds[table.layout.pieces[piece].kind].segments;
        let fitting: Vec<usize> = (0..segments.len())
            .filter(|&n| !crowd.layout.is_completed(crowd.layout.feature_of((piece, n))))
            .filter(|&n| segments[n].what != What::Field || rules.farmers)
            .collect();
        let wanted: Vec<usize> =
            fitting.iter().copied().filter(|&n| Some(segments[n].what) == liked).collect();
        let from = if wanted.is_empty() { &fitting } else { &wanted };
        let seat = draws.below(seats as u32) as usize;
        if from.is_empty() {
            continue;
        }
        let on = (piece, *pick(draws, from));
        let feature = crowd.layout.feature_of(on);
        let there = crowd.figures_on(feature);
        let own = there.iter().any(|figure| figure.seat == seat && figure.role == Role::Follower);
        let role = match segments[on.1].what {
            What::Road | What::City if own && draws.below(2) == 0 => Role::Builder,
            What::Field if own && draws.below(2) == 0 => Role::Pig,
            _ => Role::Follower,
        };
        if crowd.supply(seat)[role as usize] > 0 {
            crowd.figures.push(Figure { seat, role, on });
        }
    }
    // The tokens taken so far in front of other seats, or any tokens.
    let mut goods = vec![[0; 3]; seats];
    let any_tokens = draws.below(3) == 0;
    for good in 0..3 {
        let taken = table.goods.iter().map(|has| has[good]).sum::<u32>();
        let tokens = if any_tokens { draws.below([10, 7, 6][good]) } else { taken };
        for _ in 0..tokens {
            goods[draws.below(seats as u32) as usize][good] += 1;
        }
    }
    let mut has = Map::new();
    for (seat, &[wine, grain, cloth]) in goods.iter().enumerate() {
        let mut part = || draws.below(40);
        let mut score = json!({ "roads": part(), "cities": part(), "monasteries": part() });
        let mut about = Map::new();
        match which {
            Which::Base => (),
            Which::Traders => {
                about.insert("goods".into(), json!({ "wine": wine, "grain": grain, "cloth": cloth }));
            }
            Which::Mayflower => {
                score["extra"] = json!(4 * draws.below(6));
            }
        }
        about.insert("score".into(), score);
        if draws.below(4) == 0 {
            let supply = crowd.supply(seat)[0] as u32;
            about.insert("followers".into(), json!(draws.below(supply + 1)));
        }
        has.insert(reference::letter(seat).to_string(), Value::Object(about));
    }
    let mut stack = table.stack.clone();
    if draws.below(2) == 0 {
        // The last tiles, now and then of the kind that often fits nowhere.
        let most = *pick(draws, &[3, 12]);
        let few = 1 + draws.below(most);
        let keeps_towns = draws.below(2) == 0;
        while stack.iter().sum::<u32>() > few {
            let left: Vec<usize> = (0..stack.len()).filter(|&k| stack[k] > 0).collect();
            let is_town = |&k: &usize| table.kinds[k].segments[0].contacts.len() >= 3;
            let others: Vec<usize> = left.iter().copied().filter(|k| !(keeps_towns && is_town(k))).collect();
            stack[*pick(draws, if others.is_empty() { &left } else { &others })] -= 1;
        }
    }
    let stack: Map<String, Value> = (0..stack.len())
        .filter(|&k| stack[k] > 0)
        .map(|k| (table.kinds[k].id.clone(), json!(stack[k])))
        .collect();
    let mut setup = json!({
        "options": options,
        "tiles": table.tile_texts(),
        "figures": crowd.figure_texts(),
        "seats": has,
        "stack": stack,
        "active": reference::letter(draws.below(seats as u32) as usize).to_string(),
        "start": reference::letter(draws.below(seats as u32) as usize).to_string(),
        "turn": table.turn,
    });
    if which == Which::Mayflower {
        let west = table.layout.pieces.iter().map(|piece| piece.x).min().unwrap_or(0);
        let one = -(draws.below(1 + west.unsigned_abs()) as i32);
        let other = if one > west && draws.below(2) == 0 { one - 1 } else { one };
        setup["surveyors"] = json!([one, other]);
    }
    setup
}
