//! Sets of small ids.

/// Declares a set of ids, which are tuple structs around their numbers: one bit each, `Copy`, iterated in ascending order.
#[doc(hidden)]
#[macro_export]
macro_rules! id_set {
    ($(#[$about:meta])* $Set:ident($vis:vis $bits:ty), $Iter:ident, $Id:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set($vis $bits);

        impl $Set {
            /// The empty set.
            pub const EMPTY: $Set = $Set(0);

            /// The set with just this one.
            #[must_use]
            #[inline]
            pub const fn one(id: $Id) -> $Set {
                $Set(1 << id.0)
            }

            /// Returns the number of elements in the set.
            #[must_use]
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            #[must_use]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether `id` is in the set.
            #[must_use]
            #[inline]
            pub const fn contains(self, id: $Id) -> bool {
                self.0 >> id.0 & 1 != 0
            }

            /// Adds `id`.
            #[inline]
            pub const fn insert(&mut self, id: $Id) {
                self.0 |= 1 << id.0;
            }

            /// Takes `id` out.
            #[inline]
            pub const fn remove(&mut self, id: $Id) {
                self.0 &= !(1 << id.0);
            }
        }

        impl ::core::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        impl FromIterator<$Id> for $Set {
            fn from_iter<I: IntoIterator<Item = $Id>>(ids: I) -> Self {
                ids.into_iter().fold($Set::EMPTY, |set, id| $Set(set.0 | $Set::one(id).0))
            }
        }

        impl IntoIterator for $Set {
            type Item = $Id;
            type IntoIter = $Iter;
            #[inline]
            fn into_iter(self) -> $Iter {
                $Iter(self.0)
            }
        }

        #[doc = concat!("Iterates over a [`", stringify!($Set), "`] in ascending order.")]
        #[derive(Clone, Debug)]
        pub struct $Iter($bits);

        impl Iterator for $Iter {
            type Item = $Id;
            #[inline]
            fn next(&mut self) -> Option<$Id> {
                if self.0 == 0 {
                    return None;
                }
                let id = $Id(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(id)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.count_ones() as usize, Some(self.0.count_ones() as usize))
            }
        }

        impl ExactSizeIterator for $Iter {}
    };
}
