import { sameItems } from "./equality.ts";
import { IndexError, RuntimeError, TypeError, ValueError } from "./errors.ts";
import { collect } from "./iterate.ts";
import { isIntegral, NotImplemented, type OperatorAnswer, typeName } from "./kinds.ts";
import { less, lessEqual } from "./order.ts";
import { asIndex, asInt } from "./range.ts";
import { guarded, repr } from "./repr.ts";
import type { Dynamic } from "./tuple.ts";

/** A list with two open ends, perhaps of a greatest length. */
export class DequeList {
  static readonly __name__: string = "deque";
  /** The items begin at `head`: before it is room for more. */
  items: unknown[] = [];
  head = 0;
  changes = 0;
  readonly maxlen: bigint | boolean | null;

  constructor(maxlen: bigint | boolean | null = null) {
    this.maxlen = maxlen;
  }

  get size(): number {
    return this.items.length - this.head;
  }

  values(): unknown[] {
    return this.items.slice(this.head);
  }

  replace(values: unknown[]): void {
    this.items = values;
    this.head = 0;
    this.changes += 1;
  }

  push(item: unknown): void {
    this.items.push(item);
    this.changes += 1;
    if (this.maxlen !== null && this.size > Number(this.maxlen)) this.shift();
  }

  pushLeft(item: unknown): void {
    if (this.head === 0) {
      const room = this.items.length + 8;
      this.items = [...Array.from({ length: room }), ...this.items];
      this.head = room;
    }
    this.items[--this.head] = item;
    this.changes += 1;
    if (this.maxlen !== null && this.size > Number(this.maxlen)) this.items.pop();
  }

  shift(): unknown {
    const item = this.items[this.head];
    this.items[this.head++] = undefined;
    this.changes += 1;
    if (this.head > 64 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }

  *__iter__(): Generator<Dynamic> {
    const { changes } = this;
    for (let at = 0; at < this.size; at++) {
      yield this.items[this.head + at];
      if (changes !== this.changes) throw new RuntimeError("deque mutated during iteration");
    }
  }

  __len__(): bigint {
    return BigInt(this.size);
  }

  place(index: unknown): number {
    const at = Number(asIndex(index, "sequence index must be integer, not "));
    if (at >= this.size || at < -this.size) throw new IndexError("deque index out of range");
    return this.head + (at < 0 ? at + this.size : at);
  }

  __getitem__(index: unknown): Dynamic {
    if (!isIntegral(index)) throw new TypeError(`sequence index must be integer, not '${typeName(index)}'`);
    return this.items[this.place(index)];
  }

  __setitem__(index: unknown, value: unknown): void {
    this.items[this.place(index)] = value;
  }

  __delitem__(index: unknown): void {
    this.items.splice(this.place(index), 1);
    this.changes += 1;
  }

  __eq__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof DequeList ? sameItems(this.values(), other.values()) : NotImplemented;
  }

  __lt__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof DequeList ? less(this.values(), other.values()) : NotImplemented;
  }

  __le__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof DequeList ? lessEqual(this.values(), other.values()) : NotImplemented;
  }

  __gt__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof DequeList ? less(other.values(), this.values()) : NotImplemented;
  }

  __ge__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof DequeList ? lessEqual(other.values(), this.values()) : NotImplemented;
  }

  __add__(other: unknown): DequeList {
    if (!(other instanceof DequeList))
      throw new TypeError(`can only concatenate deque (not "${typeName(other)}") to deque`);
    return deque([...this.values(), ...other.values()], this.maxlen);
  }

  __iadd__(other: unknown): DequeList {
    deque_extend(this, other);
    return this;
  }

  __mul__(count: unknown): OperatorAnswer<DequeList> {
    if (!isIntegral(count)) return NotImplemented;
    return deque(
      Array.from({ length: Math.max(0, Number(count)) }, () => this.values()).flat(1),
      this.maxlen,
    );
  }

  __repr__(): string {
    const limit = this.maxlen === null ? "" : `, maxlen=${this.maxlen}`;
    return guarded(this, "[...]", () => `deque([${this.values().map(repr).join(", ")}]${limit})`);
  }
}

/** `collections.deque`. */
export function deque(values?: unknown, maxlen: unknown = null): DequeList {
  if (maxlen !== null && !isIntegral(maxlen)) throw new TypeError("an integer is required");
  if (maxlen !== null && BigInt(maxlen) < 0n) throw new ValueError("maxlen must be non-negative");
  const made = new DequeList(maxlen);
  if (values !== undefined) deque_extend(made, values);
  return made;
}

export function deque_append(deque: DequeList, item: unknown): null {
  deque.push(item);
  return null;
}

export function deque_appendleft(deque: DequeList, item: unknown): null {
  deque.pushLeft(item);
  return null;
}

export function deque_extend(deque: DequeList, items: unknown): null {
  for (const item of collect(items)) deque.push(item);
  return null;
}

export function deque_extendleft(deque: DequeList, items: unknown): null {
  for (const item of collect(items)) deque.pushLeft(item);
  return null;
}

export function deque_pop(deque: DequeList): Dynamic {
  if (deque.size === 0) throw new IndexError("pop from an empty deque");
  deque.changes += 1;
  return deque.items.pop();
}

export function deque_popleft(deque: DequeList): Dynamic {
  if (deque.size === 0) throw new IndexError("pop from an empty deque");
  return deque.shift();
}

export function deque_clear(deque: DequeList): null {
  deque.replace([]);
  return null;
}

export function deque_copy(deque: DequeList): DequeList {
  const copy = new DequeList(deque.maxlen);
  copy.replace(deque.values());
  return copy;
}

export function deque_reverse(deque: DequeList): null {
  deque.replace(deque.values().reverse());
  return null;
}

export function deque_rotate(deque: DequeList, n: unknown = 1n): null {
  const values = deque.values();
  const by = values.length === 0 ? 0 : Number(asInt(n) % BigInt(values.length));
  const cut = by > 0 ? values.length - by : -by;
  deque.replace([...values.slice(cut), ...values.slice(0, cut)]);
  return null;
}
