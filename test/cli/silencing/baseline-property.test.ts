import { describe, expect, test } from "vitest";
import type { CheckedFile, FileFinding } from "../../../cli/finding.ts";
import { countFindings, withoutKnown } from "../../../cli/project/baseline/known-findings.ts";
import { lineHashes } from "../../../cli/project/silencing/line-hash.ts";
import { readLayout } from "../../../cli/project/silencing/python-layout.ts";
import { createDice, type Dice } from "../../support/dice.ts";

const rules = ["ruff:S301", "policy:weak-hash", "mypy:operator"];
const findable = ["load(a)", "load(b)", "load( a, b )", "weak(c) + '#'", 'total = "x" + 1'];
const harmless = ["pass", "b = 1", "# load(a)", "", "c = 'load(a)  # no'"];

/** What stands in one line; a line may have several findings, or several of one rule. */
type Line = Readonly<{ code: string; rules: readonly string[]; indent: number; comment: string }>;

function lineOf(dice: Dice): Line {
  const indent = dice.below(3);
  if (dice.below(3) === 0) return { code: dice.pick(harmless), rules: [], indent, comment: "" };
  const found = Array.from({ length: 1 + dice.below(2) }, () => dice.pick(rules));
  return { code: dice.pick(findable), rules: found, indent, comment: dice.pick(["", "  # why"]) };
}

function toChecked(lines: readonly Line[], file = "a.py"): CheckedFile {
  const text = lines
    .map(({ code, indent, comment }) => `${"    ".repeat(indent)}${code}${comment}`)
    .join("\n");
  const hashOf = lineHashes(text, readLayout(text).comments);
  const findings = lines.flatMap(({ rules: found }, at) =>
    found.map((rule): FileFinding => {
      const place = { rule, line: at + 1 };
      const words = { severity: "error", message: "", column: 1, cwe: null } as const;
      return { ...words, ...place, isSecurity: false, rejects: true, lineHash: hashOf(place) };
    }),
  );
  return { file, text, findings, incomplete: [], problem: undefined, status: "rejected" };
}

const nameOf = ({ file }: CheckedFile): string => file;
const suppression = { kind: "baseline", by: "baseline", reason: null } as const;

/** How many findings are new in a text, where another was the baseline. */
function newIn(before: readonly CheckedFile[], after: readonly CheckedFile[]): number {
  const names = new Set(after.map(nameOf));
  const known = countFindings(before, nameOf);
  const asked = { nameOf, isGone: (name: string) => !names.has(name), suppression };
  return withoutKnown(after, known, asked).reduce((sum, { findings }) => sum + findings.length, 0);
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

function shuffled<Item>(dice: Dice, items: readonly Item[]): Item[] {
  const rest = [...items];
  return items.map(() => rest.splice(dice.below(rest.length), 1)[0]!);
}

describe("the baseline, over generated edits", () => {
  test.for(seeds)("%i: what is moved, indented again, commented or removed is not new", (seed) => {
    const dice = createDice(seed);
    const lines = Array.from({ length: 1 + dice.below(12) }, () => lineOf(dice));
    const before = [toChecked(lines)];
    expect(newIn(before, before)).toBe(0);
    const edited = shuffled(
      dice,
      lines
        .filter(() => dice.below(4) > 0)
        .map((line) => ({
          ...line,
          indent: dice.below(4),
          comment: dice.pick(["", "  # other", "  # load(a)"]),
        })),
    );
    expect(newIn(before, [toChecked(edited)])).toBe(0);
    expect(newIn(before, [toChecked(edited, "renamed.py")])).toBe(0);
  });

  test.for(seeds)("%i: of equal lines the first may go, and one more is new", (seed) => {
    const dice = createDice(seed);
    const lines = Array.from({ length: 1 + dice.below(12) }, () => lineOf(dice));
    const at = dice.below(lines.length);
    const { rules: found } = lines[at]!;
    const twice = lines.toSpliced(dice.below(lines.length + 1), 0, lines[at]!);
    expect(newIn([toChecked(twice)], [toChecked(twice.toSpliced(twice.indexOf(lines[at]!), 1))])).toBe(0);
    expect(newIn([toChecked(lines)], [toChecked(twice)])).toBe(found.length);
  });

  test.for(seeds)("%i: a finding on a line that was not there is new, and only it", (seed) => {
    const dice = createDice(seed);
    const lines = Array.from({ length: dice.below(12) }, () => lineOf(dice));
    const added: Line = { code: `load(new_${seed})`, rules: [dice.pick(rules)], indent: 0, comment: "" };
    const after = lines.toSpliced(dice.below(lines.length + 1), 0, added);
    expect(newIn([toChecked(lines)], [toChecked(after)])).toBe(1);
    expect(newIn([toChecked(lines)], [toChecked(lines), toChecked([added], "b.py")])).toBe(1);
  });
});

test("a credential is not in the name of its line", () => {
  const hashOf = (line: string, rule: string): string =>
    lineHashes(line, readLayout(line).comments)({ line: 1, rule });
  const [one, other] = ['password = "hunter2-Zk9!xq"', 'password = "another-Zk9!xq"'];
  expect(hashOf(one, "credentials:named-secret")).toBe(hashOf(other, "credentials:named-secret"));
  expect(hashOf(one, "ruff:S105")).toBe(hashOf(other, "ruff:S105"));
  expect(hashOf(one, "ruff:F841")).not.toBe(hashOf(other, "ruff:F841"));
});
