//! Checks of the manifests: of the workspace's own packages, and of everything that they depend on.

use crate::machine::answers;
use crate::manifests::{self, list, text};
use crate::{cargo, files};
use serde_json::Value;
use std::process::Command;

/// Every own package is described; every dependency of one has its reason in docs/dependencies.md, comes from the registry, under
/// a licence of `deny.toml`, and builds with the oldest Rust that the workspace promises. `cargo deny` looks too, where it is installed.
pub(crate) fn check() -> Result<(), String> {
    let metadata = manifests::metadata()?;
    let deny = files::text("deny.toml")?;
    let reasons = files::text("docs/dependencies.md")?;
    let mut faults = faults(&metadata, &allowed(&deny));
    faults.extend(unexplained(&metadata, &reasons));
    for fault in &faults {
        eprintln!("{fault}");
    }
    if !faults.is_empty() {
        return Err(format!("{} faults in manifests", faults.len()));
    }
    println!("{} packages", list(&metadata, "packages").len());
    if answers("cargo-deny") {
        // Advisories are looked up on the network, and change without the workspace: they are no part of this.
        return cargo(&["deny", "--offline", "check", "licenses", "bans", "sources"]);
    }
    Ok(())
}

fn faults(metadata: &Value, allowed: &[String]) -> Vec<String> {
    let is_own = |package: &Value| is_own(metadata, package);
    let packages = list(metadata, "packages");
    let oldest =
        packages.iter().filter(|package| is_own(package)).map(|own| version(text(own, "rust_version"))).min();
    let oldest = oldest.unwrap_or_default();
    let mut faults = Vec::new();
    if oldest > installed() {
        faults.push(format!("the workspace promises Rust {oldest:?}, which is newer than the installed one"));
    }
    for package in packages {
        let name = format!("{} {}", text(package, "name"), text(package, "version"));
        let licence = text(package, "license");
        let mut fault = |what: String| faults.push(format!("{name}: {what}"));
        if !is_allowed(licence, allowed) {
            fault(format!("its licence, `{licence}`, is not allowed by deny.toml"));
        }
        if is_own(package) {
            if text(package, "name") != "xtask" {
                for key in ["keywords", "categories"] {
                    if list(package, key).is_empty() {
                        fault(format!("it has no {key}"));
                    }
                }
            }
            if text(package, "description").is_empty() {
                fault("it has no description".into());
            }
            if version(text(package, "rust_version")) != oldest {
                fault("its rust-version is not the workspace's".into());
            }
        } else {
            if !text(package, "source").starts_with("registry+https://github.com/rust-lang/crates.io-index") {
                fault(format!("it comes from `{}`", text(package, "source")));
            }
            if version(text(package, "rust_version")) > oldest {
                fault(format!(
                    "it needs Rust {}, the workspace promises less",
                    text(package, "rust_version")
                ));
            }
        }
    }
    faults
}

/// Whether a package belongs to the workspace.
fn is_own(metadata: &Value, package: &Value) -> bool {
    list(metadata, "workspace_members").contains(&package["id"])
}

/// The dependencies of own packages that no row of docs/dependencies.md names. A row begins with its packages,
/// separated by commas, with remarks in parentheses.
fn unexplained(metadata: &Value, reasons: &str) -> Vec<String> {
    let rows = reasons.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let words = rows.flat_map(|packages| packages.split([' ', ',', '(', ')', ':']));
    let explained: Vec<&str> = words.collect();
    let packages = list(metadata, "packages").iter().filter(|package| is_own(metadata, package));
    let mut missing: Vec<String> = packages
        .flat_map(|package| list(package, "dependencies"))
        .filter(|dependency| dependency["path"].is_null() && !explained.contains(&text(dependency, "name")))
        .map(|dependency| format!("docs/dependencies.md gives no reason for {}", text(dependency, "name")))
        .collect();
    missing.sort();
    missing.dedup();
    missing
}

