// The part of the module that the workers use; `crates/site/src/web.rs` defines it.

export function initSync(module: { module: WebAssembly.Module }): WebAssembly.Exports;

/** Looks at the record of a finished game. */
export function coach(record: string): string | undefined;

export class Site {
  constructor(values: string, tables: string, folder: string, languages: string, now: number);
  begin(): string;
  request(number: number, request: string, now: number): string;
  loaded(table: string, entries: string, now: number): string;
  changed(table: string): string;
  stored(table: string, result: string, now: number): string;
  recalled(key: string, value: string | undefined, now: number): string;
  coached(key: string, document: string | undefined, now: number): string;
  follow(stream: number, path: string, now: number): string;
  unfollow(stream: number): void;
  chosen(task: string, action: string | undefined, now: number): string;
  hurry(task: string, now: number): string;
  drive(table: string, now: number): string;
  tick(table: string, now: number): string;
}

export class Thinker {
  constructor();
  next(table: string): number;
  follow(table: string, entries: string): void;
  choose(task: string): string | undefined;
}
