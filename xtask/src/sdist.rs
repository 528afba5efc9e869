//! The source archive of the Python package: the crates that the module links, and nothing else.
//!
//! maturin alone would take along what the crates' tests depend on, and a lock file that does not fit what it took. So a tree with
//! smaller manifests is laid out first (`target/sdist/tree`), and maturin packs that.
//!
//! The archive holds no `.cargo/config.toml`: what is built from it runs on every processor of its kind.

use crate::manifests::{self, text};
use crate::{files, root, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package of the module.
const MODULE: &str = "neuland-python";

/// The sample game, which no release has: features of its name are there, and empty.
const SAMPLE: &str = "sample-game";

/// The licences of others, which go into the wheel.
pub(crate) const THIRD_PARTY: &str = "THIRD-PARTY.txt";

/// The files that the archive must have beside the crates.
const WANTED: &[&str] = &[
    "LICENSE-MIT",
    "LICENSE-APACHE",
    THIRD_PARTY,
    "README.md",
    "PKG-INFO",
    "Cargo.lock",
    "rulebook/tiles/base.json",
    "rulebook/boards/base.json",
];

/// The folders of a crate that it is built from, and the files.
const BUILT_FROM: &[&str] = &["src", "build", "build.rs"];

/// The archive, and where its files are: unpacked again, each as old as the file that it was made of.
pub(crate) struct Sources {
    pub(crate) archive: PathBuf,
    pub(crate) unpacked: PathBuf,
}

/// Makes the archive with this maturin, and unpacks it.
///
/// The unpacked files lie below the root, so cargo builds them with the settings of the workspace and shares what it has compiled:
/// paths in a workspace are relative to it. For that their ages must be those of the originals.
pub(crate) fn make(maturin: &Path) -> Result<Sources, String> {
    let folder = root().join("target/sdist");
    files::remove(&folder)?;
    let tree = folder.join("tree");
    let plan = Plan::new()?;
    lay_out(&tree, &plan)?;
    run(Command::new(maturin).args(["sdist", "--out"]).arg(&folder).current_dir(&tree))?;
    let archive = only_file(&folder, ".tar.gz")?;
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder))?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unpacked = folder.join(name.trim_end_matches(".tar.gz"));
    make_as_old(&unpacked, &tree)?;
    let faults = faults(&list(&unpacked)?, &plan.carried);
    if !faults.is_empty() {
        return Err(format!("{name}: {}", faults.join("; ")));
    }
    let size = archive.metadata().map_or(0, |file| file.len());
    println!("{name}: {:.1} MB", size as f64 / 1e6);
    Ok(Sources { archive, unpacked })
}

/// The one file of a folder whose name ends so.
pub(crate) fn only_file(folder: &Path, end: &str) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found =
        files.flatten().map(|file| file.path()).filter(|path| path.to_string_lossy().ends_with(end));
    match (found.next(), found.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(format!("{} has not one file *{end}", folder.display())),
    }
}

/// Lists the faults of the files of an archive that carries these crates.
fn faults(files: &[String], crates: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for &wanted in WANTED {
        if !files.iter().any(|file| file == wanted) {
            faults.push(format!("it has no {wanted}"));
        }
    }
    let there: BTreeSet<&str> =
        files.iter().filter_map(|file| file.strip_prefix("crates/")?.split('/').next()).collect();
    for name in crates {
        if name != MODULE && !there.contains(name.as_str()) {
            faults.push(format!("it lacks the crate {name}"));
        }
    }
    for name in there {
        if !crates.contains(name) {
            faults.push(format!("it carries the crate {name}, which the module does not link"));
        }
    }
    faults
}

/// The files below a folder, by their paths from there.
pub(crate) fn list(folder: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    each_file(folder, Path::new(""), &mut |path| {
        found.push(path.to_string_lossy().into_owned());
        Ok(())
    })?;
    Ok(found)
}

fn each_file(
    folder: &Path,
    below: &Path,
    with: &mut dyn FnMut(&Path) -> Result<(), String>,
) -> Result<(), String> {
    let here = folder.join(below);
    for entry in std::fs::read_dir(&here).map_err(|error| format!("{}: {error}", here.display()))?.flatten() {
        let path = below.join(entry.file_name());
        if entry.path().is_dir() { each_file(folder, &path, with)? } else { with(&path)? }
    }
    Ok(())
}

