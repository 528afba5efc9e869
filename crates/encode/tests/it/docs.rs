//! The tables of `docs/encodings.md` are written from the layouts. `NEULAND_BLESS=1 cargo test -p encode --test it docs::` rewrites
//! them.

use encode::{Information, Layout, layout};
use shelf::GameKind;
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str =
    "<!-- The tables from here on are generated: NEULAND_BLESS=1 cargo test -p encode --test it docs:: -->\n";

/// A table of the blocks of an action space.
fn actions(layout: &Layout, text: &mut String) {
    writeln!(text, "\n{} codes.\n", layout.actions).unwrap();
    writeln!(text, "| codes | block | what they stand for | the first and the last |\n|---|---|---|---|")
        .unwrap();
    for block in &layout.blocks {
        let last = block.first + block.len - 1;
        let range =
            if block.len == 1 { block.first.to_string() } else { format!("{}–{last}", block.first) };
        let (one, other) = (&block.codes[0], &block.codes[block.len - 1]);
        let ends = if block.len == 1 { format!("`{one}`") } else { format!("`{one}`, `{other}`") };
        writeln!(text, "| {range} | `{}` | {} | {ends} |", block.name, block.about).unwrap();
    }
}

/// The channels of an array, those that differ in the end of their name in one row.
fn channels(array: &encode::Array, text: &mut String) {
    writeln!(text, "| channel | range | name | what it says |\n|---|---|---|---|").unwrap();
    let alike =
        |a: &encode::Channel, b: &encode::Channel| (a.about, a.low, a.high) == (b.about, b.low, b.high);
    let mut first = 0;
    for group in array.channels.chunk_by(alike) {
        let last = first + group.len() - 1;
        let (one, other) = (&group[0], &group[group.len() - 1]);
        let numbers = if group.len() == 1 { first.to_string() } else { format!("{first}–{last}") };
        let names = match group {
            [one] => format!("`{}`", one.name),
            [one, two] => format!("`{}`, `{}`", one.name, two.name),
            _ => format!("`{}`, …, `{}`", one.name, other.name),
        };
        writeln!(text, "| {numbers} | {} to {} | {names} | {} |", one.low, one.high, one.about).unwrap();
        first += group.len();
    }
}

fn generated() -> String {
    let mut text = BEGIN.to_owned();
    for &kind in GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe") {
        let (own, all) = (layout(kind, Information::Seat), layout(kind, Information::Everything));
        writeln!(text, "\n## {kind}, version {}\n", own.version).unwrap();
        writeln!(text, "Hashes: `seat` {}, `everything` {}.", own.hash, all.hash).unwrap();
        writeln!(text, "\n### Action space of {kind}").unwrap();
        actions(own, &mut text);
        writeln!(text, "\n### Observation of {kind}\n\n{} numbers; {} with everything.", own.size, all.size)
            .unwrap();
        for array in &all.arrays {
            let shape: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
            let at = if own.array(array.name).is_some() {
                format!("from number {} on", array.offset)
            } else {
                "with `everything` alone, behind all others".to_owned()
            };
            let (name, dtype, shape) = (array.name, array.dtype, shape.join(" × "));
            writeln!(text, "\n`{name}`: {shape}, `{dtype}`, {at}; {}.\n", array.about).unwrap();
            channels(array, &mut text);
        }
    }
    text
}

#[test]
fn the_documented_tables_are_the_layouts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/encodings.md");
    let text = std::fs::read_to_string(&path).expect("docs/encodings.md");
    let begin = text.find(BEGIN.trim_end()).expect("the mark before the tables");
    let expected = generated();
    if text[begin..] == expected {
        return;
    }
    if std::env::var_os("NEULAND_BLESS").is_some() {
        std::fs::write(&path, format!("{}{expected}", &text[..begin])).expect("it can be written");
        return;
    }
    panic!(
        "the tables of docs/encodings.md are not those of the layouts; `NEULAND_BLESS=1 cargo test -p encode --test it docs::` \
         rewrites them: read the difference, since it changes what numbers mean"
    );
}
