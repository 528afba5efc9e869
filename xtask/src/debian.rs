//! The Debian package of the program: `packaging/debian` says what it is, this puts it together with `dpkg-deb`.
//!
//! The program in it is built for every processor of its kind, and needs the C library alone.

use crate::machine::answers;
use crate::tools::target;
use crate::{files, manifests, output, root, run};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the program for every processor of its kind. It has a folder of its own, since everything is compiled with other
/// instructions.
pub(crate) fn program() -> Result<PathBuf, String> {
    let folder = target().join("plain");
    run(Command::new("cargo")
        .args(["build", "--release", "--locked", "--quiet", "--package", "neuland"])
        .env("RUSTFLAGS", "")
        .env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join("release/neuland"))
}

/// Builds `target/deb/neuland_VERSION_ARCHITECTURE.deb`.
pub(crate) fn build() -> Result<(), String> {
    let package = package()?;
    let size = package.metadata().map_or(0, |file| file.len());
    println!("{}: {:.1} MB", package.display(), size as f64 / 1e6);
    Ok(())
}

/// Builds the package, and returns its file.
pub(crate) fn package() -> Result<PathBuf, String> {
    if !answers("dpkg-deb") {
        return Err("dpkg-deb is not installed; on Debian: apt-get install dpkg".into());
    }
    let program = program()?;
    let folder = target().join("debian");
    let tree = folder.join("tree");
    files::remove(&folder)?;
    fill(&tree, &program)?;
    control(&tree, &program)?;
    let packages = target().join("deb");
    fs::create_dir_all(&packages).map_err(|error| format!("{}: {error}", packages.display()))?;
    let package = packages.join(format!("neuland_{}_{}.deb", env!("CARGO_PKG_VERSION"), architecture()?));
    run(Command::new("dpkg-deb")
        .args(["--root-owner-group", "--build"])
        .arg(&tree)
        .arg(&package)
        .stdout(std::process::Stdio::null()))?;
    Ok(package)
}

fn architecture() -> Result<String, String> {
    Ok(output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned())
}

/// Writes a file with these permissions, and the folders above it.
fn put(path: &Path, bytes: impl AsRef<[u8]>, mode: u32) -> Result<(), String> {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .and_then(|()| fs::set_permissions(path, fs::Permissions::from_mode(mode)))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts everything that is installed into the tree.
fn fill(tree: &Path, program: &Path) -> Result<(), String> {
    put(&tree.join("usr/bin/neuland"), files::bytes(program)?, 0o755)?;
    run(Command::new("strip").arg(tree.join("usr/bin/neuland")))
        .map_err(|why| format!("{why}; strip belongs to binutils; on Debian: apt-get install binutils"))?;
    for (shell, path) in [
        ("bash", "usr/share/bash-completion/completions/neuland"),
        ("zsh", "usr/share/zsh/vendor-completions/_neuland"),
        ("fish", "usr/share/fish/vendor_completions.d/neuland.fish"),
    ] {
        put(&tree.join(path), output(Command::new(program).args(["completions", shell]))?, 0o644)?;
    }
    for (lang, folder) in [("en", "usr/share/man/man1"), ("de", "usr/share/man/de/man1")] {
        let folder = tree.join(folder);
        output(Command::new(program).arg("man").arg(&folder).args(["--lang", lang]))?;
        for page in list(&folder)? {
            run(Command::new("gzip").args(["-9", "-n"]).arg(page))?;
        }
    }
    for unit in list(&root().join("packaging"))? {
        let name = unit.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".service") || name.ends_with(".timer") {
            put(
                &tree.join("usr/lib/systemd/system").join(&name),
                installed_unit(&files::text(&unit)?),
                0o644,
            )?;
        }
    }
    put(&tree.join("etc/neuland/neuland.env"), in_its_places(&files::text("packaging/neuland.env")?), 0o644)?;
    documents(&tree.join("usr/share/doc/neuland"))
}

