//! Suggestions for a mistyped name.

/// At most five of `names`, nearest first, that a slip or two away from `typed`; case does not count.
pub(crate) fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = typed.to_ascii_lowercase();
    // A short name is soon another one altogether.
    let slips = (typed.chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .map(|name| (slips_between(&typed, &name.to_ascii_lowercase()), name))
        .filter(|&(distance, _)| distance <= slips)
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    // Beside a name that is one slip away, those further off are no help.
    let best = near.first().map_or(0, |&(distance, _)| distance);
    near.into_iter().filter(|&(distance, _)| distance == best).map(|(_, name)| name).take(5).collect()
}

/// The edit distance: the number of letters to insert, delete or replace to turn one word into the other.
fn slips_between(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name() {
        let names = ["catan", "carcassonne", "mayflower", "CATAN-ROB-5", "CATAN-ROB-6", "CATAN-SETT-1"];
        assert_eq!(nearest("cattan", names), ["catan"]);
        assert_eq!(nearest("catan-rob5", names), ["CATAN-ROB-5"]);
        assert_eq!(nearest("CATAN-ROB-7", names), ["CATAN-ROB-5", "CATAN-ROB-6"]);
        assert_eq!(nearest("carcasonne", names), ["carcassonne"]);
        assert!(nearest("chess", names).is_empty());
        assert!(nearest("", names).is_empty());
    }

    #[test]
    fn slips_are_counted() {
        for (a, b, slips) in [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("über", "ober", 1)] {
            assert_eq!(slips_between(a, b), slips, "{a} {b}");
            assert_eq!(slips_between(b, a), slips, "{b} {a}");
        }
    }
}
