/** Texts of the shell, by language; `crates/site/examples/files.rs` writes them. */
export const words: Record<
  "en" | "de",
  Record<"storage" | "failed" | "version" | "load" | "link" | "copied" | "close" | "long" | "save" | "damaged" | "large" | "reading" | "stop" | "stopped" | "loading", string>
>;

/** The longest link with a record, in characters, and the largest record, in bytes. */
export const limits: { link: number; record: number };

/** The files beside the module that the page of a table needs. */
export const tableFiles: string[];
