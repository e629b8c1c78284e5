import type { ScopeFrame } from "./value.ts";
import type { Expression } from "../tree/nodes.ts";
import type { Machine } from "./machine.ts";

const made = new WeakMap<ScopeFrame, Map<string, readonly string[]>>();
const questions = new WeakMap<ScopeFrame, Map<string, Expression>>();
const maxNames = 12;

/** Remembers which names a value was made from: a check of `path` is a check of the `name` it was built with. */
export function noteLineage(machine: Machine, name: string, from: Expression): void {
  if (machine.frame.kind !== "function" && machine.frame.kind !== "module") return;
  noteQuestion(machine.frame, name, from);
  const names: string[] = [];
  const parts: Expression[] = [from];
  for (let looked = 0; parts.length > 0 && looked < 40 && names.length < maxNames; looked += 1) {
    const part = parts.pop()!;
    if (part.kind === "Name") names.push(part.id);
    else if (part.kind === "Attribute" || part.kind === "Subscript") parts.push(part.value);
    else if (part.kind === "Call")
      parts.push(
        ...part.args,
        ...part.keywords.map(({ value }) => value),
        ...(part.func.kind === "Attribute" ? [part.func.value] : []),
      );
    else if (part.kind === "BinOp") parts.push(part.left, part.right);
    else if (part.kind === "JoinedStr") parts.push(...part.values);
    else if (part.kind === "FormattedValue") parts.push(part.value);
  }
  const frames = made.get(machine.frame) ?? new Map<string, readonly string[]>();
  if (names.length > 0) frames.set(name, names);
  else frames.delete(name);
  made.set(machine.frame, frames);
}

/** A name, the names it was made from, and those made from it. */
export function lineageOf(machine: Machine, name: string): Set<string> {
  const frames = made.get(machine.frame);
  const found = new Set([name]);
  if (!frames) return found;
  for (const one of found) {
    if (found.size > maxNames) break;
    for (const from of frames.get(one) ?? []) found.add(from);
  }
  return found;
}

const asking: ReadonlySet<string> = new Set(["Call", "Compare", "BoolOp", "UnaryOp"]);

function noteQuestion(frame: ScopeFrame, name: string, from: Expression): void {
  const asked = questions.get(frame) ?? new Map<string, Expression>();
  if (asking.has(from.kind)) asked.set(name, from);
  else asked.delete(name);
  questions.set(frame, asked);
}

/** The question whose answer a name holds: `is_safe = is_allowed(address)`. */
export function questionOf(machine: Machine, name: string): Expression | undefined {
  return questions.get(machine.frame)?.get(name);
}
