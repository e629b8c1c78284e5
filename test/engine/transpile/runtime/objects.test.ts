import { expect, test, vi } from "vitest";
import { add, mul, sub } from "../../../../engine/transpile/runtime/arithmetic.ts";
import { bool } from "../../../../engine/transpile/runtime/builtins-containers.ts";
import { len, reversed } from "../../../../engine/transpile/runtime/builtins-iteration.ts";
import { max, sorted } from "../../../../engine/transpile/runtime/builtins-order.ts";
import { Dict } from "../../../../engine/transpile/runtime/dict.ts";
import { dict_get } from "../../../../engine/transpile/runtime/dict-methods.ts";
import { equals, notEquals } from "../../../../engine/transpile/runtime/equality.ts";
import * as errors from "../../../../engine/transpile/runtime/errors.ts";
import { format } from "../../../../engine/transpile/runtime/format.ts";
import { hash } from "../../../../engine/transpile/runtime/builtins-objects.ts";
import { iadd } from "../../../../engine/transpile/runtime/in-place.ts";
import { getItem, setItem } from "../../../../engine/transpile/runtime/items.ts";
import { collect } from "../../../../engine/transpile/runtime/iterate.ts";
import { NotImplemented } from "../../../../engine/transpile/runtime/kinds.ts";
import { contains } from "../../../../engine/transpile/runtime/membership.ts";
import { greater, less } from "../../../../engine/transpile/runtime/order.ts";
import { exceptionLine, repr, str } from "../../../../engine/transpile/runtime/repr.ts";
import { SetValue } from "../../../../engine/transpile/runtime/set.ts";
import { set_add } from "../../../../engine/transpile/runtime/set-methods.ts";
import { Tuple } from "../../../../engine/transpile/runtime/tuple.ts";
import { print } from "../../../../engine/transpile/runtime/write.ts";

class Money {
  readonly cents: bigint;

  constructor(cents: bigint) {
    this.cents = cents;
  }

  __eq__(other: any): any {
    return other instanceof Money ? this.cents === other.cents : NotImplemented;
  }

  __hash__(): bigint {
    return hash(new Tuple(["money", this.cents % 3n]));
  }

  __lt__(other: any): any {
    return other instanceof Money ? this.cents < other.cents : NotImplemented;
  }

  __add__(other: any): any {
    return other instanceof Money ? new Money(this.cents + other.cents) : NotImplemented;
  }

  __radd__(other: any): any {
    return other === 0n ? this : NotImplemented;
  }

  __mul__(times: any): any {
    return typeof times === "bigint" ? new Money(this.cents * times) : NotImplemented;
  }

  __rmul__(times: any): any {
    return this.__mul__(times);
  }

  __repr__(): string {
    return `Money(${this.cents})`;
  }

  __bool__(): boolean {
    return this.cents !== 0n;
  }
}

class Euro extends Money {
  override __radd__(other: any): any {
    return other instanceof Money ? "the subclass is asked first" : NotImplemented;
  }

  __format__(spec: string): string {
    return `${this.cents} cents <${spec}>`;
  }
}

const shelf = {
  items: ["a", "b"],
  __len__: (): bigint => 2n,
  __getitem__: (index: bigint): string => getItem(shelf.items, index),
  __setitem__: (index: bigint, value: string): void => setItem(shelf.items, index, value),
};

test("operators call the operands' methods, those of the subclass first", () => {
  expect(repr(add(new Money(1n), new Money(2n)))).toBe("Money(3)");
  expect(repr(add(0n, new Money(2n)))).toBe("Money(2)");
  expect(repr(mul(3n, new Money(2n)))).toBe("Money(6)");
  expect(repr(iadd(new Money(1n), new Money(2n)))).toBe("Money(3)");
  expect(add(new Money(1n), new Euro(1n))).toBe("the subclass is asked first");
  expect(lineOf(() => add(new Money(1n), 5n))).toBe(
    "TypeError: unsupported operand type(s) for +: 'Money' and 'int'",
  );
  expect(lineOf(() => iadd(new Money(1n), 5n))).toBe(
    "TypeError: unsupported operand type(s) for +=: 'Money' and 'int'",
  );
  expect(lineOf(() => sub("a", new Money(1n)))).toBe(
    "TypeError: unsupported operand type(s) for -: 'str' and 'Money'",
  );
  expect(lineOf(() => add("a", new Money(1n)))).toBe(
    'TypeError: can only concatenate str (not "Money") to str',
  );
});

