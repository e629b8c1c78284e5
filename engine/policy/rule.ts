import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import { argumentOf, type CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { onlyText, type PossibleValues, type Reference, type AbstractValue } from "../resolve/value.ts";
import type { Severity } from "../verdict.ts";
import { rootOf } from "../tree/written-names.ts";

type Confidence = "high" | "medium" | "low";

/** Says what is wrong, why it matters and what to do instead. */
export type ReportFinding = (
  node: Node,
  severity: Severity,
  message: string,
  more?: Readonly<{ confidence?: Confidence; cwe?: string }>,
) => void;

type OnCall = (site: CallSite, report: ReportFinding) => void;
type OnStore = (
  store: Readonly<{ node: Node; of: AbstractValue | undefined; name: string; value: PossibleValues }>,
  report: ReportFinding,
) => void;
type OnKeyed = (
  entry: Readonly<{ tree: Tree; node: Node; of: Reference; key: PossibleValues; value: PossibleValues }>,
  report: ReportFinding,
) => void;
type OnAttribute = (of: AbstractValue, node: Node, report: ReportFinding) => void;

/** A function that runs a program or code was given to something that is not followed. */
export type Escape = Readonly<{ node: Node; path: string; to: string }>;
/** Something was called of which nothing is known but where it may come from. */
export type BlindCall = Readonly<{ node: Node; callee: AbstractValue }>;

/** What is known of a program once it has been followed to its end. */
export type PolicyFacts = Readonly<{
  tree: Tree;
  /** The first calls of each path, in the order they were met. */
  calls: ReadonlyMap<string, readonly CallSite[]>;
  escapes: readonly Escape[];
  /** Where a function that runs a program or code is named without being called. */
  mentions: ReadonlyMap<Node, string>;
  blind: readonly BlindCall[];
}>;

/** One matter of the policy. Its page stands beside it, and the page's examples are its tests. */
export type Rule = Readonly<{
  id: string;
  cwe: string;
  /** A program without any of these has nothing for this rule. */
  marks?: RegExp;
  /** By the path that is called. */
  calls?: Readonly<Record<string, OnCall>>;
  /** By the last name of the path, whatever stands before it. */
  methods?: Readonly<Record<string, OnCall>>;
  everyCall?: OnCall;
  /** By the name of the attribute that is set; `*` for any. */
  stores?: Readonly<Record<string, OnStore>>;
  /** An entry was put into something that is not the program's own, under whatever key. */
  keyed?: OnKeyed;
  attributes?: Readonly<Record<string, OnAttribute>>;
  /** Text was put together. */
  made?: (node: Node, value: PossibleValues, report: ReportFinding) => void;
  /** By what a function that answers requests returns; `isPage`: it is sent to a browser as a page. */
  answered?: (
    answer: Readonly<{ node: Node; value: PossibleValues; isPage: boolean }>,
    report: ReportFinding,
  ) => void;
  finish?: (facts: PolicyFacts, report: ReportFinding) => void;
}>;

export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** The same judgement for many paths. */
export function each(paths: string, judge: OnCall): Record<string, OnCall> {
  return Object.fromEntries(words(paths).map((path) => [path, judge]));
}

/** The argument at a position (from 0) or under a name. */
export function argument(site: CallSite, position: number, ...names: string[]): PossibleValues | undefined {
  for (const name of names) {
    const value = argumentOf(site, position, name);
    if (value) return value;
  }
  return argumentOf(site, position);
}

export function keyword(site: CallSite, name: string): PossibleValues | undefined {
  return site.keywords.get(name);
}

/** Whether a value can only be this. */
export function isFalse(value: PossibleValues | undefined): boolean {
  return value?.length === 1 && isFalsy(value[0]!);
}

function isFalsy(thing: AbstractValue): boolean {
  return (thing.kind === "bool" && !thing.value) || (thing.kind === "int" && thing.value === 0n);
}

export function isTrue(value: PossibleValues | undefined): boolean {
  return (
    value?.some(
      (thing) => (thing.kind === "bool" && thing.value) || (thing.kind === "int" && thing.value !== 0n),
    ) === true
  );
}

export function isNone(value: PossibleValues | undefined): boolean {
  return value?.length === 1 && value[0]!.kind === "none";
}

export function textOf(value: PossibleValues | undefined): string | undefined {
  return onlyText(value);
}

/** Whether a value may be this path, or an object made by calling it. */
export function mayBe(value: PossibleValues | undefined, ...paths: string[]): boolean {
  return (
    value?.some(
      (thing) =>
        thing.kind === "reference" && paths.some((path) => thing.path === path || thing.path === `${path}()`),
    ) === true
  );
}

export function receiverOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

/** A call of something that was looked up by a string. */
export function isRoundabout(site: CallSite): boolean {
  return isFrom([site.callee], "indirect");
}

/** A call whose written form does not name what it reaches. */
export function isHidden(site: CallSite): boolean {
  if (isRoundabout(site) || site.node.kind !== "Call") return true;
  const name = site.path.slice(site.path.lastIndexOf(".") + 1);
  const { func } = site.node;
  if (func.kind === "Attribute") return func.attr !== name || rootOf(func.value).kind !== "Name";
  return func.kind !== "Name" || func.id !== name;
}

/** How a message names a call: by what it reaches, and whether it does so indirectly. */
export function nameOf(site: CallSite): string {
  const name = site.path.replace(/^builtins\./, "");
  return isHidden(site) ? `${name} (reached indirectly)` : name;
}
