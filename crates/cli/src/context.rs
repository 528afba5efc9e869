//! The context of every subcommand: the language, and the terminal it prints to.

use crate::failure::Failure;
use pages::{Lang, Words, rulebook_lang};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// The context that every subcommand receives.
#[derive(Debug)]
pub(crate) struct Context {
    /// The words of the language that was asked for.
    pub(crate) words: Words,
    /// The width of the terminal on standard output, if there is one.
    pub(crate) width: Option<usize>,
    /// Whether bold type may be used on standard output.
    pub(crate) bold: bool,
}

impl Context {
    /// Looks at standard output.
    pub(crate) fn new(lang: Lang) -> Context {
        let width = io::stdout()
            .is_terminal()
            .then(|| terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)));
        let plain = |name: &str, value: Option<&str>| match std::env::var(name) {
            Ok(set) => value.is_none_or(|value| set == value) && !set.is_empty(),
            Err(_) => false,
        };
        let bold = width.is_some() && !plain("NO_COLOR", None) && !plain("TERM", Some("dumb"));
        Context { words: Words::new(lang), width, bold }
    }

    /// The columns of a help text: those of the terminal, else those that `COLUMNS` says, else 80; at most 100.
    pub(crate) fn help_width(&self) -> usize {
        let said = || std::env::var("COLUMNS").ok()?.parse().ok();
        self.width.or_else(said).unwrap_or(80).clamp(20, 100)
    }

    /// The language that was asked for, as the rulebook calls it.
    pub(crate) fn rulebook(&self) -> rulebook::Lang {
        rulebook_lang(self.words.lang())
    }

    /// Prints to standard output.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }
}

/// The language: `--lang`, else `NEULAND_LANG`, else what the system is set to; `None` if none of them is ours.
///
/// The arguments are looked at by hand, since what they are parsed with must already speak this language.
pub(crate) fn lang(args: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Option<Lang> {
    let mut given = None;
    for (index, arg) in args.iter().enumerate() {
        let Some(arg) = arg.to_str() else { continue };
        let value = match arg.strip_prefix("--lang") {
            Some("") => args.get(index + 1).and_then(|value| value.to_str()),
            Some(value) => value.strip_prefix('='),
            None if arg == "--" => break,
            None => None,
        };
        given = given.or(value.and_then(Lang::of_tag));
    }
    // The first of these that is set decides, as in every program that follows POSIX.
    let system =
        || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(&variable).find(|set| !set.is_empty());
    given.or_else(|| Lang::of_tag(&variable("NEULAND_LANG")?)).or_else(|| Lang::of_tag(&system()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_asked_for_or_the_systems() {
        type Variables = &'static [(&'static str, &'static str)];
        let table: [(&[&str], Variables, Option<Lang>); 9] = [
            (&["neuland"], &[], None),
            (&["neuland", "rules", "--lang", "de"], &[("LANG", "en_GB.UTF-8")], Some(Lang::De)),
            (&["neuland", "--lang=en"], &[("NEULAND_LANG", "de")], Some(Lang::En)),
            (&["neuland", "--lang"], &[("NEULAND_LANG", "de")], Some(Lang::De)),
            (&["neuland", "--", "--lang", "de"], &[], None),
            (&["neuland"], &[("NEULAND_LANG", "fr"), ("LANG", "de_DE.UTF-8")], Some(Lang::De)),
            (&["neuland"], &[("LC_ALL", "de_AT"), ("LANG", "en_GB")], Some(Lang::De)),
            (&["neuland"], &[("LC_ALL", "C"), ("LANG", "de_DE")], None),
            (&["neuland"], &[("LC_ALL", ""), ("LC_MESSAGES", "de"), ("LANG", "en")], Some(Lang::De)),
        ];
        for (args, variables, expected) in table {
            let words: Vec<OsString> = args.iter().map(OsString::from).collect();
            let variable =
                |name: &str| variables.iter().find(|set| set.0 == name).map(|set| set.1.to_owned());
            assert_eq!(lang(&words, variable), expected, "{args:?} {variables:?}");
        }
    }
}
