//! The tables of the tiles, as the build script writes them.

use super::{Good, RoadEnd, Segment, SegmentData, SegmentKind, SegmentSet, Shape, Tile};

#[cfg(not(test))]
include!(concat!(env!("OUT_DIR"), "/tables.rs"));
#[cfg(test)]
include!(concat!(env!("OUT_DIR"), "/tables_of_tests.rs"));
