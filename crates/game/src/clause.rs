//! Names of the clauses of a rulebook.

/// A clause of a rulebook: `CATAN-ROAD-4`, `CARC-TILE-6`.
pub type Clause = &'static str;
