//! Passwords are hashed in a fixed pool of buffers.
//!
//! Each hash needs 19 MiB. Allocating them anew for each password would let the allocator keep far more than is ever in
//! use at once: glibc raises the size from which it maps memory by itself to the largest block that was freed, and from
//! then on each thread's arena keeps some. So the buffers are made when they are first needed, and never freed.

use crate::lock::lock;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::{Mutex, OnceLock};
use table::keys::random_bytes;

/// The memory of one hash, in KiB: Argon2id with 19 MiB and two passes, as OWASP advises where several passwords may be
/// checked at once.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// The length of a hash, in bytes.
const LENGTH: usize = 32;

type Buffer = Box<[Block]>;

/// The buffers that nobody uses at this moment. There are never more than were in use at once.
#[derive(Default)]
pub(crate) struct Pool {
    free: Mutex<Vec<Buffer>>,
    /// The number of hashes computed.
    #[cfg(test)]
    hashes: std::sync::atomic::AtomicUsize,
}

/// A buffer in use; it goes back when dropped, whatever happens, without what the password left in it.
struct Lent<'a> {
    pool: &'a Pool,
    buffer: Buffer,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.buffer.fill(Block::new());
        lock(&self.pool.free).push(std::mem::take(&mut self.buffer));
    }
}

impl Pool {
    fn lend(&self) -> Lent<'_> {
        #[cfg(test)]
        self.hashes.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let free = lock(&self.free).pop();
        let buffer = free.unwrap_or_else(|| vec![Block::new(); MEMORY as usize].into_boxed_slice());
        Lent { pool: self, buffer }
    }

    /// Hashes a password with a salt of its own; returns the text that is stored.
    pub(crate) fn hash(&self, password: &str) -> String {
        let params = Params::new(MEMORY, PASSES, 1, None).expect("parameters within their bounds");
        let salt = &random_bytes()[..16];
        let mut hash = [0; LENGTH];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone())
            .hash_password_into_with_memory(password.as_bytes(), salt, &mut hash, &mut self.lend().buffer)
            .expect("a salt of 16 bytes fits");
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params).expect("parameters can be written"),
            salt: Some(Salt::new(salt).expect("a salt of 16 bytes fits")),
            hash: Some(Output::new(&hash).expect("a hash of 32 bytes fits")),
        };
        hash.to_string()
    }

    /// Whether a password has this hash. Without one it takes as long, and is `false`.
    pub(crate) fn verify(&self, password: &str, hash: Option<&str>) -> bool {
        static NOBODYS: OnceLock<String> = OnceLock::new();
        // Made before it is known whether it is needed.
        let nobodys = NOBODYS.get_or_init(|| self.hash(&hex_of(random_bytes())));
        self.is_hash_of(password, hash.unwrap_or(nobodys)) == Some(true) && hash.is_some()
    }

    /// `None` if the text is no hash that this server could have made. Hashes are compared in constant time.
    fn is_hash_of(&self, password: &str, text: &str) -> Option<bool> {
        let stored = PasswordHash::new(text).ok()?;
        let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
        let version = stored.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let params = Params::try_from(&stored).ok()?;
        let (salt, expected) = (stored.salt?, stored.hash?);
        let mut hash = [0; Output::MAX_LENGTH];
        let hash = hash.get_mut(..expected.len())?;
        let hasher = Argon2::new(algorithm, version, params);
        hasher
            .hash_password_into_with_memory(password.as_bytes(), &salt, hash, &mut self.lend().buffer)
            .ok()?;
        // `Output` compares in constant time.
        Some(Output::new(hash).ok()? == expected)
    }
}

fn hex_of(bytes: [u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    #[test]
    fn hashes_are_those_that_were_stored_before() {
        let pool = Pool::default();
        let params = Params::new(MEMORY, PASSES, 1, None).unwrap();
        let before = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let stored =
            before.hash_password_with_salt(b"correct horse", b"sixteen bytes :)").unwrap().to_string();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(pool.verify("correct horse", Some(&stored)) && !pool.verify("Correct horse", Some(&stored)));
        let hash = pool.hash("correct horse");
        assert_eq!(hash.len(), stored.len());
        assert_eq!(before.verify_password(b"correct horse", hash.as_str()), Ok(()));
        assert_ne!(pool.hash("correct horse"), hash, "each has a salt of its own");
    }

    /// Whether a name exists cannot be told from the work that its password costs: one hash with the same parameters.
    #[test]
    fn a_name_that_does_not_exist_costs_as_much() {
        let pool = Pool::default();
        let stored = pool.hash("correct horse");
        assert!(!pool.verify("wrong horse", None));
        let work = |hash| {
            let before = pool.hashes.load(std::sync::atomic::Ordering::Relaxed);
            assert!(!pool.verify("wrong horse", hash));
            pool.hashes.load(std::sync::atomic::Ordering::Relaxed) - before
        };
        assert_eq!((work(Some(&stored)), work(None)), (1, 1));
    }

    #[test]
    fn what_is_no_hash_fits_no_password() {
        let pool = Pool::default();
        let small = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, Some(16)).unwrap());
        let small = small.hash_password_with_salt(b"correct horse", b"sixteen bytes :)").unwrap().to_string();
        assert!(pool.verify("correct horse", Some(&small)), "other parameters are read");
        let huge = small.replace("m=8", "m=4000000");
        for hash in [None, Some(""), Some("$argon2id$"), Some("$2b$12$abc"), Some(huge.as_str())] {
            assert!(!pool.verify("correct horse", hash), "{hash:?}");
        }
        assert_eq!(lock(&pool.free).len(), 1, "one at a time takes one buffer");
    }

    #[test]
    fn a_buffer_comes_back_empty_even_after_a_panic() {
        let pool = Pool::default();
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut lent = pool.lend();
            lent.buffer[0].as_mut()[0] = 7;
            panic!("in mid-hash");
        }));
        assert!(failed.is_err());
        let free = lock(&pool.free);
        assert!(free.len() == 1 && free[0].iter().all(|block| block.as_ref().iter().all(|word| *word == 0)));
    }
}