/// Writes the documents: guides, examples for hosts, changes and licences.
fn documents(folder: &Path) -> Result<(), String> {
    for file in list(&root().join("docs"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".md") || name.ends_with(".json") {
            put(&folder.join(name), files::bytes(&file)?, 0o644)?;
        }
    }
    for file in list(&root().join("packaging/site"))? {
        put(&folder.join("site").join(file.file_name().unwrap_or_default()), files::bytes(&file)?, 0o644)?;
    }
    for name in [
        "Caddyfile",
        "nginx.conf",
        "nginx-main.conf",
        "neuland-connections.nft",
        "neuland-alerts.yml",
        "prometheus.yml",
    ] {
        put(&folder.join("examples").join(name), files::bytes(Path::new("packaging").join(name))?, 0o644)?;
    }
    // The guides name these files by where they lie in the sources.
    symlink("examples", folder.join("packaging")).map_err(|error| error.to_string())?;
    put(&folder.join("changelog"), files::bytes("CHANGELOG.md")?, 0o644)?;
    run(Command::new("gzip").args(["-9", "-n"]).arg(folder.join("changelog")))?;
    let mit: Vec<String> = files::text("LICENSE-MIT")?
        .lines()
        .map(|line| if line.is_empty() { " .".to_owned() } else { format!(" {line}") })
        .collect();
    let copyright = files::text("packaging/debian/copyright")?.replace("@MIT@", &mit.join("\n"));
    put(&folder.join("copyright"), copyright, 0o644)?;
    put(&folder.join("THIRD-PARTY.txt"), manifests::third_party(&manifests::metadata()?, "neuland")?, 0o644)
}

/// Writes what dpkg reads: the description, the files of settings, and what runs when it is installed and removed.
fn control(tree: &Path, program: &Path) -> Result<(), String> {
    let size = output(Command::new("du").args(["-sk", "--apparent-size"]).arg(tree))?;
    let control = files::text("packaging/debian/control")?
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@ARCHITECTURE@", &architecture()?)
        .replace(
            "@GLIBC@",
            &glibc(&files::bytes(program)?).ok_or("the program names no version of the C library")?,
        )
        .replace("@SIZE@", size.split_whitespace().next().unwrap_or_default());
    let folder = tree.join("DEBIAN");
    put(&folder.join("control"), control, 0o644)?;
    put(&folder.join("conffiles"), "/etc/neuland/neuland.env\n", 0o644)?;
    for script in ["postinst", "prerm", "postrm"] {
        put(&folder.join(script), files::bytes(Path::new("packaging/debian").join(script))?, 0o755)?;
    }
    Ok(())
}

/// A file of `packaging` as it is installed: what a person installs by hand lies below `/usr/local`.
fn in_its_places(text: &str) -> String {
    text.replace("/usr/local/", "/usr/")
}

/// A systemd unit as it is installed: the user is that of the package instead of one that exists while the unit runs.
fn installed_unit(unit: &str) -> String {
    in_its_places(unit).replace("DynamicUser=yes\n", "").replace(
        "# A user of its own that exists while it runs, and one folder that is its.",
        "# A user of its own, and one folder that is its.",
    )
}

/// The newest version of the C library that a program asks for, `2.34`: each is a text in it, `GLIBC_2.34`.
fn glibc(program: &[u8]) -> Option<String> {
    let name = b"GLIBC_2.";
    let starts = program.windows(name.len()).enumerate().filter(|(_, bytes)| bytes == name);
    let minor = |at: usize| {
        let digits: Vec<u8> =
            program[at + name.len()..].iter().copied().take_while(u8::is_ascii_digit).collect();
        String::from_utf8(digits).ok()?.parse::<u32>().ok()
    };
    starts.filter_map(|(at, _)| minor(at)).max().map(|minor| format!("2.{minor}"))
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_installed_with_the_user_and_the_paths_of_the_package() {
        for unit in [
            "neuland.service",
            "neuland-worker.service",
            "neuland-backup.service",
            "neuland-restore@.service",
        ] {
            let before = files::text(Path::new("packaging").join(unit)).unwrap();
            let after = installed_unit(&before);
            assert!(before.contains("/usr/local/") && before.contains("DynamicUser=yes"), "{unit}");
            assert!(!after.contains("/usr/local/") && !after.contains("DynamicUser"), "{unit}");
            assert!(
                after.contains("\nUser=neuland\n") && after.contains("ExecStart=/usr/bin/neuland "),
                "{unit}"
            );
        }
    }

    #[test]
    fn the_newest_version_of_the_c_library_counts() {
        assert_eq!(glibc(b"..GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE"), Some("2.34".into()));
        assert_eq!(glibc(b"static"), None);
    }
}
