/** Python's tuple. */
export class Tuple {
  static readonly __name__: string = "tuple";
  readonly items: readonly any[];

  constructor(items: readonly any[]) {
    this.items = items;
  }

  __iter__(): Iterator<any> {
    return this.items[Symbol.iterator]();
  }

  __len__(): bigint {
    return BigInt(this.items.length);
  }
}
