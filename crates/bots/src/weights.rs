//! Declares the parameters of a bot's estimates once: their meaning, their names and their values.

/// Declares the struct `Weights` with a field for each weight, its default, and a setter by name.
macro_rules! weights {
    ($(#[$about:meta])+ struct Weights { $($(#[$doc:meta])* $name:ident = $value:expr;)* }) => {
        $(#[$about])+
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[non_exhaustive]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $value,)* }
            }
        }

        impl Weights {
            /// Sets one weight by its name, as characters and matches between different weights need it; `false` if none is called
            /// so.
            pub fn set(&mut self, name: &str, value: f32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}
pub(crate) use weights;
