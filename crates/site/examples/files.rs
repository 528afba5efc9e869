//! Writes the folder of the static site: `files MODULE OUT`, where `MODULE` holds the compiled module with its script. Use
//! `cargo xtask site DIR`, which compiles that first.
//!
//! ```text
//! index.html  sw.js  manifest-en.webmanifest  manifest-de.webmanifest
//! 0123456789abcdef/        everything else, below the hash of all of it
//! ```

use pages::{Lang, Words};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The scripts and the style of the shell.
const SHELL: [&str; 13] = [
    "boot.css",
    "boot.js",
    "bots.js",
    "client.js",
    "database.js",
    "errors.js",
    "links.js",
    "offline.js",
    "parts.js",
    "ready-worker.js",
    "share.js",
    "thinker.js",
    "worker.js",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, out] = &arguments[..] else {
        eprintln!("usage: files MODULE OUT");
        return ExitCode::from(2);
    };
    match write(Path::new(module), Path::new(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn write(module: &Path, out: &Path) -> Result<(), String> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let read = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for asset in pages::assets() {
        files.insert(asset.name.to_owned(), asset.bytes.to_vec());
    }
    for name in SHELL {
        files.insert(name.to_owned(), read(&web.join(name))?);
    }
    for name in ["neuland.js", "part-names.js"] {
        files.insert(name.to_owned(), read(&module.join(name))?);
    }
    let parts = std::fs::read_dir(module).map_err(|error| format!("{}: {error}", module.display()))?;
    for path in
        parts.flatten().map(|entry| entry.path()).filter(|path| path.extension() == Some("wasm".as_ref()))
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(name, read(&path)?);
    }
    files.insert("words.js".to_owned(), words().into_bytes());
    let shell = text(read(&web.join("index.html"))?)?;
    let worker = text(read(&web.join("sw.js"))?)?;
    let folder = hash(&files, &[&shell, &worker]);
    let mut index = shell.replace("{folder}", &folder);
    for lang in Lang::ALL {
        let [(_, no_script), ..] = shell_words(lang);
        index = index.replace(&format!("{{no-script-{lang}}}"), &no_script);
    }
    let mut top = vec![("index.html".to_owned(), index)];
    for lang in Lang::ALL {
        top.push((format!("manifest-{lang}.webmanifest"), manifest(lang, &folder)?));
    }
    // The service worker fetches them in this order: what is small is needed first.
    let mut by_size: Vec<(&String, usize)> = files.iter().map(|(name, bytes)| (name, bytes.len())).collect();
    by_size.sort_by_key(|(_, size)| *size);
    let below = by_size.iter().map(|(name, _)| format!("{folder}/{name}"));
    let kept: Vec<String> = top.iter().map(|(name, _)| name.clone()).chain(below).collect();
    let kept = json!({ "version": folder, "files": kept });
    top.push(("sw.js".to_owned(), format!("globalThis.kept = {kept};\n{worker}")));
    let put = |path: &Path, bytes: &[u8]| {
        std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    let inner = out.join(&folder);
    std::fs::create_dir_all(&inner).map_err(|error| format!("{}: {error}", inner.display()))?;
    for (name, bytes) in &files {
        put(&inner.join(name), bytes)?;
    }
    // What names the others comes last.
    for (name, content) in &top {
        put(&out.join(name), content.as_bytes())?;
    }
    Ok(())
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// The hash of everything: pages of one version never load files of another.
fn hash(files: &BTreeMap<String, Vec<u8>>, more: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in files {
        hasher.update(name.as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    for text in more {
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The manifest, with addresses beside the page.
fn manifest(lang: Lang, folder: &str) -> Result<String, String> {
    let mut manifest: Value =
        serde_json::from_str(&pages::manifest(lang, None)).map_err(|error| error.to_string())?;
    for name in ["id", "start_url", "scope"] {
        manifest[name] = json!("./");
    }
    for icon in manifest["icons"].as_array_mut().into_iter().flatten() {
        let name = icon["src"].as_str().and_then(|address| address.rsplit('/').next()).unwrap_or_default();
        icon["src"] = json!(format!("{folder}/{name}"));
    }
    Ok(manifest.to_string())
}

/// The words of the shell, by short names.
fn shell_words(lang: Lang) -> [(&'static str, String); 15] {
    pages::shell_words(Words::new(lang), site::RECORD_MAX / 1024)
}

/// The words of the shell as a script, by language, and the limits that they name.
fn words() -> String {
    let of = |lang: Lang| {
        let said = shell_words(lang).map(|(name, text)| (name.to_owned(), json!(text)));
        (lang.to_string(), Value::Object(said.into_iter().collect()))
    };
    let all: serde_json::Map<String, Value> = Lang::ALL.into_iter().map(of).collect();
    let limits = json!({ "link": pages::LINK_MAX, "record": site::RECORD_MAX });
    format!("export const words = {};\nexport const limits = {limits};\n", Value::Object(all))
}
