import type { Expression, Pattern } from "../tree/nodes.ts";
import { compare } from "../values/comparison.ts";
import { decide } from "./branches.ts";
import { writeName } from "./frame.ts";
import type { Machine } from "./machine.ts";
import { asEntries } from "./powers.ts";
import { readAttribute } from "./reach.ts";
import { taintOf } from "./taint.ts";
import { bool, concreteOf, onlyItems, onlyText, tainted, type PossibleValues } from "./value.ts";

/** Whether a pattern fits a subject, where that is decided. */
export function matches(
  machine: Machine,
  pattern: Pattern,
  subject: Expression,
  value: PossibleValues,
): boolean | undefined {
  switch (pattern.kind) {
    case "MatchAs":
      return pattern.pattern ? matches(machine, pattern.pattern, subject, value) : true;
    case "MatchOr": {
      const each = pattern.patterns.map((part) => matches(machine, part, subject, value));
      if (each.includes(true)) return true;
      return each.includes(undefined) ? undefined : false;
    }
    case "MatchValue": {
      const [known, wanted] = [concreteOf(value), concreteOf(machine.evaluate(pattern.value))];
      const answer = known && wanted && compare("Eq", known, wanted);
      return typeof answer === "boolean" ? decide(machine, subject, bool(answer)) : undefined;
    }
    default:
      return undefined;
  }
}

/** Gives the names of a pattern the parts they would match. */
export function bindPattern(machine: Machine, pattern: Pattern, value: PossibleValues): void {
  switch (pattern.kind) {
    case "MatchAs":
      if (pattern.pattern) bindPattern(machine, pattern.pattern, value);
      if (pattern.name) writeName(machine.frame, pattern.name, value);
      return;
    case "MatchStar":
      if (pattern.name) writeName(machine.frame, pattern.name, value);
      return;
    case "MatchOr":
      for (const part of pattern.patterns) bindPattern(machine, part, value);
      return;
    case "MatchSequence": {
      const list = onlyItems(value);
      const isAligned = list?.length === pattern.patterns.length;
      for (const [at, part] of pattern.patterns.entries())
        bindPattern(machine, part, isAligned ? list[at]! : tainted(taintOf(value)));
      return;
    }
    case "MatchMapping": {
      const [dict] = value.map(asEntries);
      for (const [at, part] of pattern.patterns.entries()) {
        const key = onlyText(machine.evaluate(pattern.keys[at]!));
        const entry =
          dict?.kind === "dict" && key !== undefined ? dict.entries.get(`str:${key}`)?.value : undefined;
        bindPattern(machine, part, entry ?? tainted(taintOf(value)));
      }
      if (pattern.rest) writeName(machine.frame, pattern.rest, dict ? [dict] : tainted(taintOf(value)));
      return;
    }
    case "MatchClass":
      for (const [at, part] of pattern.patterns.entries())
        bindPattern(machine, part, positionOf(machine, value, at, part));
      for (const [at, part] of pattern.kwd_patterns.entries())
        bindPattern(machine, part, readAttribute(machine, value, pattern.kwd_attrs[at]!, part));
      return;
    default:
  }
}

/** What stands at a position of an own object, as its class lists its attributes. */
function positionOf(machine: Machine, value: PossibleValues, at: number, node: Pattern): PossibleValues {
  if (!value.every(({ kind }) => kind === "object")) return value;
  const name = onlyText(onlyItems(readAttribute(machine, value, "__match_args__", node))?.[at]);
  return name === undefined ? value : readAttribute(machine, value, name, node);
}
