import { toFailure, type Failure } from "../../platform/failure.ts";
import { followProgram, OutOfSteps } from "../resolve/follow.ts";
import type { ExportedReferences } from "../resolve/exported-references.ts";
import type { CallSite, Listener } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import type { SecurityFinding } from "../verdict.ts";
import { rules as everyRule } from "./index.ts";
import type { BlindCall, Escape, ReportFinding, Rule } from "./rule.ts";
import { findSafeTexts, type SafeTexts } from "./safe-texts.ts";

export type PolicyFindings = Readonly<{
  findings: readonly SecurityFinding[];
  /** What the program was seen to do safely, where a tool that sees less would complain. */
  safe: SafeTexts;
  /** False when the program could not be followed to its end, or a rule failed on the way. */
  isComplete: boolean;
  /** False when it has so many calls that some were judged without their arguments. */
  isThorough: boolean;
  failures: readonly Failure[];
  /** What other files can import from it. */
  lent: ExportedReferences;
}>;

/** `beside` is what other files of the same program lend to it. */
export type Policy = (tree: Tree, beside?: ExportedReferences) => PolicyFindings;

const maxFindings = 1000;
const callsAPath = 40;

/** Follows a program and lets every rule judge what it does. One that throws loses its own findings and nobody else's. */
export function createPolicy(rules: readonly Rule[]): Policy {
  // Every rule by the name it listens to, worked out once.
  const byPath = index(rules, (rule) => rule.calls);
  const byMethod = index(rules, (rule) => rule.methods);
  const byStore = index(rules, (rule) => rule.stores);
  const byAttribute = index(rules, (rule) => rule.attributes);
  const ofEveryCall = rules.filter((rule) => rule.everyCall);
  const ofEntries = rules.filter((rule) => rule.keyed);
  const ofMadeTexts = rules.filter((rule) => rule.made);
  const ofAnswers = rules.filter((rule) => rule.answered);

  return (tree, beside) => {
    const found = new Map<string, SecurityFinding>();
    const failures = new Map<string, Failure>();
    const safe = findSafeTexts(tree);
    const isMeant = ({ marks }: Rule): boolean => marks === undefined || marks.test(tree.text);
    const ofCalls = ofEveryCall.filter(isMeant);
    const silent = new Set(rules.filter((rule) => !isMeant(rule)));
    const calls = new Map<string, CallSite[]>();
    const escapes: Escape[] = [];
    const mentions = new Map<Node, string>();
    const blind: BlindCall[] = [];
    const reports = new Map(rules.map((rule) => [rule, createReport(rule, tree, found)]));
    const ask = (rule: Rule, judge: (report: ReportFinding) => void): void => {
      try {
        judge(reports.get(rule)!);
      } catch (error) {
        if (error instanceof OutOfSteps) throw error;
        if (!failures.has(rule.id)) failures.set(rule.id, toFailure(`policy:${rule.id}`, error));
      }
    };
    const listener: Listener = {
      call: (site) => {
        const known = calls.get(site.path);
        if (known === undefined) calls.set(site.path, [site]);
        else if (known.length < callsAPath) known.push(site);
        safe.call(site);
        const name = site.path.slice(site.path.lastIndexOf(".") + 1);
        for (const { rule, judge } of byPath.get(site.path) ?? []) ask(rule, (report) => judge(site, report));
        for (const { rule, judge } of byMethod.get(name) ?? []) ask(rule, (report) => judge(site, report));
        for (const rule of ofCalls) ask(rule, (report) => rule.everyCall!(site, report));
      },
      attribute: (node, of, name) => {
        for (const { rule, judge } of byAttribute.get(name) ?? [])
          ask(rule, (report) => judge(of, node, report));
      },
      store: (node, of, name, value) => {
        for (const key of [name, "*"])
          for (const { rule, judge } of byStore.get(key) ?? [])
            if (!silent.has(rule)) ask(rule, (report) => judge({ node, of, name, value }, report));
      },
      keyed: (node, of, key, value) => {
        for (const rule of ofEntries)
          if (!silent.has(rule)) ask(rule, (report) => rule.keyed!({ tree, node, of, key, value }, report));
      },
      made: (node, value) => {
        safe.made(node, value);
        for (const rule of ofMadeTexts) ask(rule, (report) => rule.made!(node, value, report));
      },
      answered: (node, value, isPage) => {
        for (const rule of ofAnswers) ask(rule, (report) => rule.answered!({ node, value, isPage }, report));
      },
      escaped: (node, power, to) => escapes.push({ node, path: power.path, to }),
      mentioned: (node, power) => {
        mentions.set(node, power.path);
        safe.mentioned(node, power.path);
      },
      blind: (node, callee) => {
        if (blind.length < callsAPath || isFrom([callee], "powers")) blind.push({ node, callee });
      },
    };
    const { isComplete, isThorough, lent, error } = followProgram(tree, listener, beside);
    if (error !== undefined) failures.set("", toFailure("policy", error));
    for (const rule of rules)
      ask(rule, (report) => rule.finish?.({ tree, calls, escapes, mentions, blind }, report));
    return {
      findings: withoutRepeats([...found.values()]),
      safe: safe.found(),
      isComplete: isComplete && failures.size === 0,
      isThorough,
      failures: [...failures.values()],
      lent,
    };
  };
}

export const judgeProgram = createPolicy(everyRule);

function index<Table extends Readonly<Record<string, unknown>>>(
  rules: readonly Rule[],
  tableOf: (rule: Rule) => Table | undefined,
): Map<string, { rule: Rule; judge: Table[string] }[]> {
  const found = new Map<string, { rule: Rule; judge: Table[string] }[]>();
  for (const rule of rules)
    for (const [name, judge] of Object.entries(tableOf(rule) ?? {}))
      found.set(name, [...(found.get(name) ?? []), { rule, judge: judge as Table[string] }]);
  return found;
}

/** One finding of a rule a line: the first, unless a later one is graver. */
function createReport(rule: Rule, tree: Tree, found: Map<string, SecurityFinding>): ReportFinding {
  return (node: Node, severity, message, more = {}) => {
    const line = tree.positions.lineOf(node.start);
    const key = `${rule.id} ${line}`;
    const before = found.get(key);
    if (found.size >= maxFindings && !before) return;
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
  const covered = new Set<string>();
  for (const { id, line } of findings)
    for (const other of saysMore[id] ?? []) covered.add(`${other} ${line}`);
  return findings
    .filter(({ id, line }) => !covered.has(`${id} ${line}`))
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
