//! The browser's modules, several in one file: a page asks for one script instead of for thirty.
//!
//! The modules stay what they are, files that import each other by name, and work as they are (`NEULAND_WEB` of the browser
//! tests serves them so). Here an entry and all that it needs become one module: each file is a function that runs once, in the
//! order in which browsers run modules, and gives what it exports.
//!
//! Only what our own modules use is understood: one import or export a line, by name, and no exported variable that changes.
//! Everything else panics when the program first serves a page, so every test does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Returns an entry module and all modules that it needs as one module. `source` returns the text of a file.
///
/// # Panics
/// If a module uses syntax that the linker does not support, or two modules need each other.
pub fn link<'a>(entry: &'a str, source: &dyn Fn(&str) -> &'a str) -> String {
    let mut linked = Linked { source, done: BTreeMap::new(), text: String::new() };
    linked.add(entry);
    // By these names tests find the modules that run in a page.
    let names: Vec<String> = linked.done.keys().map(|name| variable(name)).collect();
    writeln!(linked.text, "export {{ {} }};", names.join(", ")).expect("a string");
    linked.text
}

struct Linked<'s, 'a> {
    source: &'s dyn Fn(&str) -> &'a str,
    /// The modules met so far, and whether each is written already.
    done: BTreeMap<&'a str, bool>,
    text: String,
}

impl<'a> Linked<'_, 'a> {
    /// Writes a module after the modules that it needs.
    fn add(&mut self, name: &'a str) {
        match self.done.get(name) {
            Some(true) => return,
            Some(false) => panic!("{name} needs itself, through what it imports"),
            None => self.done.insert(name, false),
        };
        let source = (self.source)(name);
        let (mut imports, mut body, mut exports) = (String::new(), String::new(), Vec::new());
        for line in code(source) {
            if line.starts_with("import ") {
                let (names, from) = imported(line).unwrap_or_else(|| panic!("{name}: {line}"));
                self.add(from);
                if !names.is_empty() {
                    let names = names.replace(" as ", ": ");
                    writeln!(imports, "const {{ {names} }} = {};", variable(from)).expect("a string");
                }
                continue;
            }
            if let Some(declared) = line.strip_prefix("export ") {
                exports.push(exported(declared).unwrap_or_else(|| panic!("{name}: {line}")));
            }
            body += line.strip_prefix("export ").unwrap_or(line);
            body.push('\n');
        }
        let (own, exports) = (variable(name), exports.join(", "));
        writeln!(self.text, "const {own} = (() => {{\n{imports}{body}return {{ {exports} }};\n}})();")
            .expect("a string");
        self.done.insert(name, true);
    }
}

/// Returns the variable that holds a module.
fn variable(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace('-', "_"))
}

/// Returns the names and the file of `import { a, b as c } from "./x.js";`; of `import "./x.js";` no names.
fn imported(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("import ")?.strip_suffix("\";")?;
    let (names, file) = rest.split_once("\"./")?;
    if names.is_empty() {
        return Some(("", file));
    }
    Some((names.strip_prefix("{ ")?.strip_suffix(" } from ")?, file))
}

/// Returns the name that `function a(…) {`, `const a = …` or `class A {` declares.
fn exported(declared: &str) -> Option<&str> {
    let kinds = ["function ", "async function ", "function* ", "const ", "class "];
    let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$')?;
    (end > 0).then(|| &rest[..end])
}

/// Returns the lines of a module, except lines that are only comments. Leaves a text over several lines as it is.
fn code(source: &str) -> impl Iterator<Item = &str> {
    let (mut in_comment, mut in_text) = (false, false);
    source.lines().filter(move |line| {
        let start = line.trim_start();
        if in_comment {
            in_comment = !line.contains("*/");
            return false;
        }
        if !in_text {
            if start.is_empty() || start.starts_with("//") {
                return false;
            }
            if start.starts_with("/*") {
                let after = line.split_once("*/").map(|(_, after)| after.trim());
                in_comment = after.is_none();
                // A type before an expression stands in its line.
                if in_comment || after == Some("") {
                    return false;
                }
            }
        }
        in_text ^= line.matches('`').count() % 2 == 1;
        true
    })
}

#[cfg(test)]
mod tests {
    use super::link;

    fn linked(files: &[(&'static str, &'static str)]) -> String {
        let source = |name: &str| files.iter().find(|(known, _)| *known == name).expect("a file").1;
        link(files[0].0, &source)
    }

    #[test]
    fn each_module_runs_once_after_those_that_it_needs() {
        let text = linked(&[
            (
                "app.js",
                "// Begins.\nimport \"./a.js\";\nimport { one, two as deux } from \"./b.js\";\none(deux);\n",
            ),
            ("a.js", "import { one } from \"./b.js\";\none();\n"),
            (
                "b.js",
                "/**\n * Counts.\n */\nexport function one() {}\n\nexport const two = `\n// told\n`;\nexport class Three {}\n",
            ),
        ]);
        assert_eq!(
            text,
            "const $b = (() => {\nfunction one() {}\nconst two = `\n// told\n`;\nclass Three {}\nreturn { one, two, Three };\n})();\n\
             const $a = (() => {\nconst { one } = $b;\none();\nreturn {  };\n})();\n\
             const $app = (() => {\nconst { one, two: deux } = $b;\none(deux);\nreturn {  };\n})();\n\
             export { $a, $app, $b };\n"
        );
    }

    #[test]
    #[should_panic(expected = "a.js needs itself")]
    fn modules_that_need_each_other_are_refused() {
        linked(&[("a.js", "import { b } from \"./b.js\";\n"), ("b.js", "import { a } from \"./a.js\";\n")]);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in [
            "export let shown = 1;",
            "export default 1;",
            "export { a };",
            "import a from \"./a.js\";",
            "import { a,",
            "import * as a from \"./a.js\";",
        ] {
            let file: &'static str = Box::leak(line.to_owned().into_boxed_str());
            let refused = std::panic::catch_unwind(|| linked(&[("app.js", file), ("a.js", "")]));
            assert!(refused.is_err(), "{line}");
        }
    }
}
