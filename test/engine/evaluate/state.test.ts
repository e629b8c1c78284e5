import { expect, test } from "vitest";
import { copyOf, join, keyIn, newState, share, thingOf, typeOf } from "../../../engine/evaluate/state.ts";
import { bool, int, none, some, str, type KnownValue } from "../../../engine/evaluate/values.ts";
import { readFacts } from "../../../engine/program/facts.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const { module } = readFacts(readTree("x = 1\n")!).names;
const list: KnownValue = { kind: "ref", id: 1 };

function stateWith(x: KnownValue) {
  const state = newState(module);
  state.frames[0]!.names.set("x", x);
  state.heap.set(1, { type: "list", items: [int(1)], changed: 1 });
  return state;
}

test("joining two states keeps only what both know", () => {
  const meet = (a: KnownValue, b: KnownValue) => join(stateWith(a), stateWith(b)).frames[0]!.names.get("x");
  expect(meet(int(1), int(1))).toEqual(int(1));
  expect(meet(int(1), int(2))).toEqual(some("int"));
  expect(meet(int(1), str("a"))).toEqual({ kind: "unknown" });
});

test("a copy does not change with its original", () => {
  const state = stateWith(int(1));
  const copy = copyOf(state);
  state.frames[0]!.names.set("x", int(2));
  state.heap.delete(1);
  expect(copy.frames[0]!.names.get("x")).toEqual(int(1));
  expect(copy.heap.has(1)).toBe(true);
});

test("a shared value and everything in it is exposed to unknown code", () => {
  const state = stateWith(list);
  state.heap.set(2, { type: "tuple", items: [list], changed: 2 });
  share(state, { kind: "ref", id: 2 });
  expect(state.exposed).toEqual(new Set([2, 1]));
  expect(thingOf(state, list)).toMatchObject({ items: [int(1)], isShared: true });
});

test("an object that only one of two joined states names is shared", () => {
  const joined = join(stateWith(list), stateWith(none));
  expect(thingOf(joined, list)).toMatchObject({ isShared: true });
});

test("every known value has a type, and a list cannot be a key", () => {
  const state = stateWith(list);
  const types = [int(1), bool(true), none, list, some("set"), { kind: "unknown" } as const];
  expect(types.map((value) => typeOf(state, value))).toEqual([
    "int",
    "bool",
    "NoneType",
    "list",
    "set",
    undefined,
  ]);
  expect(keyIn(state, list)).toBeUndefined();
});
