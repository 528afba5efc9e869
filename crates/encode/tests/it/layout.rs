//! Layouts have versions and hashes, and observations stay within what they say.

use crate::support;
use crate::support::{play, share, step_by_step};
use encode::{Encode, Information, Layout, LayoutId, layout};
use game::{Draws, Seat, Seed};
use shelf::{GameKind, of_kind};
use std::sync::Mutex;

/// The hash of each layout. Whoever changes one changes what the numbers mean: raise `LAYOUT_VERSION` of the game, write the new
/// hash here, and the change into `docs/encodings.md`.
const HASHES: &[(&str, &str)] = &[
    ("catan:seat:1", "61b4ecd948b1bf188e7689664764999faafb0b8edf21248e3a50a7fff6ca1698"),
    ("catan:everything:1", "980d6f2f0b15f44e97d9916c2f03e7c471f7bf8e5dcc7c8bb6f9651344aad909"),
    ("cities-and-knights:seat:2", "f84629a1621e4d3452dfe463c57e2eb24b6d413e9cf0b716d8774fc0dd6cecbf"),
    ("cities-and-knights:everything:2", "586008a4af759cd58f212d0e39c4274f33fecfda46411a3beef37a6a6467eafd"),
    ("carcassonne:seat:1", "62c83cfaa3a890522a02e0f333f30e0cc95f141e097b585b225c3c252c211a0b"),
    ("carcassonne:everything:1", "ed484b941cf557b3a739b85c731e519522bb046e1736adc144eda6df4b010013"),
    ("traders-and-builders:seat:1", "b70848dcf47a8a78f060eee96701a9e5af17e8971b1d5dab29bee5a6f83d0460"),
    ("traders-and-builders:everything:1", "4392e80dd55253fb716fcff24c724ea6ebd36baffb39719235094fb6d4074a2b"),
    ("mayflower:seat:1", "5e439509c94945282a19035850a8098afcfd4b051dcc0ad1c1c9068679e54ebb"),
    ("mayflower:everything:1", "208e0a27d82db646f6c40e56fd537efbe7aaf4a40dc46359bed1cdd656c8db06"),
];

#[test]
fn a_changed_layout_has_another_version() {
    let mut wrong = Vec::new();
    let games = GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe");
    for (kind, information) in games.flat_map(|&kind| Information::ALL.map(|information| (kind, information)))
    {
        let id = layout(kind, information).id();
        let name = format!("{}:{}:{}", id.game, id.information, id.version);
        if !HASHES.contains(&(name.as_str(), id.hash.as_str())) {
            wrong.push(format!("    (\"{name}\", \"{}\"),", id.hash));
        }
    }
    assert!(
        wrong.is_empty(),
        "these layouts changed: raise `LAYOUT_VERSION` of the game, then write here\n{}",
        wrong.join("\n")
    );
}

#[test]
fn a_stale_layout_is_refused_with_both_versions() {
    let own = layout(GameKind::Catan, Information::Seat);
    assert_eq!(own.expect(&own.id()), Ok(()));
    let text = own.id().to_string();
    assert_eq!(text.parse::<LayoutId>(), Ok(own.id()));
    let old = LayoutId { version: own.version + 6, hash: "0".repeat(64), ..own.id() };
    let stale = own.expect(&old).unwrap_err().to_string();
    assert!(stale.contains("version 7 of the layout catan:seat (hash 000000000000)"), "{stale}");
    assert!(stale.contains("this program has version 1"), "{stale}");
    let other = layout(GameKind::Mayflower, Information::Everything);
    let stale = own.expect(&other.id()).unwrap_err().to_string();
    assert!(stale.contains("mayflower:everything"), "{stale}");
    for wrong in ["", "catan", "catan:seat:1:abc", "chess:seat:1:00", "catan:all:1:00", "catan:seat:-1:00"] {
        assert!(wrong.parse::<LayoutId>().is_err(), "{wrong}");
    }
    let hash = "0".repeat(64);
    assert!(format!("catan:seat:{hash}").parse::<LayoutId>().is_err());
    assert!(format!("catan:seat:1:{hash}").parse::<LayoutId>().is_ok());
}

