//! The faults that the description of a tile can have.

use std::fmt;

/// A fault in the description of a tile. Text form: a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the fields are the words of the sentences below
pub enum TileError {
    /// An edge is neither field nor road nor city.
    Terrain { terrain: String },
    /// A segment is not called by the letter of its kind and a number.
    Name { segment: String, letter: char },
    /// Two segments have the same name.
    NameTwice { segment: String },
    /// A segment reaches an edge that there is not.
    NoEdge { segment: String, edge: String },
    /// A field touches a half that there is not.
    NoHalf { segment: String, half: String },
    /// A city reaches no edge.
    Closed { segment: String },
    /// More symbols than a segment may have.
    Symbols { segment: String, symbols: u32, most: u32 },
    /// Goods that there are not.
    Good { good: String },
    /// More than one goods symbol.
    Goods,
    /// A tile has both a monastery and a farm.
    MonasteryAndFarm,
    /// More segments than a tile may have.
    Segments { segments: usize, most: usize },
    /// A contact that belongs to no segment or to several.
    Contact { contact: &'static str, claims: Vec<String> },
    /// The segments at an edge are not those that its terrain asks for.
    Edge { edge: &'static str, terrain: String },
    /// A road that neither runs through nor ends at something on the tile.
    RoadEnd { road: String, contacts: usize, end: Option<String> },
    /// A bridge that the other road does not name.
    Bridge { road: String, other: String },
    /// A road that ends between fields that there are not.
    NoField { road: String, field: String },
    /// A junction of one or two roads, or of more than four.
    Junction { roads: usize },
    /// Two segments that cross without a bridge.
    Crossing { one: String, other: String },
    /// A field that borders a city that there is not.
    NoCity { field: String, city: String },
    /// A field that names a city twice.
    CityTwice { field: String, city: String },
    /// A field without a contact that is not enclosed by cities.
    NotEnclosed { field: String },
    /// A field that is called interior and touches an edge.
    NotInterior { field: String },
    /// A field that names other cities than those that it touches.
    Borders { field: String, named: Vec<String>, derived: Vec<String> },
    /// Symbols or buildings that the box does not have.
    NotInBox { what: &'static str },
    /// An id that is no short word of capital letters, digits and hyphens.
    Id { id: String },
    /// An id that a kind of the box has.
    IdTaken { id: String },
    /// A tile that looks like a kind of the box.
    Twin { twin: String },
}

/// `c1 and c2`, or `none`.
fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(" and ") }
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TileError::*;
        match self {
            Terrain { terrain } => write!(f, "an edge is field, road or city, not {terrain:?}"),
            Name { segment, letter } => write!(f, "{segment:?} must be called {letter}1 to {letter}9"),
            NameTwice { segment } => write!(f, "two segments are called {segment}"),
            NoEdge { segment, edge } => write!(f, "{segment} reaches {edge:?}; the edges are N, E, S and W"),
            NoHalf { segment, half } => {
                write!(f, "{segment} touches {half:?}; the halves are Nw, Ne, En, Es, Se, Sw, Ws and Wn")
            }
            Closed { segment } => write!(f, "{segment} reaches no edge"),
            Symbols { segment, symbols, most } => {
                write!(f, "{segment} has {symbols} symbols; there may be {most}")
            }
            Good { good } => write!(f, "goods are wine, grain or cloth, not {good:?}"),
            Goods => f.write_str("there is more than one goods symbol"),
            MonasteryAndFarm => {
                f.write_str("there is a monastery and a farm; a tile has at most one of them")
            }
            Segments { segments, most } => write!(f, "it has {segments} segments; there may be {most}"),
            Contact { contact, claims } if claims.is_empty() => {
                write!(f, "{contact} belongs to no segment")
            }
            Contact { contact, claims } => write!(f, "{contact} belongs to {}; it must be one", list(claims)),
            Edge { edge, terrain } => write!(f, "the segments at edge {edge} do not make it a {terrain}"),
            RoadEnd { road, contacts: 1, end: None } => {
                write!(f, "{road} has one edge, so its end must be named")
            }
            RoadEnd { road, contacts: 1, end: Some(end) } => {
                write!(f, "{road} ends at {end:?}, which this tile does not have")
            }
            RoadEnd { road, contacts: 2, .. } => write!(f, "{road} runs through, so it has no end"),
            RoadEnd { road, contacts, .. } => {
                write!(f, "{road} has {contacts} edges; a road has one or two")
            }
            Bridge { road, other } => {
                write!(f, "{road} names {other} at a bridge, and {other} does not name {road}")
            }
            NoField { road, field } => write!(f, "{road} ends beside {field}, and there is no such field"),
            Junction { roads } => write!(f, "a junction has three or four roads, not {roads}"),
            Crossing { one, other } => write!(f, "{one} and {other} cross"),
            NoCity { field, city } => write!(f, "{field} borders {city}, and there is no such city"),
            CityTwice { field, city } => write!(f, "{field} names {city} twice"),
            NotEnclosed { field } => {
                write!(f, "{field} touches no edge, and is not marked interior between two cities")
            }
            NotInterior { field } => write!(f, "{field} is marked interior, but touches an edge"),
            Borders { field, named, derived } => {
                write!(f, "{field} names as its cities {}, but borders {}", list(named), list(derived))
            }
            NotInBox { what } => write!(f, "Mayflower has no {what}"),
            Id { id } => {
                write!(
                    f,
                    "the id {id:?} must be 1 to 12 capital letters, digits and hyphens, starting with a letter"
                )
            }
            IdTaken { id } => write!(f, "there is a kind {id} already"),
            Twin { twin } => write!(f, "it is the same tile as {twin}"),
        }
    }
}
