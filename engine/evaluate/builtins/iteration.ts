import { integerOf } from "../../values/value.ts";
import { typeName } from "../describe.ts";
import { Raised } from "../failure.ts";
import { change, leave, make } from "../run.ts";
import { memberOf, membersOf, mustIterate } from "../sequences.ts";
import { thingOf, typeOf } from "../state.ts";
import { int, some, unknown } from "../values.ts";
import type { Builtins } from "./builtin.ts";

/** Builtins that are iterated over. */
export const iterationBuiltins: Builtins = {
  range: (run, node, given) => {
    for (const value of given) {
      const type = typeOf(run.state, value);
      if (
        type !== undefined &&
        ["float", "str", "NoneType", "list", "dict", "tuple", "quotient"].includes(type)
      ) {
        const remedy =
          type === "float" || type === "quotient"
            ? "Divide with `//`, or convert with `int`."
            : type === "str"
              ? "Convert it with `int`."
              : type === "list"
                ? "Pass its length: `len(…)`."
                : "Pass an integer.";
        const what = type === "quotient" ? "the float that `/` returns" : typeName(type);
        throw new Raised(
          node,
          type === "NoneType" ? "none-used" : "argument-types",
          "TypeError",
          `\`range\` takes integers, not ${what}: this raises TypeError. ${remedy}`,
        );
      }
    }
    const [start, stop, step] =
      given.length < 2 ? [int(0), given[0] ?? unknown, int(1)] : [given[0]!, given[1]!, given[2] ?? int(1)];
    if (integerOf(step!) === 0n) {
      throw new Raised(
        node,
        "bad-value",
        "ValueError",
        "The step of `range` must not be zero: this raises ValueError. Use 1, or -1 to count down.",
      );
    }
    return make(run, { type: "range", range: [start!, stop!, step!] });
  },
  enumerate: (run, node, given) => {
    mustIterate(run, given[0]!, node.args[0]!);
    const start = integerOf(given[1] ?? int(0));
    const members = membersOf(run, given[0]!);
    if (!members || start === undefined) {
      const each = make(run, { type: "tuple", items: [some("int"), memberOf(run, given[0]!)] });
      return make(run, { type: "enumerate", each });
    }
    return make(run, {
      type: "enumerate",
      items: members.map((member, at) =>
        make(run, { type: "tuple", items: [int(start + BigInt(at)), member] }),
      ),
    });
  },
  zip: (run, node, given) => {
    for (const [at, value] of given.entries()) mustIterate(run, value, node.args[at]!);
    const members = given.map((value) => membersOf(run, value));
    if (given.length === 0 || members.includes(undefined)) {
      const each = make(run, { type: "tuple", items: given.map((value) => memberOf(run, value)) });
      return make(run, { type: "zip", each });
    }
    const size = Math.min(...members.map((list) => list!.length));
    return make(run, {
      type: "zip",
      items: Array.from({ length: size }, (_, at) =>
        make(run, { type: "tuple", items: members.map((list) => list![at]!) }),
      ),
    });
  },
  iter: (run, node, given) => {
    if (given.length !== 1) return unknown;
    mustIterate(run, given[0]!, node.args[0]!);
    return make(run, { type: "iterator", items: membersOf(run, given[0]!) });
  },
  next: (run, node, given) => {
    const thing = thingOf(run.state, given[0] ?? unknown);
    if (thing?.type !== "iterator" || !thing.items || thing.isMany) {
      leave(run, ...given);
      return unknown;
    }
    const [first, ...rest] = thing.items;
    change(run, given[0]!, { items: rest });
    if (first || given[1]) return first ?? given[1]!;
    const message =
      "The iterator is exhausted here: `next` raises StopIteration. Pass a default as its second argument.";
    throw new Raised(node, "empty-collection", "StopIteration", message);
  },
  reversed: (run, node, [value]) => {
    mustIterate(run, value!, node.args[0]!);
    return make(run, { type: "reversed", items: membersOf(run, value!)?.toReversed() });
  },
};