/// Gives each file of a folder the age of the file of the same path in another; those of the archive have none.
fn make_as_old(folder: &Path, original: &Path) -> Result<(), String> {
    each_file(folder, Path::new(""), &mut |path| {
        let Ok(there) = std::fs::metadata(original.join(path)) else { return Ok(()) };
        set_age(&folder.join(path), &there)
    })
}

fn set_age(file: &Path, like: &std::fs::Metadata) -> Result<(), String> {
    let set = || {
        let opened = std::fs::File::options().write(true).open(file)?;
        opened.set_modified(like.modified()?)
    };
    set().map_err(|error| format!("{}: {error}", file.display()))
}

/// Writes the tree that is packed.
fn lay_out(tree: &Path, plan: &Plan) -> Result<(), String> {
    let folders: Vec<String> = plan.carried.iter().map(|package| folder_of(package)).collect();
    for folder in &folders {
        let manifest = files::text(Path::new(folder).join("Cargo.toml"))?;
        write(&tree.join(folder).join("Cargo.toml"), &smaller(&manifest, plan))?;
        for part in BUILT_FROM {
            copy(&root().join(folder).join(part), &tree.join(folder).join(part))?;
        }
    }
    let workspace = smaller(&files::text("Cargo.toml")?, plan);
    write(&tree.join("Cargo.toml"), &with_members(&workspace, &folders))?;
    write(&tree.join(THIRD_PARTY), &plan.third_party)?;
    write(&tree.join("pyproject.toml"), &at_the_root(&files::text("python/pyproject.toml")?)?)?;
    for (from, to) in [
        ("Cargo.lock", "Cargo.lock"),
        ("LICENSE-MIT", "LICENSE-MIT"),
        ("LICENSE-APACHE", "LICENSE-APACHE"),
        ("python/README.md", "README.md"),
        ("python/neuland", "python/neuland"),
        ("rulebook", "rulebook"),
    ] {
        copy(&root().join(from), &tree.join(to))?;
    }
    // Takes the packages out of the lock file that nothing needs any more; the versions of the others stay.
    run(Command::new("cargo").args(["update", "--workspace", "--quiet"]).current_dir(tree))
}

/// The contents of the archive.
struct Plan {
    /// The own packages that the module links, itself among them.
    carried: BTreeSet<String>,
    /// The other own packages.
    dropped: BTreeSet<String>,
    /// All packages that the module links or is built with.
    linked: BTreeSet<String>,
    /// The licences of the foreign ones.
    third_party: String,
}

impl Plan {
    fn new() -> Result<Plan, String> {
        let metadata = manifests::metadata()?;
        let names = manifests::linked(&metadata, MODULE).into_iter().map(|one| text(one, "name").to_owned());
        let linked: BTreeSet<String> = names.collect();
        let (carried, dropped) =
            manifests::own(&metadata).into_iter().partition(|name| linked.contains(name));
        Ok(Plan { carried, dropped, linked, third_party: manifests::third_party(&metadata, MODULE)? })
    }
}

/// The folder of an own package.
fn folder_of(package: &str) -> String {
    if package == MODULE { "python".to_owned() } else { format!("crates/{package}") }
}

/// A manifest without what is for tests, without dropped packages, and without profiles of packages that are not linked.
/// Comments go with what follows them.
fn smaller(manifest: &str, plan: &Plan) -> String {
    let mut kept = String::new();
    let mut comments = String::new();
    let mut in_kept_section = true;
    for line in manifest.lines() {
        if line.is_empty() || line.starts_with('#') {
            comments.push_str(line);
            comments.push('\n');
            continue;
        }
        if line.starts_with('[') {
            let profiled = line.strip_prefix("[profile.").and_then(|name| name.split_once(".package."));
            let is_gone = |(_, package): (&str, &str)| !plan.linked.contains(package.trim_end_matches(']'));
            let for_tests =
                line.contains("dev-dependencies") || ["[[bench]]", "[[example]]", "[[test]]"].contains(&line);
            in_kept_section = !for_tests && !profiled.is_some_and(is_gone);
        }
        let name = line.split([' ', '.', '=']).next().unwrap_or_default();
        if in_kept_section && !plan.dropped.contains(name) {
            kept.push_str(&comments);
            let is_sample = name == SAMPLE && line.starts_with("sample-game = [");
            kept.push_str(if is_sample { "sample-game = []" } else { line });
            kept.push('\n');
        }
        comments.clear();
    }
    kept.trim_start().to_owned()
}

