import { rangeLength } from "../../kernel/sequences.ts";
import { IndexError, TypeError, ValueError } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { isIntegral, hasMethod, NotImplemented, typeName, type OperatorAnswer } from "./kinds.ts";
import { Tuple } from "./tuple.ts";

/** Python's range. */
export class Range {
  static readonly __name__: string = "range";
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;

  constructor(start: bigint, stop: bigint, step: bigint = 1n) {
    this.start = start;
    this.stop = stop;
    this.step = step;
  }

  __len__(): bigint {
    return rangeLength(this.start, this.stop, this.step);
  }

  *__iter__(): Generator<bigint> {
    const { start, stop, step } = this;
    if (step > 0n) for (let at = start; at < stop; at += step) yield at;
    else for (let at = start; at > stop; at += step) yield at;
  }

  __contains__(value: unknown): boolean {
    if (typeof value === "number" && !Number.isInteger(value)) return false;
    if (typeof value !== "number" && !isIntegral(value)) return false;
    const distance = BigInt(value) - this.start;
    return distance % this.step === 0n && distance / this.step >= 0n && distance / this.step < this.__len__();
  }

  __getitem__(index: unknown): bigint {
    const length = this.__len__();
    const at = asIndex(index, "range indices must be integers or slices, not ");
    if (at >= length || at < -length) throw new IndexError("range object index out of range");
    return this.start + (at < 0n ? at + length : at) * this.step;
  }

  __eq__(other: unknown): OperatorAnswer<boolean> {
    if (!(other instanceof Range)) return NotImplemented;
    const length = this.__len__();
    if (length !== other.__len__()) return false;
    return length === 0n || (this.start === other.start && (length === 1n || this.step === other.step));
  }

  __hash__(): bigint {
    const length = this.__len__();
    const start = length > 0n ? this.start : null;
    return hashOf(new Tuple([length, start, length > 1n ? this.step : null]));
  }

  __repr__(): string {
    return `range(${this.start}, ${this.stop}${this.step === 1n ? "" : `, ${this.step}`})`;
  }
}

/** An int from anything that may be an index. */
export function asIndex(value: unknown, complaint: string): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (hasMethod(value, "__index__")) return value.__index__();
  throw new TypeError(complaint + typeName(value));
}

/** An int where Python asks for one, as in `range(3)`. */
export function asInt(value: unknown): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (hasMethod(value, "__index__")) return value.__index__();
  throw new TypeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
}

/** `range(stop)` and `range(start, stop, step)`. */
export function range(first: unknown, second?: unknown, step?: unknown): Range {
  if (second === undefined) return new Range(0n, asInt(first));
  const made = new Range(asInt(first), asInt(second), step === undefined ? 1n : asInt(step));
  if (made.step === 0n) throw new ValueError("range() arg 3 must not be zero");
  return made;
}
