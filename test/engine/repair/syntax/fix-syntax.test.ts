import { expect, test } from "vitest";
import { createLinter } from "../../../../engine/lint/lint.ts";
import { fixSyntax } from "../../../../engine/repair/syntax/fix-syntax.ts";
import { syntaxRepairs } from "../../../../engine/repair/syntax/repairs.ts";
import { applySplices } from "../../../../engine/text/splices.ts";
import { processorMs } from "../../../support/processor-time.ts";

const linter = createLinter();

function fixed(text: string): string | undefined {
  const steps = fixSyntax(linter, text, syntaxRepairs);
  return steps?.reduce((now, { splices }) => applySplices(now, splices), text);
}

test("a text that parses is skipped", () => {
  expect(fixed("x = 1\n")).toBeUndefined();
  expect(fixed("return 1\n")).toBeUndefined();
});

test.each([
  ["an operand that is missing", "total =\n"],
  ["a comparison with nothing", "def f(a):\n    x = a ==\n    return x\n"],
  ["a value that is missing in a call", "print(1, key=)\n"],
  ["an attribute that is missing", "import math\nprint(math.)\n"],
  ["an assignment to a literal", "1 = x\n"],
  ["marks of a merge", "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"],
  ["a text in another language", "SELECT name FROM people WHERE age > 3 ORDER BY name;\n"],
  ["prose", "The quick brown fox jumps over the lazy dog.\nIt does so twice (or more.\n"],
])("%s is unchanged", (_, text) => {
  expect(fixed(text)).toBeUndefined();
});

test("line ends and all other characters are kept", () => {
  const text = "def f(x)\r\n    # größer ✓ 𝒳\r\n    print \"𝒳: %s\" % x\r\n    return [x, 'ü'\r\n";
  expect(fixed(text)).toBe(
    "def f(x):\r\n    # größer ✓ 𝒳\r\n    print(\"𝒳: %s\" % x)\r\n    return [x, 'ü']\r\n",
  );
});

test("a block that is added has the line ends of the text", () => {
  expect(fixed("class A:\r\n\tdef f(self):\r\n\r\n\tdef g(self):\r\n\t\treturn 1\r\n")).toBe(
    "class A:\r\n\tdef f(self):\r\n\t\tpass\r\n\r\n\tdef g(self):\r\n\t\treturn 1\r\n",
  );
  expect(fixed("def f(x):\r\n    return [\r\n        x,\r\n\r\ny = f(1)\r\n")).toBe(
    "def f(x):\r\n    return [\r\n        x,\r\n    ]\r\n\r\ny = f(1)\r\n",
  );
});

test("a text without a last line break gets none", () => {
  expect(fixed("if x\n    print(x")).toBe("if x:\n    print(x)");
});

test("multi-line strings keep their indentation", () => {
  const text = 'def f():\nx = """\n  one\n    two\n"""\nreturn x\n';
  expect(fixed(text)).toBe('def f():\n    x = """\n  one\n    two\n"""\n    return x\n');
});

test("statements that share a line are fixed in place", () => {
  expect(fixed('if x: print "a"; y = 1\n')).toBe('if x: print("a"); y = 1\n');
});

test("a hundred print statements are one edit", () => {
  const text = Array.from({ length: 100 }, (_, n) => `print "line", ${n}\n`).join("");
  expect(fixSyntax(linter, text, syntaxRepairs)).toHaveLength(1);
});

const program = (functions: number): string =>
  Array.from({ length: functions }, (_, n) => `def f${n}(a, b=None):\n    return [a, b, ${n}]\n\n\n`).join(
    "",
  );

test.each([
  ["a slip at its start", `def g(x)\n    return x\n\n\n${program(4000)}`],
  ["a slip at its end", `${program(4000)}print(f1(1, 2)\n`],
  ["an open bracket in the middle", `${program(2000)}x = [1, 2\n${program(2000)}`],
  ["nothing but brackets", "(".repeat(150) + "\n" + "[\n".repeat(40) + "x\n".repeat(90_000)],
  ["nothing but quotes", "'\n".repeat(100_000)],
  ["no line breaks", `x = [${"1, ".repeat(60_000)}`],
  ["nothing but open texts", '"""a\n'.repeat(40_000)],
  ["nothing but commas", ",".repeat(200_000)],
  ["a mistake on every line", "print 'a' if x = 1 elif\n".repeat(8000)],
])("200,000 characters with %s take at most a few seconds", (_, text) => {
  expect(processorMs(() => fixed(text.slice(0, 200_000)))).toBeLessThan(5000);
});
