import { toFailure, type Failure } from "../../platform/failure.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import { readFacts, type ProgramFacts } from "../program/facts.ts";
import type { PythonVersion } from "../python-version.ts";
import type { Tree } from "../tree/tree.ts";
import type { Check } from "./check.ts";
import { checks } from "./index.ts";

/** How many findings one check may report for one text; more would repeat themselves. */
const maxFindings = 100;

export type Checked = Readonly<{ diagnostics: readonly StaticDiagnostic[]; failures: readonly Failure[] }>;

/** What our own checks say of a text. One that throws loses its own findings and nobody else's. */
export function runChecks(tree: Tree, chosen: readonly Check[] = checks, python?: PythonVersion): Checked {
  const facts = readFacts(tree, python);
  const failures: Failure[] = [];
  const diagnostics = chosen.flatMap((check) => {
    try {
      return findingsOf(check, facts);
    } catch (error) {
      failures.push(toFailure(`python:${check.id}`, error));
      return [];
    }
  });
  return { diagnostics, failures };
}

function findingsOf({ id, severity, find }: Check, facts: ProgramFacts): StaticDiagnostic[] {
  const found = new Map<string, StaticDiagnostic>();
  for (const { node, message, data } of find(facts)) {
    const place = placeOf(facts.tree, node.start);
    const key = `${place.line} ${message}`;
    if (!found.has(key)) found.set(key, { severity, rule: `python:${id}`, message, ...place, data });
    if (found.size === maxFindings) break;
  }
  return [...found.values()];
}

function placeOf({ text, positions }: Tree, offset: number): { line: number; column: number } {
  const line = positions.lineOf(offset);
  return { line, column: Array.from(text.slice(positions.startOf(line), offset)).length + 1 };
}
