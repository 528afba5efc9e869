//! Tests of the store against a PostgreSQL of their own.

mod nodes;
mod restart;
mod store;
