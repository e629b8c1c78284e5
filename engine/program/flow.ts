import type { Expression, Node, Statement } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";

/** Where control cannot go on. */
export type Flow = Readonly<{
  /** The place in a block of the statement that nothing runs behind, since it leaves or never ends; -1 where there is none. */
  endOf(block: readonly Statement[]): number;
}>;

/** What a test is worth every time, where that is known. */
export type Truth = (test: Expression) => boolean | undefined;

type Block = readonly Statement[];
type Outcome = Readonly<{ ends: boolean; breaks: boolean }>;

/** Goes from the inside out, so that each statement is looked at once. */
export function readFlow(tree: Tree, truth: Truth): Flow {
  const ending = new Set<Node>();
  const breaking = new Set<Node>();
  const endOf = (block: Block): number => block.findIndex((statement) => ending.has(statement));
  const run = (block: Block): Outcome => {
    const end = endOf(block);
    const reached = end < 0 ? block : block.slice(0, end + 1);
    return { ends: end >= 0, breaks: reached.some((statement) => breaking.has(statement)) };
  };
  for (let n = tree.nodes.length - 1; n >= 0; n -= 1) {
    const node = tree.nodes[n]!;
    const { ends, breaks } = outcomeOf(node, truth, run);
    if (ends) ending.add(node);
    if (breaks) breaking.add(node);
  }
  return { endOf };
}

/** Only what is written out is known: `while True`, `while 1`. */
export function literalTruth(test: Expression): boolean | undefined {
  if (test.kind !== "Constant" || (test.value.type !== "bool" && test.value.type !== "int")) return undefined;
  return Boolean(test.value.value);
}

const passes: Outcome = { ends: false, breaks: false };

function outcomeOf(node: Node, truth: Truth, run: (block: Block) => Outcome): Outcome {
  switch (node.kind) {
    case "Return":
    case "Raise":
    case "Continue":
      return { ends: true, breaks: false };
    case "Break":
      return { ends: true, breaks: true };
    case "If": {
      const test = truth(node.test);
      if (test !== undefined) return run(test ? node.body : node.orelse);
      const [body, orelse] = [run(node.body), run(node.orelse)];
      return { ends: body.ends && orelse.ends, breaks: body.breaks || orelse.breaks };
    }
    case "While": {
      const test = truth(node.test);
      if (test === false) return run(node.orelse);
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