test("comparisons call the operands' methods, and reflect", () => {
  expect(equals(new Money(1n), new Money(1n))).toBe(true);
  expect(notEquals(new Money(1n), new Money(2n))).toBe(true);
  expect(equals(1n, new Money(1n))).toBe(false);
  expect(less(new Money(1n), new Money(2n))).toBe(true);
  expect(greater(new Money(3n), new Money(2n))).toBe(true);
  expect(repr(sorted([new Money(3n), new Money(1n)]))).toBe("[Money(1), Money(3)]");
  expect(repr(max([[new Money(3n), new Money(9n)]]))).toBe("Money(9)");
  expect(lineOf(() => less(new Money(1n), 2n))).toBe(
    "TypeError: '<' not supported between instances of 'Money' and 'int'",
  );
  expect(() => equals({ __eq__: () => 5n }, 1n)).toThrow(errors.TranslationLimit);
});

test("objects are keys by hash and equality, or by identity", () => {
  const prices = Dict.of([
    [new Money(1n), "one"],
    [new Money(4n), "four"],
  ]);
  expect(dict_get(prices, new Money(4n))).toBe("four");
  expect(dict_get(prices, new Money(7n))).toBe(null);
  expect(getItem(Dict.of([[new Tuple([new Money(1n), "x"]), 5n]]), new Tuple([new Money(1n), "x"]))).toBe(5n);
  prices.__delitem__(new Money(1n));
  expect(contains(prices, new Money(1n))).toBe(false);
  expect(dict_get(prices, new Money(4n))).toBe("four");
  const plain = {};
  const seen = SetValue.of([plain]);
  set_add(seen, plain);
  set_add(seen, {});
  expect(len(seen)).toBe(2n);
  expect(lineOf(() => SetValue.of([{ __eq__: () => true, constructor: Money }]))).toBe(
    "TypeError: unhashable type: 'Money'",
  );
});

test("objects with a length and items work as sequences", () => {
  expect(bool(new Money(0n))).toBe(false);
  expect(collect(shelf)).toEqual(["a", "b"]);
  expect(contains(shelf, "b")).toBe(true);
  expect(collect(reversed(shelf))).toEqual(["b", "a"]);
  setItem(shelf, 0n, "z");
  expect(getItem(shelf, 0n)).toBe("z");
  expect(format(new Euro(5n), ">3")).toBe("5 cents <>3>");
  expect(() => repr({})).toThrow(errors.TranslationLimit);
});

test("an exception has arguments and a text built from them", () => {
  expect(exceptionLine(new errors.ValueError())).toBe("ValueError");
  expect(exceptionLine(new errors.KeyError("it's"))).toBe('KeyError: "it\'s"');
  expect(str(new errors.ValueError("a", 2n))).toBe("('a', 2)");
  expect(repr(new errors.ValueError("a", 2n))).toBe("ValueError('a', 2)");
  class Refused extends errors.ValueError {
    override __init__(reason: string): void {
      super.__init__(`refused: ${reason}`);
      this["reason"] = reason;
    }
  }
  expect(exceptionLine(new Refused("late"))).toBe("Refused: refused: late");
  expect(new errors.StopIteration(5n).value).toBe(5n);
});

test("JavaScript errors become the matching Python exceptions", () => {
  const caught = (run: () => unknown): any => {
    try {
      return run();
    } catch (error) {
      return errors.toPython(error);
    }
  };
  const nothing: any = null;
  const endless = (): number => 1 + endless();
  expect(caught(endless)).toBeInstanceOf(errors.RecursionError);
  expect(exceptionLine(caught(() => nothing.size))).toBe(
    "AttributeError: 'NoneType' object has no attribute 'size'",
  );
  expect(exceptionLine(caught(() => early))).toBe("NameError: name 'early' is not defined");
  expect(() => errors.toPython(new errors.TranslationLimit("x"))).toThrow(errors.TranslationLimit);
  const early = 1;
});

test("print writes its values with separator and end", () => {
  const written: string[] = [];
  using _ = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  print([1n, 2.5, "a", null, [true]]);
  print(["a", "b"], "-", "!");
  print([]);
  expect(written).toEqual(["1 2.5 a None [True]\n", "a-b!", "\n"]);
});

function lineOf(run: () => unknown): string {
  try {
    return `gave ${repr(run())}`;
  } catch (error) {
    return error instanceof errors.BaseException ? exceptionLine(error) : String(error);
  }
}
