//! Names that machines make: table ids, join codes, and the keys that people hold.

use std::fmt;
use std::str::FromStr;

/// Fills a buffer with randomness of the operating system.
///
/// # Panics
/// If the operating system has none, without which no table can be fair or safe.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
    bytes
}

/// 256 random bits, for secrets.
#[must_use]
pub fn random_bytes() -> [u8; 32] {
    random()
}

/// 64 random bits, for seeds.
#[must_use]
pub fn random_u64() -> u64 {
    u64::from_le_bytes(random())
}

/// Digits and letters that are not mistaken for one another when read aloud or copied by hand.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

fn spell(mut number: u64, length: usize) -> String {
    let mut text = vec![b'0'; length];
    for letter in text.iter_mut().rev() {
        *letter = ALPHABET[(number & 31) as usize];
        number >>= 5;
    }
    text.into_iter().map(char::from).collect()
}

fn unspell(text: &str, length: usize) -> Option<u64> {
    if text.len() != length {
        return None;
    }
    text.bytes().try_fold(0, |number: u64, letter| {
        ALPHABET.iter().position(|&known| known == letter).map(|digit| number << 5 | digit as u64)
    })
}

/// The name of a table: 60 random bits, twelve letters and digits in URLs.
///
/// ```
/// use table::TableId;
/// let id: TableId = "0000000000zz".parse().unwrap();
/// assert_eq!(id.number(), 1023);
/// assert_eq!(id.to_string(), "0000000000zz");
/// assert!("../etc/passwd".parse::<TableId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u64);

impl TableId {
    const LENGTH: usize = 12;

    /// A new id that nobody can guess.
    #[must_use]
    pub fn random() -> TableId {
        TableId(random_u64() >> 4)
    }

    /// The id with this number, if it is below 2 to the 60.
    #[must_use]
    pub const fn new(number: u64) -> Option<TableId> {
        if number >> 60 == 0 { Some(TableId(number)) } else { None }
    }

    /// The id of the table where the same people play again. Its last eight bits are the same, so that a node of a cluster that owns
    /// one of the two owns both.
    #[must_use]
    pub fn after(self) -> TableId {
        let hash = blake3::keyed_hash(b"neuland: where people play again", &self.0.to_le_bytes());
        let mut number = [0; 8];
        number.copy_from_slice(&hash.as_bytes()[..8]);
        TableId((u64::from_le_bytes(number) >> 4) & !0xff | self.0 & 0xff)
    }

    /// Returns its first letters, for the operator's log: a reader of the log who has the file finds the table by them, and
    /// nobody else does, as knowing the name of a table is being able to watch it.
    #[must_use]
    pub fn brief(self) -> String {
        let mut text = self.to_string();
        text.truncate(4);
        text + "…"
    }

    /// The id as a number below 2 to the 60.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&spell(self.0, Self::LENGTH))
    }
}

impl fmt::Debug for TableId {
    /// Writes only a part of it: debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableId({})", self.brief())
    }
}

impl FromStr for TableId {
    type Err = ParseTableIdError;
    fn from_str(text: &str) -> Result<Self, ParseTableIdError> {
        unspell(text, Self::LENGTH).map(TableId).ok_or(ParseTableIdError)
    }
}

/// The text is not the name of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTableIdError;

impl fmt::Display for ParseTableIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the name of a table: it has twelve letters and digits")
    }
}

impl std::error::Error for ParseTableIdError {}

/// A short word that leads friends to a table: `/j/k7mw2xqp`.
#[must_use]
pub fn join_code() -> String {
    join_code_of(random_u64())
}

/// The join code that a number spells.
#[must_use]
pub fn join_code_of(number: u64) -> String {
    spell(number, 8)
}

/// A join code as people type it: capitals, spaces, dashes, and a slash at its end.
#[must_use]
pub fn read_join_code(text: &str) -> Option<String> {
    let code = plain_letters(text.trim_end_matches('/'), 40);
    unspell(&code, 8).map(|_| code)
}

/// A word that takes a person to another device: `k7mw2-xqp4d`, 50 random bits.
#[must_use]
pub fn transfer_code() -> String {
    let mut code = spell(random_u64(), 10);
    code.insert(5, '-');
    code
}

/// A transfer code as people type it: capitals, spaces, other dashes, and letters that look like digits.
#[must_use]
pub fn read_transfer_code(text: &str) -> Option<String> {
    let mut code = plain_letters(text, 40);
    unspell(&code, 10)?;
    code.insert(5, '-');
    Some(code)
}

/// A word that leads back to an account whose password is lost: `k7mw2-xqp4d-9hj3c`, 75 random bits. Nobody guesses it,
/// and nobody finds it by its hash.
#[must_use]
pub fn recovery_code() -> String {
    let groups: Vec<String> = (0..3).map(|_| spell(random_u64(), 5)).collect();
    groups.join("-")
}

/// A recovery code as people type it, as [`read_transfer_code`] does it.
#[must_use]
pub fn read_recovery_code(text: &str) -> Option<String> {
    let code = plain_letters(text, 60);
    let groups = [code.get(..5)?, code.get(5..10)?, code.get(10..)?];
    groups.iter().all(|group| unspell(group, 5).is_some()).then(|| groups.join("-"))
}

/// The letters of a code without gaps, in the alphabet of codes as far as people mistake them; `max` characters are read.
fn plain_letters(text: &str, max: usize) -> String {
    let plain = |c: char| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        'u' => 'v',
        other => other,
    };
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2015}');
    text.trim().chars().take(max).filter(|&c| !is_gap(c)).map(plain).collect()
}

