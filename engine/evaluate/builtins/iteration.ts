import { integerOf } from "../../values/value.ts";
import { typeName } from "../describe.ts";
import { Raised } from "../failure.ts";
import type { Call } from "../../tree/nodes.ts";
import { change, leave, make, type Run } from "../run.ts";
import { contentsOf, isFresh, isOneShot, memberOf, membersOf, mustIterate, useUp } from "../sequences.ts";
import { share, thingOf, typeOf } from "../state.ts";
import { int, some, unknown, type HeapObject, type KnownValue } from "../values.ts";
import type { Builtins } from "./builtin.ts";

/** Builtins that are iterated over. */
export const iterationBuiltins: Builtins = {
  range: (run, node, given) => {
    for (const value of given) {
      const type = typeOf(run.state, value);
      if (
        type !== undefined &&
        ["float", "str", "text", "NoneType", "list", "dict", "tuple", "quotient"].includes(type)
      ) {
        const remedy =
          type === "float" || type === "quotient"
            ? "Divide with `//`, or convert with `int`."
            : type === "str" || type === "text"
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
    const start = integerOf(given[1] ?? int(0));
    const { members, sources } = seenThrough(run, node, given.slice(0, 1));
    if (!members || start === undefined) {
      const each = make(run, { type: "tuple", items: [some("int"), memberOf(run, given[0]!)] });
      return make(run, { type: "enumerate", each });
    }
    const items = members[0]!.map((member, at) =>
      make(run, { type: "tuple", items: [int(start + BigInt(at)), member] }),
    );
    return make(run, { type: "enumerate", items, sources });
  },
  zip: (run, node, given) => {
    const { members, sources } = seenThrough(run, node, given);
    if (given.length === 0 || !members) {
      const each = make(run, { type: "tuple", items: given.map((value) => memberOf(run, value)) });
      return make(run, { type: "zip", each });
    }
    const size = Math.min(...members.map((list) => list.length));
    const items = Array.from({ length: size }, (_, at) =>
      make(run, { type: "tuple", items: members.map((list) => list[at]!) }),
    );
    return make(run, { type: "zip", items, sources });
  },
  iter: (run, node, given) => {
    if (given.length !== 1) return unknown;
    if (isOneShot(run, given[0]!)) return given[0]!;
    const { members, sources } = seenThrough(run, node, given);
    return make(run, { type: "iterator", items: members?.[0], sources });
  },
  next: (run, node, given) => {
    const [iterator = unknown, otherwise] = given;
    const items = isOneShot(run, iterator) ? membersOf(run, iterator) : undefined;
    if (!items) {
      leave(run, ...given);
      return unknown;
    }
    const [first, ...rest] = items;
    change(run, iterator, { items: rest });
    if (first || otherwise) return first ?? otherwise!;
    const message =
      "The iterator is exhausted here: `next` raises StopIteration. Pass a default as its second argument.";
    throw new Raised(node, "empty-collection", "StopIteration", message);
  },
  reversed: (run, node, given) => {
    const { members, sources } = seenThrough(run, node, given);
    return make(run, { type: "reversed", items: members?.[0]!.toReversed(), sources });
  },
};

type Seen = Readonly<{
  members: readonly (readonly KnownValue[])[] | undefined;
  sources: HeapObject["sources"];
}>;

/** What an iterator will find in what it goes through, as long as that stays as it is. */
function seenThrough(run: Run, node: Call, given: readonly KnownValue[]): Seen {
  const found = given.map((value, at) => {
    const part = node.args[at]!;
    mustIterate(run, value, part);
    if (!isOneShot(run, value)) return { members: membersOf(run, value), sources: [source(run, value)] };
    // Others may take from an iterator that they see.
    if (!isFresh(run, part)) share(run.state, value);
    const isOwn = isFresh(run, part) && thingOf(run.state, value)?.items !== undefined;
    const sources = thingOf(run.state, value)?.sources ?? [];
    return { members: isOwn ? membersOf(run, value) : undefined, sources };
  });
  const isKnown = found.every(({ members }) => members !== undefined);
  if (!isKnown) for (const value of given) useUp(run, value);
  return {
    members: isKnown ? found.map(({ members }) => members!) : undefined,
    sources: found.flatMap(({ sources }) => sources),
  };
}

function source(run: Run, value: KnownValue): readonly [KnownValue, unknown] {
  return [value, contentsOf(run, value)];
}
