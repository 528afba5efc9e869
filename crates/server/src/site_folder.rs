//! The folder with the pages that the host writes: `contact.en.md`, `notice.de.md` and so on.
//!
//! It is read once, at the start, so that what is wrong with it is said then and to the host.

use pages::{HostPage, HostText, HostTexts, Lang};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most bytes a text may have.
pub const TEXT_MAX: u64 = 64 * 1024;

/// A fault of the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteError {
    /// The folder, or a file in it.
    pub path: PathBuf,
    /// The fault.
    pub fault: SiteErrorKind,
}

/// A kind of fault of the folder or of a file in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SiteErrorKind {
    /// The operating system cannot read it.
    Unreadable(String),
    /// There is no page in the folder.
    NoPage,
    /// The file is Markdown and none of the pages.
    UnknownName,
    /// The file has more than [`TEXT_MAX`] bytes.
    TooLarge,
    /// The file is not UTF-8.
    NotUtf8,
    /// There is nothing in the file.
    Empty,
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.fault {
            SiteErrorKind::Unreadable(why) => write!(f, "{path} cannot be read: {why}"),
            SiteErrorKind::NoPage => {
                write!(f, "there is no page in {path}: put a contact.en.md or notice.en.md there")
            }
            SiteErrorKind::UnknownName => {
                write!(f, "{path} is not one of the pages: contact or notice, then .en.md or .de.md")
            }
            SiteErrorKind::TooLarge => write!(f, "{path} has more than {TEXT_MAX} bytes; shorten it"),
            SiteErrorKind::NotUtf8 => write!(f, "{path} is not UTF-8; save it in that encoding"),
            SiteErrorKind::Empty => write!(f, "{path} is empty; write something or remove it"),
        }
    }
}

impl std::error::Error for SiteError {}

/// Reads the pages of the host. Files that are not Markdown are left alone.
///
/// # Errors
/// If there is none, or one cannot be shown.
pub fn read(folder: &Path) -> Result<HostTexts, SiteError> {
    let fails = |path: &Path, fault| SiteError { path: path.to_owned(), fault };
    let unreadable =
        |path: &Path, error: &io::Error| fails(path, SiteErrorKind::Unreadable(error.to_string()));
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut texts = HostTexts::default();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".md") else { continue };
        let named = stem.split_once('.').and_then(|(page, lang)| {
            let page = HostPage::ALL.into_iter().find(|known| known.name() == page)?;
            Some((page, Lang::ALL.into_iter().find(|known| known.code() == lang)?))
        });
        let (page, lang) = named.ok_or_else(|| fails(&path, SiteErrorKind::UnknownName))?;
        let mut bytes = Vec::new();
        // No more is read than may be shown, whatever the file is.
        let read = File::open(&path).and_then(|file| file.take(TEXT_MAX + 1).read_to_end(&mut bytes));
        read.map_err(|error| unreadable(&path, &error))?;
        if bytes.len() as u64 > TEXT_MAX {
            return Err(fails(&path, SiteErrorKind::TooLarge));
        }
        let text = String::from_utf8(bytes).map_err(|_| fails(&path, SiteErrorKind::NotUtf8))?;
        if text.trim().is_empty() {
            return Err(fails(&path, SiteErrorKind::Empty));
        }
        texts.put(page, lang, HostText::read(&text));
    }
    if texts == HostTexts::default() {
        return Err(fails(folder, SiteErrorKind::NoPage));
    }
    Ok(texts)
}
