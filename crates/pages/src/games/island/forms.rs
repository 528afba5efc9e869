//! Actions of both games that are put together from the fields of a form.

use super::table::Island;
use crate::model::forms::{Fields, field};
use ::catan::Kind;

/// All values of a field, in one line.
pub(crate) fn all(fields: &Fields, name: &str) -> String {
    let values = fields.iter().filter(|(field, _)| field == name);
    values.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ")
}

/// Assembles an action about trade or discarded cards from a form: `give-wool=1`, `want-brick=2`, `to=B`, `to=C` for `offer`,
/// `counter` and `propose`; `discard-ore=2` for `discard`, and likewise for `give` and `take`. Fields left empty become `nothing`
/// or `nobody` in the text, so that the rules can answer. Returns `None` for any other verb.
pub(crate) fn action<R: Island>(verb: &str, fields: &Fields) -> Option<String> {
    let cards = |prefix: &str| {
        let cards: Vec<String> = R::Kind::KINDS
            .iter()
            .filter_map(|kind| {
                let count = field(fields, &format!("{prefix}-{kind}"))?.trim();
                (!matches!(count, "" | "0")).then(|| format!("{count} {kind}"))
            })
            .collect();
        if cards.is_empty() { "nothing".to_owned() } else { cards.join(" ") }
    };
    Some(match verb {
        "offer" => {
            let to = all(fields, "to");
            let to = if to.is_empty() { "nobody" } else { &to };
            format!("offer {} for {} to {to}", cards("give"), cards("want"))
        }
        "counter" | "propose" => format!("{verb} {} for {}", cards("give"), cards("want")),
        "discard" | "give" | "take" => format!("{verb} {}", cards(verb)),
        _ => return None,
    })
}
