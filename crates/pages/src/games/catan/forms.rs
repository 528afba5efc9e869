//! Actions that are put together from the fields of a form.

use crate::games::island::forms;
use crate::model::forms::{Fields, field};
use ::catan::Base;

/// Assembles the action that a form sends: trade and discards as in both games on the island, and `card-1=ore`, `card-2=wool` for
/// `year-of-plenty`.
pub(crate) fn action(verb: &str, fields: &Fields) -> String {
    match verb {
        "year-of-plenty" => {
            let card = |name| field(fields, name).unwrap_or_default();
            format!("{verb} {} {}", card("card-1"), card("card-2"))
        }
        _ => forms::action::<Base>(verb, fields).unwrap_or_else(|| verb.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_ended_actions_are_put_together() {
        for (pairs, text) in [
            (&[("action", "road P25"), ("give-ore", "3")][..], "road P25"),
            (&[("action", "offer")], "offer nothing for nothing to nobody"),
            (
                &[("action", "offer"), ("to", "B"), ("give-ore", "1"), ("want-wool", " 2 "), ("to", "D")],
                "offer 1 ore for 2 wool to B D",
            ),
            (&[("action", "counter"), ("give-ore", "x"), ("want-wool", "2")], "counter x ore for 2 wool"),
            (&[("action", "propose"), ("give-ore", "1")], "propose 1 ore for nothing"),
            (&[("discard-brick", "2"), ("discard-ore", "1"), ("action", "discard")], "discard 2 brick 1 ore"),
            (&[("action", "year-of-plenty"), ("card-1", "ore"), ("card-2", "ore")], "year-of-plenty ore ore"),
            (&[("action", "year-of-plenty"), ("card-2", "ore")], "year-of-plenty  ore"),
            (&[("action", "discard 2 ore")], "discard 2 ore"),
        ] {
            let fields: Vec<(String, String)> =
                pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let verb = field(&fields, "action").expect("a verb");
            assert_eq!(action(verb, &fields), text);
        }
    }
}
