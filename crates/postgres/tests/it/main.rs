//! Tests of the store against a PostgreSQL of their own.

mod backup;
mod due;
mod migration;
mod nodes;
mod restart;
mod store;
mod thinking;
