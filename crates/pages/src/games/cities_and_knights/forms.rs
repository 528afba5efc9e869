//! Actions that are put together from the fields of a form.

use crate::games::island::forms;
use crate::model::forms::{Fields, field};
use ::catan::cities_and_knights::Knights;

/// The action that a form sends: the trade forms of the base game; `give-wool=1` for `give`, `take-ore=2` for `take`;
/// `red=6`, `other=1` for `play alchemist`; `knight=I3`, `knight=I7` for `fight`.
pub(crate) fn action(verb: &str, fields: &Fields) -> String {
    match verb {
        "play alchemist" => {
            let die = |name| field(fields, name).unwrap_or_default();
            format!("{verb} {} {}", die("red"), die("other"))
        }
        "fight" => {
            let knights = forms::all(fields, "knight");
            format!("{verb} {}", if knights.is_empty() { "none" } else { &knights })
        }
        _ => forms::action::<Knights>(verb, fields).unwrap_or_else(|| verb.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_ended_actions_are_put_together() {
        for (pairs, text) in [
            (&[("action", "move I3 to I9"), ("give-ore", "3")][..], "move I3 to I9"),
            (&[("action", "give"), ("give-ore", "1"), ("give-cloth", "1")], "give 1 ore 1 cloth"),
            (&[("action", "give")], "give nothing"),
            (&[("action", "give paper"), ("give-ore", "1")], "give paper"),
            (&[("action", "take"), ("take-coin", "2"), ("take-ore", "0")], "take 2 coin"),
            (&[("action", "take ore")], "take ore"),
            (&[("action", "discard"), ("discard-paper", "3")], "discard 3 paper"),
            (
                &[("action", "offer"), ("to", "C"), ("give-coin", "1"), ("want-wool", "2")],
                "offer 1 coin for 2 wool to C",
            ),
            (&[("action", "play alchemist"), ("red", "6"), ("other", "1")], "play alchemist 6 1"),
            (&[("action", "play alchemist")], "play alchemist  "),
            (&[("action", "fight"), ("knight", "I3"), ("knight", "I7")], "fight I3 I7"),
            (&[("action", "fight")], "fight none"),
        ] {
            let fields: Vec<(String, String)> =
                pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let verb = field(&fields, "action").expect("a verb");
            assert_eq!(action(verb, &fields), text);
        }
    }
}
