//! Every store.

mod archive;
mod archive_backup;
mod archive_model;
mod displaced;
mod store;
