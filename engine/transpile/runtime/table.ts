import { hashKey, inexact, same } from "./equality.ts";

/** A key with its value, as they were put into a dict or a set. */
export type TableEntry = { key: unknown; value: unknown };

/** The hash table under dict and set: entries in the order of insertion, found by Python's equality. */
export class Table {
  readonly entries = new Map<unknown, TableEntry>();
  /** Keys that only `__eq__` can tell apart, by their hash. */
  readonly buckets = new Map<unknown, unknown[]>();

  get size(): number {
    return this.entries.size;
  }

  find(key: unknown): TableEntry | undefined {
    return this.entries.get(this.slot(key));
  }

  set(key: unknown, value: unknown): void {
    const slot = this.slot(key);
    const entry = this.entries.get(slot);
    if (entry) entry.value = value;
    else this.insert(slot, key, value);
  }

  delete(key: unknown): boolean {
    const slot = this.slot(key);
    const bucket = slot !== null && typeof slot === "object" ? this.buckets.get(hashKey(key)) : undefined;
    if (bucket?.includes(slot)) bucket.splice(bucket.indexOf(slot), 1);
    return this.entries.delete(slot);
  }

  clear(): void {
    this.entries.clear();
    this.buckets.clear();
  }

  /** What stands for the key in `entries`: its hash key, or the equal key that is already there. */
  slot(key: unknown): unknown {
    const hash = hashKey(key);
    if (typeof hash !== "string" || !hash.startsWith(inexact)) return hash;
    return this.buckets.get(hash)?.find((other) => other === key || same(other, key)) ?? key;
  }

  insert(slot: unknown, key: unknown, value: unknown): void {
    this.entries.set(slot, { key, value });
    if (slot !== key || key === null || typeof key !== "object") return;
    const hash = hashKey(key);
    if (typeof hash !== "string") return;
    const bucket = this.buckets.get(hash);
    if (bucket) bucket.push(key);
    else this.buckets.set(hash, [key]);
  }
}
