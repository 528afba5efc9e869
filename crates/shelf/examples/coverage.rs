//! Says which clauses of Catan no case and no test cites yet: `cargo run -p shelf --example coverage`.

use shelf::coverage::{coverage, test_part};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let catan = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catan");
    let mut texts = Vec::new();
    for folder in ["tests", "tests/clauses", "src", "src/options", "src/rules"] {
        for entry in std::fs::read_dir(catan.join(folder))? {
            let path = entry?.path();
            if !path.is_file() {
                continue;
            }
            let text = std::fs::read_to_string(&path)?;
            let text = if folder.starts_with("src") { test_part(&text).to_owned() } else { text };
            texts.push((path.display().to_string(), text));
        }
    }
    let exempt = ["CATAN-TERM", "CATAN-COV", "CATAN-OPT", "CATAN-X56"];
    println!(
        "{}",
        coverage("catan", &exempt, texts.iter().map(|(place, text)| (place.as_str(), text.as_str())))
    );
    Ok(())
}
