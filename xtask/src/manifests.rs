//! Package metadata from cargo: the packages that a program links, and their licences.

use crate::{files, output};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The description of all packages.
pub(crate) fn metadata() -> Result<Value, String> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--quiet"];
    let text = output(Command::new("cargo").args(arguments))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

/// The names of the own packages.
pub(crate) fn own(metadata: &Value) -> BTreeSet<String> {
    let packages = list(metadata, "packages").iter().filter(|package| package["source"].is_null());
    packages.map(|package| text(package, "name").to_owned()).collect()
}

/// The packages that `package` links or is built with, itself among them; what is for tests alone does not count.
pub(crate) fn linked<'a>(metadata: &'a Value, package: &str) -> Vec<&'a Value> {
    let packages: BTreeMap<&str, &Value> =
        list(metadata, "packages").iter().map(|one| (text(one, "id"), one)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").iter().map(|node| (text(node, "id"), node)).collect();
    let is_first = |(_, one): &(&&str, &&Value)| text(one, "name") == package;
    let mut waiting: Vec<&str> = packages.iter().filter(is_first).map(|(id, _)| *id).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !found.insert(id) {
            continue;
        }
        let dependencies = nodes.get(id).map_or(&[][..], |node| list(node, "deps"));
        let is_linked = |one: &&Value| list(one, "dep_kinds").iter().any(|kind| kind["kind"] != "dev");
        waiting.extend(dependencies.iter().filter(is_linked).map(|one| text(one, "pkg")));
    }
    found.into_iter().filter_map(|id| packages.get(id).copied()).collect()
}

/// The font of the pages: its name, and its licence in the folder of the package that carries it.
const FONT: (&str, &str) = ("Barlow Semi Condensed", "fonts/OFL.txt");

/// The licences of the foreign packages that `package` links, and of the font: which there are, and each text once.
pub(crate) fn third_party(metadata: &Value, package: &str) -> Result<String, String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut all = format!("Libraries of others in {package}, and their licences.\n\n");
    for one in linked(metadata, package) {
        let folder = Path::new(text(one, "manifest_path")).parent().ok_or("a manifest lies in a folder")?;
        if one["source"].is_null() {
            let (name, licence) = FONT;
            if folder.join(licence).is_file() {
                let _ = writeln!(all, "{name}: OFL-1.1");
                texts
                    .entry(files::text(folder.join(licence))?.trim().to_owned())
                    .or_default()
                    .push(name.to_owned());
            }
            continue;
        }
        let name = format!("{} {}", text(one, "name"), text(one, "version"));
        let _ = writeln!(all, "{name}: {}", text(one, "license"));
        for text in licences(folder)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        let _ = write!(all, "\n{}\n{}\n\n{text}\n", "=".repeat(72), names.join(", "));
    }
    Ok(all)
}

/// The texts of licences and notices in the folder of a package.
fn licences(folder: &Path) -> Result<Vec<String>, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_licence = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let begins = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        path.is_file() && begins.iter().any(|word| name.starts_with(word))
    };
    let mut files: Vec<_> = files.flatten().map(|file| file.path()).filter(is_licence).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        files::text(path).map(|text| text.replace("\r\n", "\n").trim().to_owned())
    };
    files.iter().map(read).collect()
}

/// A text of a JSON object; empty where it has none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// A list of a JSON object; empty where it has none.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_for_tests_alone_is_not_linked() {
        let node = |id: &str, deps: &[(&str, Option<&str>)]| {
            let deps: Vec<Value> =
                deps.iter().map(|(id, kind)| json!({"pkg": id, "dep_kinds": [{"kind": kind}]})).collect();
            json!({"id": id, "deps": deps})
        };
        let names = ["m", "a", "b", "t"];
        let packages: Vec<Value> = names.iter().map(|name| json!({"id": name, "name": name})).collect();
        let (tests, build) = (("t", Some("dev")), ("b", Some("build")));
        let nodes =
            [node("m", &[("a", None), tests]), node("a", &[build, tests]), node("b", &[]), node("t", &[])];
        let metadata = json!({"packages": packages, "resolve": {"nodes": nodes}});
        let found: Vec<&str> = linked(&metadata, "m").into_iter().map(|one| text(one, "name")).collect();
        assert_eq!(found, ["a", "b", "m"]);
    }
}
