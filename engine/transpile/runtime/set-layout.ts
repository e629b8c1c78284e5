import { hashOf } from "./hash.ts";
import { Tuple } from "./tuple.ts";

/** Where CPython puts each item of a set: that is the order in which they come out. */
export class SetLayout {
  /** Of each place: an entry, `null` when it is free, `undefined` when its item was removed. */
  slots: ({ key: unknown; hash: bigint } | null | undefined)[] = freeSlots(8);
  /** Entries and removed ones. */
  fill = 0;
  used = 0;
  /** Where `pop` goes on. */
  finger = 0;

  get mask(): number {
    return this.slots.length - 1;
  }

  entries(): { key: unknown; hash: bigint }[] {
    return this.slots.filter((slot) => slot !== null && slot !== undefined);
  }

  place(key: unknown, hash: bigint): void {
    this.slots[findSlot(this.slots, hash, (slot) => slot === null)] = { key, hash };
  }

  /** A new item takes the place of the last removed one that was passed on the way. */
  add(key: unknown, hash: bigint): void {
    let removed: number | undefined;
    const free = findSlot(this.slots, hash, (slot, index) => {
      if (slot === undefined) removed = index;
      return slot === null;
    });
    this.slots[removed ?? free] = { key, hash };
    this.used += 1;
    if (removed !== undefined) return;
    this.fill += 1;
    if (this.fill * 5 >= this.mask * 3) this.grow();
  }

  remove(key: unknown, hash: bigint): void {
    this.slots[findSlot(this.slots, hash, (slot) => slot?.key === key)] = undefined;
    this.used -= 1;
  }

  grow(): void {
    this.resize(this.used > 50000 ? this.used * 2 : this.used * 4);
  }

  resize(minSize: number): void {
    const kept = this.entries();
    let size = 8;
    while (size <= minSize) size *= 2;
    this.slots = freeSlots(size);
    for (const { key, hash } of kept) this.place(key, hash);
    this.fill = this.used;
  }

  /** Makes room at once for many items that are to come. */
  reserve(count: number): void {
    if ((this.fill + count) * 5 >= this.mask * 3) this.resize((this.used + count) * 2);
  }

  /** An empty layout takes over another one. */
  copyFrom(other: SetLayout): void {
    this.reserve(other.used);
    if (this.mask === other.mask && other.fill === other.used) this.slots = other.slots.slice();
    else for (const { key, hash } of other.entries()) this.place(key, hash);
    this.fill = other.used;
    this.used = other.used;
  }

  /** Many removed items are cleared away. */
  tidy(): void {
    if (this.fill - this.used > Math.floor(this.mask / 4)) this.grow();
  }

  pop(): unknown {
    let at = this.finger & this.mask;
    while (this.slots[at] === null || this.slots[at] === undefined) at = at === this.mask ? 0 : at + 1;
    this.finger = at + 1;
    return this.slots[at]!.key;
  }
}

export function freeSlots(size: number): null[] {
  return Array.from({ length: size }, () => null);
}

/** The places CPython tries for a hash: ten in a row, then it jumps. */
export function findSlot<Slot>(
  slots: readonly (Slot | undefined)[],
  hash: bigint,
  fits: (slot: Slot | undefined, index: number) => boolean,
): number {
  const mask = slots.length - 1;
  let perturb = BigInt.asUintN(64, hash);
  let at = Number(perturb & BigInt(mask));
  for (;;) {
    const last = at + 9 <= mask ? at + 9 : at;
    for (let index = at; index <= last; index++) if (fits(slots[index], index)) return index;
    perturb >>= 5n;
    at = Number((BigInt(at) * 5n + 1n + perturb) & BigInt(mask));
  }
}

/** The hash of numbers, None and tuples of them; others differ from one run of Python to the next. */
export function fixedHash(value: unknown): bigint | undefined {
  const fixed = typeof value === "bigint" || typeof value === "number" || typeof value === "boolean";
  if (fixed || value === null) return hashOf(value);
  if (!(value instanceof Tuple) || value.constructor !== Tuple) return undefined;
  return value.items.every((item) => fixedHash(item) !== undefined) ? hashOf(value) : undefined;
}