/// The secret with which a person proves their identity: 128 random bits, 32 hexadecimal digits in a cookie or an `Authorization:
/// Bearer` header. The server keeps only its [`KeyHash`].
///
/// The first key of a guest is valid by itself. Those of sessions begin with an `s`, so that one whose session ended is not taken
/// for that of a new guest.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    bits: [u8; 16],
    is_session: bool,
}

impl Key {
    /// A new key of a guest.
    #[must_use]
    pub fn random() -> Key {
        Key { bits: random(), is_session: false }
    }

    /// A new key of a session.
    #[must_use]
    pub fn of_session() -> Key {
        Key { bits: random(), is_session: true }
    }

    /// Whether it is only good as long as its session lasts.
    #[must_use]
    pub fn is_of_session(&self) -> bool {
        self.is_session
    }

    /// Returns the hash of the key, which is all that the server remembers of it.
    #[must_use]
    pub fn hash(&self) -> KeyHash {
        KeyHash(*blake3::hash(&self.bits).as_bytes())
    }

    /// The text that is handed to its holder, once.
    #[must_use]
    pub fn reveal(&self) -> String {
        let mark = if self.is_session { "s" } else { "" };
        mark.to_owned() + &hex(&self.bits)
    }
}

impl fmt::Debug for Key {
    /// Shows nothing, so that no log ever holds a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl FromStr for Key {
    type Err = ParseKeyError;
    fn from_str(text: &str) -> Result<Self, ParseKeyError> {
        let (digits, is_session) = text.strip_prefix('s').map_or((text, false), |digits| (digits, true));
        unhex(digits).map(|bits| Key { bits, is_session }).ok_or(ParseKeyError)
    }
}

/// The text is not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseKeyError;

/// The BLAKE3 hash of a [`Key`]: enough to recognise the key, not enough to have it.
///
/// Keys are 128 random bits, so a plain hash cannot be searched backwards, and two hashes that are equal up to some
/// byte tell an attacker nothing about the keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash(pub [u8; 32]);

impl KeyHash {
    /// Of nobody: no key has this hash. It stands where somebody wanted to be forgotten.
    pub const NOBODY: KeyHash = KeyHash([0; 32]);

    /// Returns the hash as 64 hexadecimal digits.
    #[must_use]
    pub fn digits(&self) -> String {
        hex(&self.0)
    }

    /// The hash with these digits; `None` if the text is not 64 hexadecimal digits.
    #[must_use]
    pub fn of_digits(text: &str) -> Option<KeyHash> {
        unhex(text).map(KeyHash)
    }

    /// The first 16 digits, which tell the people of one table, and the sessions of one person, apart.
    #[must_use]
    pub fn short(&self) -> String {
        hex(&self.0[..8])
    }
}

impl serde::Serialize for TableId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for TableId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(|_| serde::de::Error::custom("not the id of a table"))
    }
}

impl serde::Serialize for KeyHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> serde::Deserialize<'de> for KeyHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        unhex(&text)
            .map(KeyHash)
            .ok_or_else(|| serde::de::Error::custom("a key hash has 64 hexadecimal digits"))
    }
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_foreign_ones_are_refused() {
        for _ in 0..100 {
            let id = TableId::random();
            assert_eq!(id.to_string().parse(), Ok(id));
            for key in [Key::random(), Key::of_session()] {
                assert_eq!(key.reveal().parse(), Ok(key.clone()));
            }
            assert_eq!(read_join_code(&join_code().to_uppercase()).map(|code| code.len()), Some(8));
        }
        for wrong in ["", "0", "0000000000000000000000000000", "ilouilouilou", "ÄÖÜäöü", "000000000/.."]
        {
            assert_eq!(wrong.parse::<TableId>(), Err(ParseTableIdError), "{wrong}");
            assert_eq!(wrong.parse::<Key>(), Err(ParseKeyError), "{wrong}");
        }
    }

    #[test]
    fn transfer_codes_are_read_as_people_type_them() {
        for _ in 0..100 {
            let code = transfer_code();
            assert_eq!(code.len(), 11);
            assert_eq!(read_transfer_code(&code), Some(code.clone()));
            assert_eq!(
                read_transfer_code(&format!(" {} ", code.to_uppercase().replace('-', " \u{2013} "))),
                Some(code)
            );
        }
        assert_eq!(read_transfer_code("O1LIU00000").as_deref(), Some("0111v-00000"));
        for wrong in ["", "k7mw2-xqp4", "k7mw2-xqp4dd", "k7mw2-xqp4!", "ääääääääää", &"0".repeat(100)]
        {
            assert_eq!(read_transfer_code(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn recovery_codes_are_read_as_people_type_them() {
        for _ in 0..100 {
            let code = recovery_code();
            assert_eq!((code.len(), code.matches('-').count()), (17, 2));
            assert_eq!(read_recovery_code(&code.to_uppercase().replace('-', "  ")), Some(code.clone()));
            assert_eq!(read_transfer_code(&code), None);
        }
        assert_eq!(read_recovery_code("O1LIU 00000 abcde").as_deref(), Some("0111v-00000-abcde"));
        for wrong in
            ["", "k7mw2-xqp4d", "k7mw2-xqp4d-9hj3", "k7mw2-xqp4d-9hj3cc", "äääääääääääääää", &"0".repeat(100)]
        {
            assert_eq!(read_recovery_code(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_key_is_never_shown_by_accident() {
        let key = Key::random();
        assert!(!format!("{key:?}").contains(&key.reveal()));
        let hash = serde_json::to_string(&key.hash()).unwrap();
        assert!(!hash.contains(&key.reveal()));
        assert_eq!(serde_json::from_str::<KeyHash>(&hash).unwrap(), key.hash());
    }
}
