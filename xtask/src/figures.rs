//! The recorded instruction counts in `docs/speed.md`: written by `--record`, and compared by a test.

use crate::{MEASURED, files, root};
use std::fs;
use std::path::PathBuf;

/// The marks around the table in the document.
const BEGIN: &str = "<!-- the records, written by `cargo xtask instructions --record` -->\n";
const END: &str = "<!-- end of the records -->\n";

fn document() -> PathBuf {
    root().join("docs/speed.md")
}

/// Writes the table of the records into the document.
pub(crate) fn write() -> Result<(), String> {
    let path = document();
    let text = files::text(&path)?;
    fs::write(&path, with_records(&text)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// The document with the table of the records between its marks.
fn with_records(text: &str) -> Result<String, String> {
    let (before, rest) = text.split_once(BEGIN).ok_or("docs/speed.md has no mark for the records")?;
    let (_, after) = rest.split_once(END).ok_or("docs/speed.md has no mark for the end of the records")?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table()?))
}

/// A row for each workload of each record: `list 268.2` under `# Instructions per action …`.
fn table() -> Result<String, String> {
    let mut table = "| crate | workload | instructions | of |\n|---|---|---|---|\n".to_owned();
    for package in MEASURED {
        let path = root().join("crates").join(package).join("benches/instructions.txt");
        let record = files::text(&path)?;
        let unit = record.strip_prefix("# Instructions per ").and_then(|rest| rest.split(' ').next());
        let unit = unit.ok_or_else(|| format!("{} does not say of what", path.display()))?;
        for line in record.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [workload, instructions] = fields[..] else {
                return Err(format!("{}: `{line}` is no workload and its count", path.display()));
            };
            let count: f64 = instructions.parse().map_err(|_| format!("`{instructions}` is no count"))?;
            table += &format!("| {package} | {workload} | {} | {unit} |\n", thousands(count.round() as u64));
        }
    }
    Ok(table)
}

/// `62133` as `62,133`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_the_recorded_figures() {
        let text = fs::read_to_string(document()).expect("it is there");
        assert_eq!(with_records(&text).as_deref(), Ok(&text[..]), "cargo xtask instructions --record");
    }

    #[test]
    fn thousands_are_told_apart() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
