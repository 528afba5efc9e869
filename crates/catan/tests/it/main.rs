//! The rules of Catan and Cities & Knights, and the slow references they are compared with.

mod agreeing;
mod agreement;
mod cities_and_knights;
mod cities_and_knights_agreeing;
mod cities_and_knights_agreement;
mod cities_and_knights_odd;
mod cities_and_knights_reference;
mod from_view;
mod odd_cases;
mod outlook;
mod perft;
mod played;
mod properties;
mod reference;
