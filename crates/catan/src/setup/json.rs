//! The JSON forms of a setup's parts.

use super::Setup;
use crate::{EdgeSet, Layout};
use game::ParseError;
use serde::Deserialize;

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

pub(crate) mod paths {
    use super::{Deserialize, EdgeSet, ParseError, Setup};
    use serde::{Deserializer, Serializer};
    use std::borrow::Cow;

    pub(crate) fn serialize<S: Serializer>(set: &EdgeSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*set)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<EdgeSet, D::Error> {
        let mut set = EdgeSet::EMPTY;
        for text in Vec::<Cow<'de, str>>::deserialize(deserializer)? {
            let chain = Setup::chain(&text).map_err(serde::de::Error::custom)?;
            if let Some(twice) = (set & chain).nth(0) {
                return Err(serde::de::Error::custom(ParseError::twice(twice)));
            }
            set = set | chain;
        }
        Ok(set)
    }
}