fn covers(layout: &Layout) {
    let mut first = 0;
    for block in &layout.blocks {
        assert_eq!((block.first, block.codes.len()), (first, block.len), "{}: {}", layout.game, block.name);
        first += block.len;
    }
    assert_eq!(first, layout.actions);
    let mut meanings: Vec<&String> = layout.blocks.iter().flat_map(|block| &block.codes).collect();
    meanings.sort();
    let all = meanings.len();
    meanings.dedup();
    assert_eq!(meanings.len(), all, "{}: two codes have one meaning", layout.game);
    let mut offset = 0;
    for array in &layout.arrays {
        assert_eq!(array.offset, offset, "{}: {}", layout.game, array.name);
        assert_eq!(array.shape.last(), Some(&array.channels.len()), "{}: {}", layout.game, array.name);
        let mut names: Vec<&String> = array.channels.iter().map(|channel| &channel.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(
            names.len(),
            array.channels.len(),
            "{}: {}: two channels have one name",
            layout.game,
            array.name
        );
        let (low, high) = match array.dtype {
            "uint8" => (0, 255),
            "int16" => (-32768, 32767),
            other => {
                assert_eq!(other, "float32");
                (i32::MIN, i32::MAX)
            }
        };
        for channel in &array.channels {
            assert!(low <= channel.low && channel.low < channel.high && channel.high <= high, "{channel:?}");
        }
        offset += array.len();
    }
    assert_eq!(offset, layout.size);
}

#[test]
fn layouts_have_neither_gaps_nor_double_names() {
    for &kind in GameKind::ALL {
        Information::ALL.into_iter().for_each(|information| covers(layout(kind, information)));
        let actions = of_kind!(kind, G => G::ACTIONS);
        assert_eq!(actions, layout(kind, Information::Seat).actions);
        let json = serde_json::to_value(layout(kind, Information::Seat)).unwrap();
        assert_eq!(json["hash"], layout(kind, Information::Seat).hash);
        assert_eq!(json["arrays"][0]["channels"][0]["low"], 0);
    }
}

/// The least and the greatest value of each number, channel by channel.
fn ranges<G: Encode>(information: Information) {
    let layout = layout(G::KIND, information);
    // Whether a channel was ever anything but 0.
    let used = Mutex::new(vec![false; layout.arrays.iter().map(|array| array.channels.len()).sum()]);
    share(support::positions(20_000).min(20_000), |seed, positions| {
        let mut out = vec![0.0; layout.size];
        let mut seen = vec![false; used.lock().unwrap().len()];
        let mut draws = seed.substream("ranges", 0);
        step_by_step::<G>(seed, positions, |table, seat| {
            // Seats that wait look, too.
            let others = table.game().seats() as u32;
            let seat =
                if draws.below(2) == 0 { seat } else { Seat::new(draws.below(others) as usize).unwrap() };
            table.observe(seat, information, &mut out);
            let mut first = 0;
            for array in &layout.arrays {
                let numbers = &out[array.offset..array.offset + array.len()];
                let channels = array.channels.len();
                for row in numbers.chunks(channels) {
                    for (n, (&value, channel)) in row.iter().zip(&array.channels).enumerate() {
                        let within = channel.low as f32 <= value && value <= channel.high as f32;
                        assert!(within, "{}: {} {}: {value}", G::NAME, array.name, channel.name);
                        assert!(
                            array.dtype == "float32" || value.fract() == 0.0,
                            "{} {}",
                            array.name,
                            channel.name
                        );
                        seen[first + n] |= value != 0.0;
                    }
                }
                first += channels;
            }
        });
        used.lock().unwrap().iter_mut().zip(seen).for_each(|(used, seen)| *used |= seen);
    });
    let used = used.into_inner().unwrap();
    let names =
        layout.arrays.iter().flat_map(|array| array.channels.iter().map(move |c| (array.name, &c.name)));
    let unused: Vec<_> = names.zip(used).filter(|(_, used)| !used).map(|(name, _)| name).collect();
    let all: usize = layout.arrays.iter().map(|array| array.channels.len()).sum();
    println!(
        "{} {information}: {} of {all} channels never anything but 0: {unused:?}",
        G::NAME,
        unused.len()
    );
    // Random games do not come everywhere, but to most of it.
    assert!(5 * unused.len() < all, "{} {information}: never anything but 0: {unused:?}", G::NAME);
}

#[test]
fn numbers_stay_within_their_ranges() {
    for information in Information::ALL {
        ranges::<catan::Catan>(information);
        ranges::<catan::CitiesAndKnights>(information);
    }
    ranges::<carcassonne::Carcassonne>(Information::Seat);
    ranges::<carcassonne::TradersAndBuilders>(Information::Seat);
    ranges::<carcassonne::Mayflower>(Information::Seat);
}

/// The seat that looks is row 0, the others follow clockwise: what each says of itself is what the others say of it.
#[test]
fn observations_are_relative_to_the_seat() {
    let layout = layout(GameKind::CitiesAndKnights, Information::Everything);
    let player = layout.array("player").unwrap();
    let vertex = layout.array("vertex").unwrap();
    let channel =
        |array: &encode::Array, name: &str| array.channels.iter().position(|c| c.name == name).unwrap();
    let looks = channel(player, "looks");
    let settlement = channel(vertex, "settlement of me");
    play::<catan::CitiesAndKnights>(Seed(9), 3000, |table, _| {
        let seats = table.game().seats();
        let all: Vec<Vec<f32>> = Seat::first(seats)
            .map(|seat| {
                let mut out = vec![0.0; layout.size];
                table.observe(seat, Information::Everything, &mut out);
                out
            })
            .collect();
        let width = player.channels.len();
        for (me, one) in all.iter().enumerate() {
            for (other, two) in all.iter().enumerate() {
                let row = (other + seats - me) % seats;
                let seen = &one[player.offset + row * width..player.offset + (row + 1) * width];
                let own = &two[player.offset..player.offset + width];
                for n in (0..width).filter(|&n| n != looks) {
                    assert_eq!(seen[n], own[n], "{}: of seat {other}, by seat {me}", player.channels[n].name);
                }
                for vertex_row in 0..54 {
                    let at = vertex.offset + vertex_row * vertex.channels.len() + settlement;
                    assert_eq!(one[at + row], two[at], "settlements of {other} by {me}");
                }
            }
        }
    });
}
