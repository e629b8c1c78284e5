import type { Given, Machine } from "./machine.ts";
import type { Node } from "../tree/nodes.ts";
import type { PossibleValues } from "./value.ts";

type Fold = (given: Given, machine: Machine, node: Node) => PossibleValues | undefined;

const maxTexts = 200;
const followed = new WeakSet<Machine>();

/** The examples of the program's own texts are run, as one session for each text. */
const runningExamples: Fold = (_, machine, node) => {
  if (followed.has(machine)) return undefined;
  followed.add(machine);
  let count = 0;
  for (const one of machine.tree.nodes) {
    if (one.kind !== "Constant" || one.value.type !== "str" || !one.value.value.includes(">>> ")) continue;
    if ((count += 1) > maxTexts) break;
    machine.runCode(examplesOf(one.value.value), node);
  }
  return undefined;
};

/** The lines behind `>>>` and `...`. */
function examplesOf(text: string): string {
  const lines = text.split("\n").map((line) => /^\s*(?:>>>|\.\.\.)(?: (.*))?$/.exec(line));
  return lines.flatMap((found) => (found ? [found[1] ?? ""] : [])).join("\n");
}

/** What runs the examples in texts that look like a session at the prompt. */
export const doctestFunctions: Readonly<Record<string, Fold>> = Object.fromEntries(
  `testmod testfile run_docstring_examples DocTestRunner DocTestSuite DocFileSuite DebugRunner DocTestParser
  DocTestFinder Tester testsource debug debug_src debug_script script_from_examples`
    .split(/\s+/)
    .map((name) => [`doctest.${name}`, runningExamples]),
);
