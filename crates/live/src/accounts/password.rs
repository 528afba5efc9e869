//! Passwords: the rating of their strength, and a bound on concurrent hashing.

use super::{AccountError, Accounts, too_many};
use crate::cost::{CostAccount, Metered};
use crate::names::fold;
use crate::passwords::Pool;
use pages::Weakness;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::StoreError;
use zxcvbn::Score;
use zxcvbn::feedback::Warning;

/// Passwords that are hashed or rated at the same time, and so the buffers of 19 MiB that are ever made.
pub(super) const HASHING: usize = 2;
/// Passwords that may wait for that.
const WAITING: usize = 32;
/// The shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// The longest password, in characters.
pub const PASSWORD_MAX: usize = 200;
/// The number of characters of a password that are rated at once. The time grows steeply with the length: 24 characters took 55
/// ms at most, about as long as two hashes, and 100 characters two seconds.
const RATED: usize = 24;
/// The score from which on a password is accepted: "safely unguessable" in the words of zxcvbn, ten to the eight guesses.
const GOOD: Score = Score::Three;
/// Words that anybody would try here first, beside the name.
const OWN_WORDS: [&str; 12] = [
    "neuland",
    "catan",
    "siedler",
    "settlers",
    "carcassonne",
    "mayflower",
    "meeple",
    "passwort",
    "kennwort",
    "geheim",
    "hallo",
    "schafe",
];

/// Passwords.
impl Accounts {
    /// Works on passwords away from the sockets, few at a time.
    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Pool) -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        struct Waits<'a>(&'a AtomicUsize);
        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waits = Waits(&self.waiting);
        if waiting >= WAITING {
            return Err(too_many(Duration::from_secs(5)));
        }
        let closed = || AccountError::Store(StoreError::Closed);
        let permit = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| closed())?;
        let buffers = Arc::clone(&self.buffers);
        let tab = CostAccount::current();
        let done = tokio::task::spawn_blocking(move || {
            let metered = Metered::begin(tab);
            let done = work(&buffers);
            drop(metered);
            // Held by the work, not by who waits for it: who goes away does not make room for more memory.
            drop(permit);
            done
        });
        done.await.map_err(|_| closed())
    }

    pub(super) async fn hash(&self, password: &str) -> Result<String, AccountError> {
        let password = password.to_owned();
        self.slowly(move |buffers| buffers.hash(&password)).await
    }

    /// Whether a password has this hash; against no hash at all it takes as long.
    pub(super) async fn verify(&self, password: &str, hash: Option<String>) -> Result<bool, AccountError> {
        let password = password.to_owned();
        self.slowly(move |buffers| buffers.verify(&password, hash.as_deref())).await
    }

    /// Refuses a new password that is easily guessed. `name` is that of the account.
    pub(super) async fn rate(&self, password: &str, name: &str) -> Result<(), AccountError> {
        let (password, name) = (password.to_owned(), name.to_owned());
        let weakness = self.slowly(move |_| weakness(&password, &name)).await?;
        weakness.map_or(Ok(()), |weakness| Err(AccountError::BadPassword(weakness)))
    }
}

/// Refuses a password that is too short or too long, before anything else is done.
pub(super) fn check_length(password: &str) -> Result<(), AccountError> {
    if (PASSWORD_MIN..=PASSWORD_MAX).contains(&password.chars().count()) {
        Ok(())
    } else {
        Err(AccountError::BadPassword(Weakness::Length))
    }
}

/// Returns the weakness of a password for an account with this name, if it is easily guessed. One strong part makes the whole
/// password strong.
fn weakness(password: &str, name: &str) -> Option<Weakness> {
    let characters: Vec<char> = password.chars().collect();
    let first = characters.get(..RATED).unwrap_or(&characters);
    let weakness = weakness_of(first, name)?;
    if characters.len() > RATED && weakness_of(&characters[characters.len() - RATED..], name).is_none() {
        return None;
    }
    Some(weakness)
}

fn weakness_of(characters: &[char], name: &str) -> Option<Weakness> {
    let text: String = characters.iter().collect();
    let folded = fold(name);
    if folded.is_some() && fold(&text) == folded {
        return Some(Weakness::Name);
    }
    let mut inputs = vec![name];
    inputs.extend(folded.as_deref());
    inputs.extend(OWN_WORDS);
    let rated = zxcvbn::zxcvbn(&text, &inputs);
    if rated.score() >= GOOD {
        return None;
    }
    let warning = rated.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    Some(match warning {
        Some(Warning::StraightRowsOfKeysAreEasyToGuess | Warning::ShortKeyboardPatternsAreEasyToGuess) => {
            Weakness::Keys
        }
        Some(
            Warning::RepeatsLikeAaaAreEasyToGuess | Warning::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess,
        ) => Weakness::Repeats,
        Some(
            Warning::ThisIsATop10Password
            | Warning::ThisIsATop100Password
            | Warning::ThisIsACommonPassword
            | Warning::ThisIsSimilarToACommonlyUsedPassword,
        ) => Weakness::Common,
        Some(Warning::SequencesLikeAbcAreEasyToGuess) => Weakness::Sequence,
        Some(Warning::RecentYearsAreEasyToGuess | Warning::DatesAreOftenEasyToGuess) => Weakness::Date,
        Some(Warning::AWordByItselfIsEasyToGuess) => Weakness::Word,
        Some(
            Warning::NamesAndSurnamesByThemselvesAreEasyToGuess
            | Warning::CommonNamesAndSurnamesAreEasyToGuess,
        ) => Weakness::PersonName,
        None => Weakness::Guessable,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_easily_guessed_is_refused_with_a_reason() {
        for (password, why) in [
            ("password1234", Weakness::Common),
            ("qwertzuiop", Weakness::Common),
            ("aaaaaaaaaaaaa", Weakness::Repeats),
            ("abcabcabcabc", Weakness::Repeats),
            ("12.03.1987", Weakness::Date),
            ("K7mw2xqp", Weakness::Guessable),
            ("Eveline E.", Weakness::Name),
            ("eveline1", Weakness::PersonName),
        ] {
            assert_eq!(weakness(password, "Eveline E"), Some(why), "{password}");
        }
    }

    #[test]
    fn words_in_a_row_are_good_however_many() {
        let sheep = "drei dicke Schafe trinken nachts Kakao";
        for password in ["correct horse battery", "another good one", sheep, "Xq7!mPz2Lw", &sheep.repeat(5)] {
            assert_eq!(weakness(password, "Ada"), None, "{password}");
        }
        // The good part may come late.
        assert_eq!(weakness(&("a".repeat(60) + "Xq7!mPz2Lw;rT5"), "Ada"), None);
        assert!(weakness(&"a".repeat(200), "Ada").is_some());
    }

    #[test]
    fn lengths_are_counted_in_characters() {
        for (password, is_good) in
            [("1234567", false), ("12345678", true), ("ääääääää", true), ("🐑🐑🐑🐑", false)]
        {
            assert_eq!(check_length(password).is_ok(), is_good, "{password}");
        }
        assert!(check_length(&"x".repeat(200)).is_ok() && check_length(&"x".repeat(201)).is_err());
    }
}
