//! The rules of Carcassonne, of Traders & Builders and of Mayflower, exact and fast.

#![forbid(unsafe_code)]

pub mod tiles;
pub mod cell;

pub use cell::{Cell, Place};
pub use tiles::{
    Good, Kinds, RoadEnd, Rotation, RotationSet, Segment, SegmentData, SegmentKind, SegmentSet, Terrain,
    TileKind,
};
