//! Bots of every game, from the table and from the document of a view.

#[cfg(feature = "any")]
mod advice;
#[cfg(feature = "carcassonne")]
mod carcassonne;
#[cfg(feature = "catan")]
mod catan;
#[cfg(feature = "any")]
mod characters;
#[cfg(feature = "cities-and-knights")]
mod cities_and_knights;
#[cfg(feature = "any")]
mod event_documents;
#[cfg(feature = "cities-and-knights")]
mod fellows;
#[cfg(feature = "any")]
mod from_view;
#[cfg(feature = "carcassonne")]
mod giving_up;
#[cfg(feature = "any")]
mod listener;
#[cfg(feature = "any")]
mod luck;
#[cfg(feature = "cities-and-knights")]
mod offers;
mod table;
