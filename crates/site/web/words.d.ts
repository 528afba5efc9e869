/** Texts of the shell, by language; `crates/site/examples/files.rs` writes them. */
export const words: Record<"en" | "de", { storage: string; failed: string; version: string; load: string }>;
