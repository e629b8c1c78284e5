import type { FunctionDef, Name } from "../tree/nodes.ts";
import { isTrue } from "../values/truth.ts";
import { numberOf, ofNumber, type Numeric } from "../values/value.ts";
import { decideIn } from "./decide-in.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";
import type { SelfCall } from "./self-calls.ts";
import { isSteady } from "./steady-parameters.ts";

/** Methods that are run where something is tested: what they say may be another thing each time. */
const ownTests = new Set("__bool__ __len__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__".split(" "));
const samples: readonly bigint[] = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 11n, 13n];
/** Python itself goes no deeper than this. */
const deepest = 1000;
/** Calls that are looked at in one text; beyond them nothing more is claimed. */
const maxCalls = 20_000;
const callsLeft = new WeakMap<ProgramFacts, number>();

/** Whether every call with whole numbers that does not end at once never ends; undefined when that cannot be told. */
export function neverEnds(facts: ProgramFacts, definition: FunctionDef, calls: readonly SelfCall[]): boolean {
  const names = [...calls[0]!.passes.keys()];
  if (names.length === 0 || calls.some(({ conditions }) => !conditions)) return false;
  if (names.some((name) => facts.names.inside(definition)!.variables.get(name)?.bindings.length !== 1))
    return false;
  const isDecided = namesThatDecide(facts, calls).every((name) => isSteady(facts, definition, name));
  if (!isDecided || facts.functions.some(({ name }) => ownTests.has(name))) return false;
  let endless = 0;
  const known = new Set<string>();
  const following = (state: readonly Numeric[]) => callsFrom(facts, definition, calls, names, state);
  for (const [at] of samples.entries()) {
    const start = names.map((_, place) => samples[(at + place * 3) % samples.length]!);
    const outcome = explore(start, following, known);
    if (outcome === "unknown" || outcome === "ends") return false;
    if (outcome === "endless") endless += 1;
  }
  return endless >= 5;
}

/** Goes from call to call: over again, or deeper than Python goes, it never ends. `endless` keeps what is known not to. */
function explore(
  start: readonly Numeric[],
  callsAfter: (state: readonly Numeric[]) => (readonly Numeric[])[] | undefined,
  endless: Set<string>,
): "endless" | "ends" | "at once" | "unknown" {
  const open = new Set<string>();
  const done = new Set<string>();
  const path: { key: string; waiting: (readonly Numeric[])[] }[] = [];
  let next: readonly Numeric[] | undefined = start;
  for (;;) {
    if (next) {
      const key = next.join();
      if (open.has(key) || open.size > deepest || endless.has(key)) {
        for (const each of open) endless.add(each);
        return "endless";
      }
      const following = done.has(key) ? [] : callsAfter(next);
      if (following === undefined || done.size > deepest) return "unknown";
      if (path.length === 0 && following.length === 0) return "at once";
      open.add(key);
      path.push({ key, waiting: following });
    }
    const last = path.at(-1);
    if (!last) return "ends";
    next = last.waiting.shift();
    if (next) continue;
    path.pop();
    open.delete(last.key);
    done.add(last.key);
  }
}

function callsFrom(
  facts: ProgramFacts,
  definition: FunctionDef,
  calls: readonly SelfCall[],
  names: readonly string[],
  state: readonly Numeric[],
): (readonly Numeric[])[] | undefined {
  const left = (callsLeft.get(facts) ?? maxCalls) - 1;
  callsLeft.set(facts, left);
  if (left < 0) return undefined;
  const values = Object.fromEntries(names.map((name, at) => [name, ofNumber(state[at]!)]));
  const following: (readonly Numeric[])[] = [];
  for (const { passes, conditions } of calls) {
    const verdicts = conditions!.map(({ test, holds }) => {
      const known = decideIn(facts, definition, test, values);
      return known === undefined ? undefined : isTrue(known) === holds;
    });
    if (verdicts.includes(false)) continue;
    const given = names.map((name) => decideIn(facts, definition, passes.get(name)!, values));
    if (
      verdicts.includes(undefined) ||
      given.some((value) => value?.kind !== "int" && value?.kind !== "float")
    )
      return undefined;
    following.push(given.map((value) => numberOf(value!)!));
  }
  return following;
}

/** The parameters that are tested, or that what is passed on is made of. */
function namesThatDecide(facts: ProgramFacts, calls: readonly SelfCall[]): string[] {
  const names = [...calls[0]!.passes.keys()];
  const asked = new Set(
    calls
      .flatMap(({ passes, conditions = [] }) => [
        ...conditions.map(({ test }) => test),
        ...[...passes.values()].filter(({ kind }) => kind !== "Name"),
      ])
      .flatMap((node) => [node, ...facts.parts(node)])
      .flatMap((part) => (part.kind === "Name" ? namesBehind(facts, part) : [])),
  );
  return names.filter((name) => asked.has(name));
}

/** A name, and those that its one value is made of. */
function namesBehind(facts: ProgramFacts, start: Name): string[] {
  const found = new Set<string>();
  const waiting = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next.id)) continue;
    found.add(next.id);
    const value = onlyValue(facts, next);
    for (const part of value ? [value, ...facts.parts(value)] : [])
      if (part.kind === "Name") waiting.push(part);
  }
  return [...found];
}
