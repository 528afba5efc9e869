//! Text forms for games: serialisation, actions of a word and a value, refusals with their clauses.

/// Serialises types as their text form, which their `Display` and `FromStr` have. Parameters of the types stand before them:
/// `as_text!([M: Map] Hex<M>)`.
#[macro_export]
macro_rules! as_text {
    ([$($parameters:tt)*] $Type:ty) => {
        impl<$($parameters)*> serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de, $($parameters)*> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
    ($($Type:ty),+ $(,)?) => {$(
        $crate::as_text!([] $Type);
    )+};
}

/// Declares an action or an outcome that consists of a word and a value, with its text form.
///
/// ```
/// game::word! {
///     /// A seat stands up.
///     pub struct Leaves(game::Seat) = "an action": "leaves";
/// }
/// assert_eq!("leaves  B".parse(), Ok(Leaves(game::Seat::B)));
/// assert_eq!(Leaves(game::Seat::B).to_string(), "leaves B");
/// let error = "leave B".parse::<Leaves>().unwrap_err();
/// assert_eq!(error.to_string(), "`leave B` is not an action: it begins with `leaves`");
/// ```
#[macro_export]
macro_rules! word {
    ($(#[$doc:meta])* $vis:vis struct $Name:ident($Value:ty) = $what:literal: $word:literal;) => {
        $(#[$doc])*
        #[doc = concat!("\n\nText form: `", $word, "` and the value.")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis struct $Name(pub $Value);

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{} {}", $word, self.0)
            }
        }

        impl ::std::str::FromStr for $Name {
            type Err = $crate::ParseError;
            fn from_str(text: &str) -> Result<$Name, $crate::ParseError> {
                let wrong = |hint: String| $crate::ParseError::malformed(text, $what, hint);
                let (word, value) = text.trim().split_once(char::is_whitespace).unwrap_or((text, ""));
                if word != $word {
                    return Err(wrong(format!("it begins with `{}`", $word)));
                }
                value.trim().parse().map($Name).map_err(|error| wrong(format!("{error}")))
            }
        }
    };
}

/// Declares why a game refuses something: each reason with its clause and what it says in English, in which its fields can
/// stand.
///
/// ```
/// game::refusals! {
///     /// Why something is refused.
///     pub enum Illegal {
///         Over: "LIT-END-1", "the game is over";
///         NotYourTurn { turn: game::Seat }: "LIT-TURN-1", "it is the turn of seat {turn}";
///     }
/// }
/// let why = Illegal::NotYourTurn { turn: game::Seat::B };
/// assert_eq!(why.to_string(), "it is the turn of seat B");
/// assert_eq!(game::IllegalReason::clause(&why), "LIT-TURN-1");
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[$doc:meta])*
        $vis:vis enum $Name:ident {
            $($Reason:ident $({ $($field:ident: $Type:ty),+ })?: $clause:literal, $message:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        $vis enum $Name {
            $(#[doc = $message] $Reason $({ $($field: $Type),+ })?,)+
        }

        impl $crate::IllegalReason for $Name {
            fn clause(&self) -> $crate::Clause {
                match self {
                    $($Name::$Reason { .. } => $clause,)+
                }
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $($Name::$Reason $({ $($field),+ })? => write!(f, $message),)+
                }
            }
        }
    };
}
