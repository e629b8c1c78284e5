import { syntaxRules } from "../../lint/rules.ts";
import type { LintFinding, Linter } from "../../lint/lint.ts";
import { applySplices } from "../../text/splices.ts";
import { readPositions } from "../../text/positions.ts";
import type { NamedRewrite } from "../../text/rewrite.ts";
import { readBrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

/** How often ruff may look at a text, and at how many characters in all: about two seconds. */
const maxCalls = 300;
const maxCharacters = 3_000_000;
/** What it costs to look for edits, in calls of the parser. */
const costOfReading = 3;
/** How many edits may come one after another. */
const maxSteps = 14;
/** With so many complaints in its start a text is no program with mistakes in it. */
const maxComplaints = 2000;
const startOfText = 20_000;
/** What edits of one line may cost together; a line that needs more is not understood. */
const maxPerLine = 9.5;

type State = Readonly<{
  text: string;
  steps: readonly NamedRewrite[];
  cost: number;
  /** The line of the last edit, and what the edits there cost. */
  worked: Readonly<{ line: number; cost: number }>;
  complaints: readonly LintFinding[];
  /** How many characters stand behind the first complaint. */
  left: number;
}>;

/** Edits, one after another, after which the text parses; undefined when none are known. */
export function fixSyntax(
  linter: Linter,
  text: string,
  repairs: readonly SyntaxRepair[],
): readonly NamedRewrite[] | undefined {
  if (isHopeless(linter, text)) return undefined;
  const budget = createBudget();
  const start = stateOf(linter, text, [], 0, { line: 0, cost: 0 });
  if (start.complaints.length === 0) return undefined;
  const search: Search = { linter, repairs, budget, seen: new Set([text]) };
  const waiting: State[] = [start];
  for (let state = takeBest(waiting); state; state = takeBest(waiting)) {
    if (!budget.take(state.text, costOfReading)) return undefined;
    const children = expand(search, state);
    const goals = children.filter(({ complaints }) => complaints.length === 0);
    const goal = goals.toSorted((a, b) => a.cost - b.cost).find((each) => isAccepted(search, each));
    if (goal) return goal.steps;
    waiting.push(...children.filter((child) => child.steps.length < maxSteps && isProgress(state, child)));
  }
  return undefined;
}

/** What every step of one search shares. */
type Search = Readonly<{
  linter: Linter;
  repairs: readonly SyntaxRepair[];
  budget: Budget;
  /** The texts that were looked at. */
  seen: Set<string>;
}>;

/** The text after each edit that is proposed for it. */
function expand({ linter, repairs, budget, seen }: Search, state: State): State[] {
  const children: State[] = [];
  for (const { text, proposal, by } of proposalsFor(linter, state, repairs)) {
    const { cost = 2, splices, description, at, isGuess = by.isGuess } = proposal;
    const worked = workedOn(state, proposal, cost);
    if (seen.has(text) || worked.cost > maxPerLine || !budget.take(text)) continue;
    seen.add(text);
    const step = {
      splices,
      description,
      repair: by.id,
      kind: by.kind,
      ...(at !== undefined && { at }),
      ...(isGuess && { isGuess }),
    };
    children.push(stateOf(linter, text, [...state.steps, step], state.cost + cost, worked));
  }
  return children;
}

/** A text that is wrong all over keeps the parser busy for seconds; a look at its start tells. */
function isHopeless(linter: Linter, text: string): boolean {
  return (
    text.length > 2 * startOfText && linter.complaints(text.slice(0, startOfText)).length > maxComplaints
  );
}

function stateOf(
  linter: Linter,
  text: string,
  steps: readonly NamedRewrite[],
  cost: number,
  worked: State["worked"],
): State {
  const complaints = linter.complaints(text);
  const [first] = complaints;
  return { text, steps, cost, worked, complaints, left: first ? leftBehind(text, first) : 0 };
}

function workedOn({ text, worked }: State, { splices }: SyntaxProposal, cost: number): State["worked"] {
  const line = readPositions(text).lineOf(splices[0]!.start);
  return { line, cost: splices.length < 3 && line === worked.line ? worked.cost + cost : cost };
}

/** At the end of the text the parser has seen nothing of what is wrong before. */
function leftBehind(text: string, { data, line, column }: LintFinding): number {
  if (data?.kind === "syntax problem" && data.problem === "unexpected end") return text.length + 1;
  return text.length - readPositions(text).offsetOf(line, column);
}

/** Fewer complaints, the first one further down, or another one there. */
function isProgress(before: State, after: State): boolean {
  if (after.complaints.length === 0) return false;
  if (after.complaints.length < before.complaints.length || after.left < before.left) return true;
  return after.left === before.left && after.complaints[0]!.message !== before.complaints[0]!.message;
}

/** Python refuses more than its grammar does, such as a `return` outside of a function. */
function isAccepted({ linter, budget }: Search, { text }: State): boolean {
  return budget.take(text) && !linter.check(text).some(({ code }) => syntaxRules.has(code));
}

function* proposalsFor(
  linter: Linter,
  { text, complaints }: State,
  repairs: readonly SyntaxRepair[],
): Generator<{ text: string; proposal: SyntaxProposal; by: SyntaxRepair }> {
  const broken = readBrokenText(text, complaints, linter.tokens(text));
  for (const by of repairs) {
    for (const proposal of by.propose(broken))
      yield { text: applySplices(text, proposal.splices), proposal, by };
  }
}

/** The cheapest, counting what is still to be fixed. */
function takeBest(waiting: State[]): State | undefined {
  let best = 0;
  for (let at = 1; at < waiting.length; at += 1) if (rank(waiting[at]!) < rank(waiting[best]!)) best = at;
  return waiting.splice(best, 1)[0];
}

function rank({ cost, complaints }: State): number {
  return cost + 1.5 * Math.min(new Set(complaints.map(({ line }) => line)).size, 40);
}

type Budget = ReturnType<typeof createBudget>;

function createBudget() {
  let calls = maxCalls;
  let characters = maxCharacters;
  const take = (text: string, times = 1): boolean => {
    if (calls <= 0 || characters < text.length) return false;
    calls -= 1;
    characters -= text.length * times;
    return true;
  };
  return { take };
}
