import { followProgram } from "../resolve/follow.ts";
import type { CallSite, Listener } from "../resolve/machine.ts";
import type { Tree } from "../tree.ts";
import type { Node } from "../tree/nodes.ts";
import type { SecurityFinding } from "../verdict.ts";
import { rules } from "./index.ts";
import type { Report, Rule } from "./rule.ts";
import { createSafeTexts, type SafeTexts } from "./safe-texts.ts";

export type Judged = Readonly<{
  findings: readonly SecurityFinding[];
  /** What the program was seen to do safely, where a tool that sees less would complain. */
  safe: SafeTexts;
  /** False when the program could not be followed to its end. */
  isComplete: boolean;
  /** False when it has so many calls that some were judged without their arguments. */
  isThorough: boolean;
}>;

const mostFindings = 1000;
const callsAPath = 40;

/** Every rule by the name it listens to, worked out once. */
const byPath = index((rule) => rule.calls);
const byMethod = index((rule) => rule.methods);
const byStore = index((rule) => rule.stores);
const byAttribute = index((rule) => rule.attributes);
const ofEveryCall = rules.filter((rule) => rule.everyCall);

function index<Table extends Readonly<Record<string, unknown>>>(
  tableOf: (rule: Rule) => Table | undefined,
): Map<string, { rule: Rule; judge: Table[string] }[]> {
  const found = new Map<string, { rule: Rule; judge: Table[string] }[]>();
  for (const rule of rules)
    for (const [name, judge] of Object.entries(tableOf(rule) ?? {}))
      found.set(name, [...(found.get(name) ?? []), { rule, judge: judge as Table[string] }]);
  return found;
}

/** Follows a program and lets every rule judge what it does. */
export function judgeProgram(tree: Tree): Judged {
  const found = new Map<string, SecurityFinding>();
  const safe = createSafeTexts(tree);
  const calls = new Map<string, CallSite[]>();
  const reportOf = (rule: Rule): Report => reports.get(rule)!;
  const reports = new Map(rules.map((rule) => [rule, createReport(rule, tree, found)]));
  const listener: Listener = {
    call: (site) => {
      const known = calls.get(site.path);
      if (known === undefined) calls.set(site.path, [site]);
      else if (known.length < callsAPath) known.push(site);
      safe.call(site);
      for (const { rule, judge } of byPath.get(site.path) ?? []) judge(site, reportOf(rule));
      const name = site.path.slice(site.path.lastIndexOf(".") + 1);
      for (const { rule, judge } of byMethod.get(name) ?? []) judge(site, reportOf(rule));
      for (const rule of ofEveryCall) rule.everyCall!(site, reportOf(rule));
    },
    attribute: (node, of, name) => {
      for (const { rule, judge } of byAttribute.get(name) ?? []) judge(of, node, reportOf(rule));
    },
    store: (node, of, name, value) => {
      for (const key of [name, "*"])
        for (const { rule, judge } of byStore.get(key) ?? [])
          judge({ node, of, name, value }, reportOf(rule));
    },
    made: (node, value) => safe.made(node, value),
    answered: (node, value) => {
      for (const rule of rules) rule.answered?.(node, value, reportOf(rule));
    },
  };
  const followed = followProgram(tree, listener);
  for (const rule of rules) rule.finish?.({ tree, calls }, reportOf(rule));
  return { findings: withoutRepeats([...found.values()]), safe, ...followed };
}

/** One finding of a rule a line: the first, unless a later one is graver. */
function createReport(rule: Rule, tree: Tree, found: Map<string, SecurityFinding>): Report {
  return (node: Node, severity, message, more = {}) => {
    const line = tree.positions.lineOf(node.start);
    const key = `${rule.id} ${line}`;
    const before = found.get(key);
    if (found.size >= mostFindings && !before) return;
    if (before && weight[before.severity] >= weight[severity]) return;
    const { confidence = "high", cwe = rule.cwe } = more;
    found.set(key, { tool: "policy", id: rule.id, severity, confidence, message, line, cwe });
  };
}

const weight = { error: 3, warning: 2, info: 1 } as const;

/** Where one rule says more about a line than another, the other is silent. */
const saysMore: Readonly<Record<string, readonly string[]>> = {
  "obfuscated-code": ["code-execution", "unsafe-deserialisation"],
  "downloaded-code": ["code-execution", "process-execution", "unsafe-deserialisation"],
  "reverse-shell": ["process-execution"],
  "code-execution": ["unknown-target"],
  "weak-password-hash": ["weak-hash"],
};

function withoutRepeats(findings: readonly SecurityFinding[]): SecurityFinding[] {
  const ids = new Set(findings.map(({ id, line }) => `${id} ${line}`));
  const covered = new Set<string>();
  for (const { id, line } of findings)
    for (const other of saysMore[id] ?? []) covered.add(`${other} ${line}`);
  return findings
    .filter(({ id, line }) => !covered.has(`${id} ${line}`) && ids.has(`${id} ${line}`))
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
