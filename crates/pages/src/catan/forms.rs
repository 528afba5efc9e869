//! Actions that are put together from the fields of a form.

use crate::forms::{Fields, field};
use catan::Resource;

/// The action that a form sends: `give-wool=1`, `want-brick=2`, `to=B`, `to=C` for `offer`, `counter` and `propose`;
/// `discard-ore=2` for `discard`; `card=ore`, `card=wool` for `year-of-plenty`. Where nothing was filled in the text
/// says `nothing` or `nobody`, so that the rules can answer.
pub(crate) fn action(verb: &str, fields: &Fields) -> String {
    let cards = |prefix: &str| {
        let cards: Vec<String> = Resource::ALL
            .into_iter()
            .filter_map(|kind| {
                let count = field(fields, &format!("{prefix}-{kind}"))?.trim();
                (!matches!(count, "" | "0")).then(|| format!("{count} {kind}"))
            })
            .collect();
        if cards.is_empty() { "nothing".to_owned() } else { cards.join(" ") }
    };
    let all = |name: &str| {
        let values = fields.iter().filter(|(field, _)| field == name);
        values.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ")
    };
    match verb {
        "offer" => {
            let to = all("to");
            let to = if to.is_empty() { "nobody" } else { &to };
            format!("offer {} for {} to {to}", cards("give"), cards("want"))
        }
        "counter" | "propose" => format!("{verb} {} for {}", cards("give"), cards("want")),
        "discard" => format!("discard {}", cards("discard")),
        "year-of-plenty" => format!("{verb} {}", all("card")),
        _ => verb.to_owned(),
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
            (&[("action", "year-of-plenty"), ("card", "ore"), ("card", "ore")], "year-of-plenty ore ore"),
            (&[("action", "discard 2 ore")], "discard 2 ore"),
        ] {
            let fields: Vec<(String, String)> =
                pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            let verb = field(&fields, "action").expect("a verb");
            assert_eq!(action(verb, &fields), text);
        }
    }
}
