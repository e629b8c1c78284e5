/** Cuts a stream of bytes into records of a head that tells the length and a body. */
export class Records {
  #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The head, without taking it away; undefined until it has come whole. */
  peek(bytes: number): Buffer | undefined {
    if (this.#bytes < bytes) return undefined;
    if (this.#chunks[0]!.length < bytes) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!.subarray(0, bytes);
  }

  /** Takes a record away; undefined until it has come whole. */
  take(headBytes: number, bodyBytes: number): Buffer | undefined {
    const bytes = headBytes + bodyBytes;
    if (this.#bytes < bytes) return undefined;
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#bytes -= bytes;
    this.#chunks = this.#bytes > 0 ? [all.subarray(bytes)] : [];
    return all.subarray(headBytes, bytes);
  }
}
