// @ts-check
// What the browser keeps: the entries of tables, and values of the visitor. Nothing is told to be kept before it is on disk.

/** @typedef {{ seq: number, at: number, command?: string, body: string }} Entry */
/** @typedef {"done" | "taken" | "full" | "failed"} Stored */

export class Database {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    // A newer version of the site wants to change it: this page has seen its best.
    database.onversionchange = () => database.close();
  }

  /**
   * @param {string} name
   * @returns {Promise<Database>}
   */
  static open(name) {
    return new Promise((done, failed) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("values");
        request.result.createObjectStore("tables");
        request.result.createObjectStore("entries");
      };
      request.onsuccess = () => done(new Database(request.result));
      request.onerror = () => failed(request.error);
      request.onblocked = () => failed(new Error("another window holds the database"));
    });
  }

  /**
   * Reads something.
   * @template T
   * @param {string} store
   * @param {(store: IDBObjectStore) => IDBRequest<T>} ask
   * @returns {Promise<T>}
   */
  read(store, ask) {
    return new Promise((done, failed) => {
      const request = ask(this.database.transaction(store, "readonly").objectStore(store));
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  }

  /** All values whose names do not begin with `record/`, which may be large. @returns {Promise<Record<string, string>>} */
  async values() {
    const [before, after] = [IDBKeyRange.upperBound("record/"), IDBKeyRange.lowerBound("record0")];
    const all = await Promise.all(
      [before, after].map(async (range) => {
        const [keys, values] = await Promise.all([
          this.read("values", (store) => store.getAllKeys(range)),
          this.read("values", (store) => store.getAll(range)),
        ]);
        return keys.map((key, at) => [String(key), String(values[at])]);
      }),
    );
    return Object.fromEntries(all.flat());
  }

  /** The tables, the latest first. @returns {Promise<string[]>} */
  async tables() {
    const [keys, changed] = await Promise.all([
      this.read("tables", (store) => store.getAllKeys()),
      this.read("tables", (store) => store.getAll()),
    ]);
    const tables = keys.map((id, at) => ({ id: String(id), at: Number(changed[at]) }));
    return tables.sort((one, other) => other.at - one.at).map(({ id }) => id);
  }

  /** @param {string} key @returns {Promise<string | undefined>} */
  value(key) {
    return this.read("values", (store) => store.get(key));
  }

  /**
   * The entries of a table from one on.
   * @param {string} table
   * @param {number} from
   * @returns {Promise<Entry[]>}
   */
  entries(table, from) {
    return this.read("entries", (store) => store.getAll(IDBKeyRange.bound([table, from], [table, Infinity])));
  }

  /**
   * Stores entries together or not at all: none if a number is taken.
   * @param {string} table
   * @param {Entry[]} entries
   * @returns {Promise<Stored>}
   */
  store(table, entries) {
    return this.write(["entries", "tables"], (transaction) => {
      const store = transaction.objectStore("entries");
      for (const entry of entries) store.add(entry, [table, entry.seq]);
      transaction.objectStore("tables").put(entries.at(-1)?.at ?? 0, table);
    });
  }

  /**
   * Keeps a value, or forgets it.
   * @param {string} key
   * @param {string | null} value
   */
  keep(key, value) {
    return this.write(["values"], (transaction) => {
      const store = transaction.objectStore("values");
      if (value === null) store.delete(key);
      else store.put(value, key);
    });
  }

  /**
   * @param {string[]} stores
   * @param {(transaction: IDBTransaction) => void} change
   * @returns {Promise<Stored>}
   */
  write(stores, change) {
    return new Promise((done) => {
      try {
        const transaction = this.database.transaction(stores, "readwrite", { durability: "strict" });
        transaction.oncomplete = () => done("done");
        transaction.onabort = () => done(fault(transaction.error));
        change(transaction);
      } catch (error) {
        done(fault(error));
      }
    });
  }
}

/** @param {unknown} error @returns {Stored} */
function fault(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "ConstraintError") return "taken";
  return name === "QuotaExceededError" ? "full" : "failed";
}
