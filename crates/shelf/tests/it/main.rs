//! Records, setups, views and cases of every game.

mod cases;
mod coverage;
mod deviations;
mod dice;
mod documents;
mod event_documents;
mod hostile;
mod lessons;
mod records;
mod relied_on;
mod sources;
mod statistics;
mod views;
