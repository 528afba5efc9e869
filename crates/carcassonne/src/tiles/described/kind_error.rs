//! Faults of descriptions as the options tell them: by name, with the words of the sentence, for every language.

use super::TileError;
use game::options::KindError;

/// A fault as it is told.
pub(crate) fn kind_error(fault: &TileError) -> KindError {
    let (name, args) = parts(fault);
    KindError { name, args, message: fault.to_string() }
}

/// Names in a list; the word `none` where there is none.
fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

type Args = Vec<(&'static str, String)>;

fn parts(fault: &TileError) -> (&'static str, Args) {
    use TileError::*;
    macro_rules! args {
        ($($name:ident: $value:expr),*) => { vec![$((stringify!($name), $value.to_string())),*] };
    }
    match fault {
        Terrain { terrain } => ("terrain", args!(terrain: terrain)),
        Name { segment, letter } => ("name", args!(segment: segment, letter: letter)),
        NameTwice { segment } => ("name-twice", args!(segment: segment)),
        NoEdge { segment, edge } => ("no-edge", args!(segment: segment, edge: edge)),
        NoHalf { segment, half } => ("no-half", args!(segment: segment, half: half)),
        Closed { segment } => ("closed", args!(segment: segment)),
        Symbols { segment, symbols, most } => {
            ("symbols", args!(segment: segment, symbols: symbols, most: most))
        }
        Good { good } => ("good", args!(good: good)),
        Goods => ("goods", args!()),
        MonasteryAndFarm => ("monastery-and-farm", args!()),
        Segments { segments, most } => ("segments", args!(segments: segments, most: most)),
        Contact { contact, claims } if claims.is_empty() => ("contact-free", args!(contact: contact)),
        Contact { contact, claims } => ("contact-claims", args!(contact: contact, claims: list(claims))),
        Edge { edge, terrain } => ("edge", args!(edge: edge, terrain: terrain)),
        RoadEnd { road, contacts: 1, end: None } => ("road-no-end", args!(road: road)),
        RoadEnd { road, contacts: 1, end: Some(end) } => ("road-end", args!(road: road, end: end)),
        RoadEnd { road, contacts: 2, .. } => ("road-through", args!(road: road)),
        RoadEnd { road, contacts, .. } => ("road-edges", args!(road: road, contacts: contacts)),
        Bridge { road, other } => ("bridge", args!(road: road, other: other)),
        NoField { road, field } => ("no-field", args!(road: road, field: field)),
        Junction { roads } => ("junction", args!(roads: roads)),
        Crossing { one, other } => ("crossing", args!(one: one, other: other)),
        NoCity { field, city } => ("no-city", args!(field: field, city: city)),
        CityTwice { field, city } => ("city-twice", args!(field: field, city: city)),
        NotEnclosed { field } => ("not-enclosed", args!(field: field)),
        NotInterior { field } => ("not-interior", args!(field: field)),
        Borders { field, named, derived } => {
            ("borders", args!(field: field, named: list(named), derived: list(derived)))
        }
        NotInBox { what } => ("not-in-box", args!(what: what.replace(' ', "-"))),
        Id { id } => ("id", args!(id: id)),
        IdTaken { id } => ("id-taken", args!(id: id)),
        Twin { twin } => ("twin", args!(twin: twin)),
    }
}