/// The manifest of the workspace with these members.
fn with_members(manifest: &str, members: &[String]) -> String {
    let members: Vec<String> = members.iter().map(|member| format!("    \"{member}\",\n")).collect();
    let lines = manifest.lines().filter(|line| !line.starts_with("exclude = "));
    lines.fold(String::new(), |text, line| match line.starts_with("members = ") {
        true => format!("{text}members = [\n{}]\n", members.concat()),
        false => format!("{text}{line}\n"),
    })
}

/// The description of the Python package for the root of the tree: its sources lie in `python`, and the rulebook is no crate.
fn at_the_root(pyproject: &str) -> Result<String, String> {
    let source = "python-source = \".\"\n";
    let at_root = "manifest-path = \"python/Cargo.toml\"\npython-source = \"python\"\n\
                   include = [{ path = \"rulebook/**/*\", format = \"sdist\" }]\n";
    let licences = "license-files = [\"LICENSE-MIT\", \"LICENSE-APACHE\"";
    for line in [source, licences] {
        if !pyproject.contains(line) {
            return Err(format!("python/pyproject.toml has no line {line}"));
        }
    }
    // What follows is for those who work on the package.
    let built = pyproject.split_once("[tool.mypy]").map_or(pyproject, |(built, _)| built);
    let built = built.replace(source, at_root).replace(licences, &format!("{licences}, \"{THIRD_PARTY}\""));
    Ok(format!("{}\n", built.trim_end()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().expect("a file lies in a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies a file or a folder, if it is there, with the ages of the files. Leaves out what Python and maturin leave behind.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let name = from.file_name().unwrap_or_default().to_string_lossy();
    if !from.exists() || name == "__pycache__" || name.ends_with(".so") {
        return Ok(());
    }
    let wrong = |error: std::io::Error| format!("{}: {error}", from.display());
    if from.is_dir() {
        for entry in std::fs::read_dir(from).map_err(wrong)?.flatten() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    std::fs::create_dir_all(to.parent().expect("a file lies in a folder")).map_err(wrong)?;
    std::fs::copy(from, to).map_err(wrong)?;
    set_age(to, &from.metadata().map_err(wrong)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_loses_what_is_for_tests_and_for_other_crates() {
        let manifest = "[package]\nname = \"a\"\n\n[features]\n# The sample game.\nsample-game = [\"dep:kerbe\", \"b/sample-game\"]\n\n\
            [dependencies]\nb.workspace = true\n# Gone.\nkerbe = { workspace = true, optional = true }\n\n\
            [dev-dependencies]\ntestkit.workspace = true\n\n# Fast.\n[[bench]]\nname = \"x\"\n\n[lints]\nworkspace = true\n";
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let plan = Plan {
            carried: set(&["b"]),
            dropped: set(&["kerbe", "testkit"]),
            linked: set(&["b"]),
            third_party: String::new(),
        };
        let small = smaller(manifest, &plan);
        assert_eq!(
            small,
            "[package]\nname = \"a\"\n\n[features]\n# The sample game.\nsample-game = []\n\n[dependencies]\nb.workspace = true\n\n\
            [lints]\nworkspace = true\n"
        );
        let workspace = "[workspace]\nmembers = [\"crates/*\"]\nexclude = [\"fuzz\"]\n\n[workspace.dependencies]\nb = { path = \"b\" }\n\
            kerbe = { path = \"k\" }\n\n# For b.\n[profile.dev.package.b]\nopt-level = 2\n\n# For others.\n[profile.dev.package.sql]\nopt-level = 3\n";
        let small = with_members(&smaller(workspace, &plan), &["crates/b".to_owned()]);
        assert_eq!(
            small,
            "[workspace]\nmembers = [\n    \"crates/b\",\n]\n\n[workspace.dependencies]\nb = { path = \"b\" }\n\n# For b.\n[profile.dev.package.b]\nopt-level = 2\n"
        );
    }

    #[test]
    fn an_archive_that_lacks_something_or_has_too_much_is_refused() {
        let crates: BTreeSet<String> = ["a", MODULE].map(str::to_owned).into();
        let mut files: Vec<String> =
            WANTED.iter().chain(&["crates/a/Cargo.toml"]).map(|&file| file.to_owned()).collect();
        assert_eq!(faults(&files, &crates), Vec::<String>::new());
        files.push("crates/testkit/src/lib.rs".into());
        assert!(faults(&files, &crates)[0].contains("testkit"));
        files.retain(|file| !file.starts_with("LICENSE-MIT") && !file.starts_with("crates/"));
        assert_eq!(faults(&files, &crates).len(), 2);
    }
}
