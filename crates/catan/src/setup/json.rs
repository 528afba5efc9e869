//! The JSON forms of a setup's parts.

use super::Setup;
use crate::seats::{PerSeat, SEATS};
use crate::{EdgeSet, Layout, VertexId, VertexSet};
use game::{BySeat, Seat};
use serde::{Deserialize, Serialize};

/// The island as `"beginner"`, as a layout's text, or `null`.
pub(crate) mod board {
    use super::{Deserialize, Layout};
    use serde::{Deserializer, Serializer};
    use std::borrow::Cow;

    pub(crate) fn serialize<S: Serializer>(board: &Option<Layout>, serializer: S) -> Result<S::Ok, S::Error> {
        match board {
            None => serializer.serialize_none(),
            Some(layout) if *layout == Layout::beginner() => serializer.serialize_str("beginner"),
            Some(layout) => serializer.collect_str(layout),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Layout>, D::Error> {
        match <Option<Cow<'de, str>>>::deserialize(deserializer)? {
            None => Ok(None),
            Some(text) if text == "beginner" => Ok(Some(Layout::beginner())),
            Some(text) => text.parse().map(Some).map_err(serde::de::Error::custom),
        }
    }
}

/// One value a seat as an object, seats with the default left out.
pub(crate) mod by_seat {
    use super::{BySeat, Deserialize, PerSeat, SEATS, Seat, Serialize};
    use serde::{Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(crate) fn serialize<S: Serializer, T: Serialize + Default + PartialEq>(
        values: &PerSeat<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(values.iter().filter(|(_, value)| **value != T::default()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default + Copy>(
        deserializer: D,
    ) -> Result<PerSeat<T>, D::Error> {
        let mut values = BySeat([T::default(); SEATS]);
        for (seat, value) in BTreeMap::<Seat, T>::deserialize(deserializer)? {
            if seat.index() >= SEATS {
                return Err(serde::de::Error::custom(format!(
                    "seat {seat} is not one of catan's seats A to D"
                )));
            }
            values[seat] = value;
        }
        Ok(values)
    }
}

pub(crate) mod vertices {
    use super::{Deserialize, VertexId, VertexSet};
    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(set: &VertexSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*set)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VertexSet, D::Error> {
        Ok(Vec::<VertexId>::deserialize(deserializer)?.into_iter().collect())
    }
}

pub(crate) mod paths {
    use super::{Deserialize, EdgeSet, Setup};
    use serde::{Deserializer, Serializer};
    use std::borrow::Cow;

    pub(crate) fn serialize<S: Serializer>(set: &EdgeSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*set)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<EdgeSet, D::Error> {
        let mut set = EdgeSet::EMPTY;
        for text in Vec::<Cow<'de, str>>::deserialize(deserializer)? {
            set = set | Setup::chain(&text).map_err(serde::de::Error::custom)?;
        }
        Ok(set)
    }
}
