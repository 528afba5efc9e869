//! Writes the folder of the static site: `files MODULE OUT`, where `MODULE` holds the compiled module with its script. Use
//! `cargo xtask site DIR`, which compiles that first.
//!
//! ```text
//! index.html  sw.js  manifest-en.webmanifest  manifest-de.webmanifest
//! 0123456789abcdef/        everything else, below the hash of all of it
//! ```
//!
//! The shell `index.html` holds the start page of a first visit in each language.

use pages::{Lang, Words, link};
use serde_json::{Value, json};
use site::site::Setting;
use site::{Effect, Request, Site};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// The scripts of the shell and of its workers, each of which becomes one file with the modules that it needs.
const SCRIPTS: [&str; 3] = ["boot.js", "worker.js", "thinker.js"];

/// The files that the page of a table needs, beside those of the start page.
const TABLE_FILES: [&str; 6] = ["app.css", "board.css", "app.js", "replay.css", "signs.svg", "icons.svg"];

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
    if let Some(missing) = TABLE_FILES.iter().find(|name| !files.contains_key(**name)) {
        return Err(format!("no file of the pages is {missing}"));
    }
    files.insert("boot.css".to_owned(), read(&web.join("boot.css"))?);
    let sources = scripts(&web, module)?;
    for entry in SCRIPTS {
        let script = link(entry, &|name| sources.get(name).unwrap_or_else(|| panic!("no module {name}")));
        files.insert(entry.to_owned(), script.into_bytes());
    }
    let parts = std::fs::read_dir(module).map_err(|error| format!("{}: {error}", module.display()))?;
    for path in
        parts.flatten().map(|entry| entry.path()).filter(|path| path.extension() == Some("wasm".as_ref()))
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(name, read(&path)?);
    }
    let mut shell = text(read(&web.join("index.html"))?)?;
    for lang in Lang::ALL {
        shell = shell.replace(&format!("{{ready-{lang}}}"), &escaped(&ready(lang)?));
    }
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

/// The sources of all scripts, by name.
fn scripts(web: &Path, module: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut sources = BTreeMap::from([("words.js".to_owned(), words())]);
    for folder in [web, module] {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension() == Some("js".as_ref()) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let source =
                    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                sources.insert(name, source);
            }
        }
    }
    if let Some(bound) = sources.get_mut("neuland.js") {
        *bound = linkable(bound);
    }
    Ok(sources)
}

/// The script of `wasm-bindgen` with imports and exports as the linker understands them: one a line, where it is declared.
fn linkable(bound: &str) -> String {
    let mut lines = Vec::new();
    for line in bound.lines() {
        match line.strip_prefix("import ") {
            Some(_) => lines.push(line.replace('\'', "\"")),
            None if line.starts_with("export {") => {}
            None if line.starts_with("function initSync(") => lines.push(format!("export {line}")),
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// The start page of a first visit, without what belongs to one visitor alone: the promised table, the commitment to its dice, and a name.
fn ready(lang: Lang) -> Result<String, String> {
    let setting =
        Setting { folder: "{folder}".to_owned(), languages: lang.to_string(), ..Setting::default() };
    let (mut site, _) = Site::new(BTreeMap::new(), &[], setting, 0);
    let answered = site.request(1, Request::get("/"), 0).into_iter().find_map(|effect| match effect {
        Effect::Reply { response, .. } => Some(response.body),
        _ => None,
    });
    let mut page = answered.ok_or("the start page is not answered")?;
    for name in ["promised", "commitment", "name"] {
        let start = format!("name=\"{name}\" value=\"");
        let (_, rest) = page.split_once(&start).ok_or("the start page has no form")?;
        let own = rest.split('"').next().unwrap_or_default().to_owned();
        page = page.replace(&own, "");
    }
    Ok(page)
}

/// The text as it stands in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
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
fn shell_words(lang: Lang) -> [(&'static str, String); 16] {
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
    format!(
        "export const words = {};\nexport const limits = {limits};\nexport const tableFiles = {};\n",
        Value::Object(all),
        json!(TABLE_FILES)
    )
}
