import { toFailure, type Failure } from "../../platform/failure.ts";
import { runChecks, type Checked } from "../checks/run-checks.ts";
import { scanCredentials, scanWritten } from "../credentials/scan.ts";
import { maxListed as maxListedOfAText } from "../findings/list-within.ts";
import type { Linter } from "../lint/lint.ts";
import { reportLint, type LintReport } from "../lint/report.ts";
import { judgeProgram, type Policy, type PolicyFindings } from "../policy/policy.ts";
import type { ExportedReferences } from "../resolve/exported-references.ts";
import { lentAtOnce } from "../resolve/follow.ts";
import type { PythonVersion } from "../python-version.ts";
import { readTree, type Tree } from "../tree/tree.ts";
import {
  compose,
  inspectionWithin,
  nothingSeen,
  pieceWithin,
  withPiece,
  type Inspection,
  type Inspector,
  type Seen,
  type Told,
} from "./pieces.ts";

/** A text, and what is known of it. */
export type InspectQuestion = Readonly<{
  text: string;
  /** What ruff's own command says of it; unset: ruff is asked in the thread. */
  lint?: LintReport | undefined;
  /** The policy looks later, when it is known what others lend to the text: now only what it lends is wanted. */
  isLent?: boolean | undefined;
}> &
  Pick<Options, "beside" | "maxListed" | "python">;

export type Options = Readonly<{
  seen?: Seen;
  /** What other files of the same program lend to this one. */
  beside?: ExportedReferences | undefined;
  /** Called as each tool ends. */
  tell?: (told: Told) => void;
  /** How many findings of each kind are listed; unset: as many as in an answer. */
  maxListed?: number | undefined;
  /** What the text is checked for; unset: the default. */
  python?: PythonVersion | undefined;
  judge?: Policy;
  isLent?: boolean | undefined;
  check?: (tree: Tree, python: PythonVersion | undefined) => Checked;
}>;

/** Runs in a worker thread. Each tool looks by itself: what one throws costs the others nothing. */
export function inspect(linters: Pick<Linter, "of">, text: string, options: Options = {}): Inspection {
  const { seen = nothingSeen, beside, tell = () => {}, judge = judgeProgram, check = checkFor } = options;
  const { maxListed = maxListedOfAText, python } = options;
  let pieces = seen.known;
  const ask = (tool: Inspector, look: () => Omit<Told, "tool">): void => {
    if (tool in pieces || seen.lost.includes(tool)) return;
    const told = { tool, ...attempt(tool, look) };
    pieces = withPiece(pieces, told);
    tell(pieceWithin(told, maxListed));
  };
  const whole = (): Inspection => inspectionWithin(compose(text, pieces), maxListed);

  ask("ruff", () => ({ piece: reportLint(linters.of(python), text), failures: [] }));
  if (pieces.ruff?.isBroken) return whole();
  let tree = pieces.tree === true ? readTree(text) : undefined;
  ask("tree", () => {
    tree = readTree(text);
    return { piece: tree !== undefined, failures: tree ? [] : [unreadable] };
  });
  const read = tree;
  if (read) {
    ask("policy", () => {
      const lent = options.isLent ? lentAtOnce(read) : undefined;
      const piece = lent ? { ...notJudged, lent } : judge(read, beside);
      return { piece, failures: piece.failures };
    });
    ask("python", () => {
      const { diagnostics, failures } = check(read, python);
      return { piece: { diagnostics, isComplete: failures.length === 0 }, failures };
    });
  }
  ask("credentials", () => {
    const found = read ? scanCredentials(read) : scanWritten(text);
    const findings = found.map(({ finding }) => finding);
    return { piece: { findings, isComplete: read !== undefined }, failures: [] };
  });
  return whole();
}

const notJudged: Omit<PolicyFindings, "lent"> = {
  findings: [],
  safe: new Set(),
  isComplete: true,
  isThorough: true,
  failures: [],
};

function checkFor(tree: Tree, python: PythonVersion | undefined): Checked {
  return runChecks(tree, undefined, python);
}

function attempt(tool: Inspector, look: () => Omit<Told, "tool">): Omit<Told, "tool"> {
  try {
    return look();
  } catch (error) {
    return { piece: undefined, failures: [toFailure(tool, error)] };
  }
}

const unreadable: Failure = { what: "tree", reason: "unreadable", frames: [] };
