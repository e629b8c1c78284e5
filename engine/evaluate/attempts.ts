import { maySwallow } from "../program/caught.ts";
import type { Statement } from "../tree/nodes.ts";
import { assign, bindName } from "./assign.ts";
import { catches } from "./exceptions.ts";
import { gaveUp, Raised } from "./failure.ts";
import { invalidate } from "./invalidate.ts";
import { leave, perhaps, step, type BlockEnd, type Run } from "./run.ts";
import { copyOf, join, sizeOf, typeOf, type State } from "./state.ts";
import { unknown } from "./values.ts";

/** What follows in a loop that may have been left is reached in some rounds only. */
export function doubtTheRest(run: Run, isCounting: boolean): void {
  if (!isCounting) return;
  run.isUncertain = true;
  run.mute += 1;
}

type Attempt = Extract<Statement, { handlers: unknown }>;

export function tryLoosely(run: Run, node: Attempt): BlockEnd {
  step(run, (sizeOf(run.state) * (1 + node.handlers.length)) / 4);
  const entry = copyOf(run.state);
  const isCaught = node.handlers.length > 0;
  if (isCaught) run.tries += 1;
  let flow = run.execute(node.body);
  if (isCaught) run.tries -= 1;
  if (flow === "next" && node.orelse.length > 0) flow = run.execute(node.orelse);
  const ends = flow === "next" ? [run.state] : [];
  for (const handler of node.handlers) {
    run.state = copyOf(entry);
    for (const statement of node.body) invalidate(run, statement);
    leave(run);
    if (handler.type) perhaps(run, unknown, () => run.evaluate(handler.type!));
    if (handler.name) bindName(run, handler, unknown);
    const end = perhaps<BlockEnd>(run, "raised", () => run.execute(handler.body));
    if (end === "next") ends.push(run.state);
    else if (run.counting > 0) doubtTheRest(run, true);
  }
  const [first, ...others] = ends;
  run.state = others.reduce(join, first ?? entry);
  const last = node.finalbody.length > 0 ? finish(run, node, { entry, hasEnd: first !== undefined }) : "next";
  if (last !== "next") return last;
  return first ? "next" : isCaught ? "dead" : flow;
}

/** `finally` is reached from anywhere; what is proven there holds on all of these ways. */
function finish(run: Run, node: Attempt, { entry, hasEnd }: { entry: State; hasEnd: boolean }): BlockEnd {
  step(run, sizeOf(run.state) / 2);
  const end = run.state;
  run.state = copyOf(entry);
  for (const statement of [...node.body, ...node.orelse, ...node.handlers]) invalidate(run, statement);
  leave(run);
  if (hasEnd) run.state = join(copyOf(end), run.state);
  const flow = run.execute(node.finalbody);
  if (!hasEnd || flow !== "next") return flow;
  // Only after an end of the other blocks does the program go on behind.
  run.state = end;
  run.mute += 1;
  const last = run.execute(node.finalbody);
  run.mute -= 1;
  return last;
}

export function tryStrictly(run: Run, node: Attempt): BlockEnd {
  let flow: BlockEnd;
  try {
    flow = run.execute(node.body);
    if (flow === "next") flow = run.execute(node.orelse);
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    const handler = node.handlers.find(({ type }) => catches(run.facts, type, error.exception));
    if (!handler) {
      run.execute(node.finalbody);
      throw error;
    }
    if (handler.name) bindName(run, handler, unknown);
    flow = run.execute(handler.body);
  }
  const kept = run.returned;
  const last = run.execute(node.finalbody);
  if (last !== "next") return last;
  run.returned = kept;
  return flow;
}

export function within(run: Run, node: Extract<Statement, { items: unknown }>): BlockEnd {
  if (run.isStrict) throw gaveUp;
  let swallows = false;
  for (const { context_expr: manager, optional_vars: target } of node.items) {
    const value = run.evaluate(manager);
    leave(run, value);
    // A file gives itself; what others give only they know.
    if (target) assign(run, target, typeOf(run.state, value) === "TextIOWrapper" ? value : unknown);
    swallows ||= maySwallow(manager);
  }
  step(run, sizeOf(run.state) / 4);
  const entry = swallows ? copyOf(run.state) : undefined;
  if (swallows) run.tries += 1;
  const flow = run.execute(node.body);
  if (swallows) run.tries -= 1;
  leave(run);
  if (!entry || flow === "next") return flow;
  run.state = entry;
  for (const statement of node.body) invalidate(run, statement);
  leave(run);
  if (run.counting > 0) doubtTheRest(run, true);
  return flow === "return" || flow === "break" || flow === "continue" ? flow : "next";
}