/// `1.90` or `1.90.0` as numbers; nothing is older than everything.
fn version(text: &str) -> [u32; 3] {
    let mut parts = text.split('.').map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

/// The version of the compiler that is used here.
fn installed() -> [u32; 3] {
    let output = Command::new("rustc").arg("--version").output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    version(said.split([' ', '-']).nth(1).unwrap_or_default())
}

/// The licences in the list `allow` of `deny.toml`.
fn allowed(deny: &str) -> Vec<String> {
    let list = deny
        .split_once("\nallow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(list, _)| list);
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression is allowed: of `A OR B` one, of `A AND B` both. `A/B` is an old way to write `A OR B`.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words, at: 0, allowed };
    let holds = parser.any();
    holds && parser.at == words.len()
}

struct Parser<'a> {
    words: &'a [&'a str],
    at: usize,
    allowed: &'a [String],
}

impl Parser<'_> {
    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at) == Some(&word);
        self.at += usize::from(is_next);
        is_next
    }

    fn any(&mut self) -> bool {
        let mut holds = self.all();
        while self.takes("OR") {
            holds |= self.all();
        }
        holds
    }

    fn all(&mut self) -> bool {
        let mut holds = self.one();
        while self.takes("AND") {
            holds &= self.one();
        }
        holds
    }

    fn one(&mut self) -> bool {
        if self.takes("(") {
            let holds = self.any();
            return self.takes(")") && holds;
        }
        // Where a word is missing, the end is overrun: the whole is then no expression.
        let Some(&licence) = self.words.get(self.at) else {
            self.at = self.words.len() + 1;
            return false;
        };
        self.at += 1;
        let licence = match self.takes("WITH").then(|| self.words.get(self.at)).flatten() {
            Some(exception) => {
                self.at += 1;
                format!("{licence} WITH {exception}")
            }
            None => licence.to_owned(),
        };
        self.allowed.contains(&licence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn some() -> Vec<String> {
        allowed(
            "[licenses]\nallow = [\n  \"MIT\",\n  \"Zlib\", \"Apache-2.0 WITH LLVM-exception\"\n]\nother = [\"GPL-3.0\"]\n",
        )
    }

    #[test]
    fn every_dependency_of_an_own_package_needs_a_row() {
        let reasons = "| crate | where | why |\n|---|---|---|\n| axum, rusqlite (bundled) | server | HTTP; not hyper |\n";
        let uses = |names: &[&str]| {
            let list: Vec<Value> = names.iter().map(|name| json!({ "name": name, "path": null })).collect();
            let own = json!({ "id": "own", "dependencies": list });
            let foreign = json!({ "id": "foreign", "dependencies": [{ "name": "unseen", "path": null }] });
            unexplained(&json!({ "workspace_members": ["own"], "packages": [own, foreign] }), reasons)
        };
        assert!(uses(&["axum", "rusqlite"]).is_empty());
        assert_eq!(uses(&["hyper", "axum"]), ["docs/dependencies.md gives no reason for hyper"]);
    }

    #[test]
    fn expressions_are_read_as_spdx_means_them() {
        let allowed = some();
        for good in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/GPL-3.0",
            "(GPL-3.0 OR Zlib) AND MIT",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_allowed(good, &allowed), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "Apache-2.0",
            "(MIT",
            "MIT MIT",
            "MIT OR",
            "(GPL-3.0 OR MIT) AND GPL-3.0",
        ] {
            assert!(!is_allowed(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn each_fault_of_a_manifest_is_told() {
        let own = json!({"id": "a", "name": "a", "version": "0.1.0", "license": "MIT", "rust_version": "1.80",
            "description": "a", "keywords": ["a"], "categories": ["games"]});
        let other = json!({"id": "b", "name": "b", "version": "1.0.0", "license": "MIT", "rust_version": "1.79.1",
            "source": "registry+https://github.com/rust-lang/crates.io-index"});
        let told = |own: &Value, other: &Value| {
            faults(&json!({"workspace_members": ["a"], "packages": [own, other]}), &some()).len()
        };
        assert_eq!(told(&own, &other), 0);
        let with = |package: &Value, key: &str, value: Value| {
            let mut package = package.clone();
            package[key] = value;
            package
        };
        for (key, value) in [
            ("license", json!("GPL-3.0")),
            ("rust_version", json!("1.80.1")),
            ("source", json!("git+https://b.example")),
        ] {
            assert_eq!(told(&own, &with(&other, key, value)), 1, "{key}");
        }
        for key in ["description", "keywords", "categories"] {
            assert_eq!(told(&with(&own, key, Value::Null), &other), 1, "{key}");
        }
        assert!(told(&with(&own, "rust_version", json!("99.0")), &other) > 0);
    }
}
