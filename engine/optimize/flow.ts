import type { Tree } from "../tree/tree.ts";
import type { Node, Statement } from "../tree/nodes.ts";
import type { Values } from "./constants.ts";
import { isTrue } from "../values/truth.ts";

/** Statements that nothing runs behind, and those in which a `break` of the loop around them may run. */
export type Flow = Readonly<{ ending: ReadonlySet<Node>; breaking: ReadonlySet<Node> }>;

type Block = readonly Statement[];
type Outcome = Readonly<{ ends: boolean; breaks: boolean }>;

export function readFlow(tree: Tree, values: Values): Flow {
  const ending = new Set<Node>();
  const breaking = new Set<Node>();
  const run = (block: Block): Outcome => {
    let breaks = false;
    for (const statement of block) {
      breaks ||= breaking.has(statement);
      if (ending.has(statement)) return { ends: true, breaks };
    }
    return { ends: false, breaks };
  };
  for (let n = tree.nodes.length - 1; n >= 0; n -= 1) {
    const node = tree.nodes[n]!;
    const { ends, breaks } = outcomeOf(node, values, run);
    if (ends) ending.add(node);
    if (breaks) breaking.add(node);
  }
  return { ending, breaking };
}

const passes: Outcome = { ends: false, breaks: false };

function outcomeOf(node: Node, values: Values, run: (block: Block) => Outcome): Outcome {
  switch (node.kind) {
    case "Return":
    case "Raise":
    case "Continue":
      return { ends: true, breaks: false };
    case "Break":
      return { ends: true, breaks: true };
    case "If": {
      const test = values.get(node.test);
      if (test) return run(isTrue(test) ? node.body : node.orelse);
      const [body, orelse] = [run(node.body), run(node.orelse)];
      return { ends: body.ends && orelse.ends, breaks: body.breaks || orelse.breaks };
    }
    case "While": {
      const test = values.get(node.test);
      if (test && !isTrue(test)) return run(node.orelse);
      const { breaks } = run(node.body);
      return test ? { ends: !breaks, breaks: false } : afterLoop(breaks, run(node.orelse));
    }
    case "For":
    case "AsyncFor":
      return afterLoop(run(node.body).breaks, run(node.orelse));
    case "With":
    case "AsyncWith":
      // What it raises may be swallowed by its manager, so that the next statement does run.
      return { ends: false, breaks: run(node.body).breaks };
    case "Match":
      return { ends: false, breaks: node.cases.some((part) => run(part.body).breaks) };
    case "Try":
    case "TryStar":
      return afterTry(node, run);
    default:
      return passes;
  }
}

/** A loop that is not broken off goes on with its `else`. */
function afterLoop(breaks: boolean, orelse: Outcome): Outcome {
  return { ends: !breaks && orelse.ends, breaks: orelse.breaks };
}

function afterTry(node: Extract<Node, { kind: "Try" | "TryStar" }>, run: (block: Block) => Outcome): Outcome {
  const [body, orelse, last] = [run(node.body), run(node.orelse), run(node.finalbody)];
  const handlers = node.handlers.map((handler) => run(handler.body));
  const leaves = (body.ends || orelse.ends) && handlers.every(({ ends }) => ends);
  return {
    ends: last.ends || (node.kind === "Try" && leaves),
    breaks: [body, orelse, last, ...handlers].some(({ breaks }) => breaks),
  };
}
