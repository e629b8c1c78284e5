/**
 * A value of the translated program. Only that program knows what it is, and uses it without a check: it calls
 * it, adds to it, reads its attributes. `any` is the one type of TypeScript that allows this; it is named here
 * and nowhere else.
 */
export type Dynamic = any;

/** Python's tuple. */
export class Tuple {
  static readonly __name__: string = "tuple";
  readonly items: readonly Dynamic[];

  constructor(items: readonly Dynamic[]) {
    this.items = items;
  }

  __iter__(): Iterator<Dynamic> {
    return this.items[Symbol.iterator]();
  }

  __len__(): bigint {
    return BigInt(this.items.length);
  }
}
