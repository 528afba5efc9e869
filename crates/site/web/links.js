// @ts-check
// Records in links: compressed, with a checksum, in letters that an address may hold.

/** Why a link is not opened: it is damaged, or unpacks to more than is allowed. */
export class LinkError extends Error {
  /** @param {"damaged" | "large"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/**
 * Compresses a record.
 * @param {string} record
 * @returns {Promise<string>}
 */
export async function pack(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Reads what `pack` has written. It stops as soon as there is more than is allowed.
 * @param {string} code
 * @param {number} most the largest record, in bytes
 * @returns {Promise<string>}
 */
export async function unpack(code, most) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        // It may fail at what follows, which nobody reads.
        reader.cancel().catch(() => {});
        throw new LinkError("large");
      }
      parts.push(value);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("damaged");
  }
}
