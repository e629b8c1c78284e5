import type { Problem, ProblemCase } from "./problems.ts";

type Style = (problem: Problem, at: number) => string;

const isValue = (one: ProblemCase): one is Extract<ProblemCase, { value: string }> => "value" in one;
const indented = (text: string, by = 4): string => text.replaceAll(/^(?=.)/gm, " ".repeat(by));

/** How test files are written. `at` is the problem's number: people do not all write alike. */
export const styles: Readonly<Record<string, Style>> = {
  "check(candidate)": ({ name, cases }, at) => {
    const lines = cases.map((one, n) => {
      if (isValue(one)) {
        const message = at % 3 === 0 ? `, "case ${n + 1}"` : "";
        return `assert candidate(${one.args}) == ${one.value}${message}\n`;
      }
      return `try:\n    candidate(${one.args})\n    assert False\nexcept ${one.raises}:\n    pass\n`;
    });
    const start = at % 2 === 0 ? "METADATA = {}\n\n\n" : "";
    return `${start}def check(candidate):\n${indented(lines.join(""))}\n\ncheck(${name})\n`;
  },
  "list of asserts": ({ name, cases }, at) => {
    if (at % 4 === 3) {
      const rows = cases.filter(isValue).map(({ args, value }) => `    ((${args},), ${value}),\n`);
      if (!cases.some(({ args }) => args.includes("=")))
        return `CASES = [\n${rows.join("")}]\n\nfor args, expected in CASES:\n    assert ${name}(*args) == expected, args\n${raisingLines(name, cases)}`;
    }
    const lines = cases.filter(isValue).map(({ args, value }) => `assert ${name}(${args}) == ${value}\n`);
    return lines.join("") + raisingLines(name, cases);
  },
  unittest: ({ title, name, cases }, at) => {
    const equal = ({ args, value }: { args: string; value: string }): string =>
      value === "None"
        ? `self.assertIsNone(${name}(${args}))\n`
        : value === "True" || value === "False"
          ? `self.assert${value}(${name}(${args}))\n`
          : at % 5 === 1
            ? `self.assertEqual(${value}, ${name}(${args}))\n`
            : `self.assertEqual(${name}(${args}), ${value})\n`;
    const values = cases.filter(isValue);
    const methods =
      at % 3 === 2
        ? [`def test_${name}(self):\n    """${title}"""\n${indented(values.map(equal).join(""))}`]
        : values.map((one, n) => `def test_${numbers[n]}(self):\n${indented(equal(one))}`);
    const raising = cases.flatMap((one) =>
      isValue(one)
        ? []
        : [
            at % 2 === 0
              ? `def test_error(self):\n    with self.assertRaises(${one.raises}):\n        ${name}(${one.args})\n`
              : `def test_error(self):\n    self.assertRaises(${one.raises}, ${name}, ${one.args})\n`,
          ],
    );
    const body = indented([...methods, ...raising].join("\n"));
    const end = at % 2 === 0 ? `\n\nif __name__ == "__main__":\n    unittest.main()\n` : "";
    return `import unittest\n\n\nclass Test${pascal(name)}(unittest.TestCase):\n${body}${end}`;
  },
  "pytest parametrize": ({ name, cases }) => {
    const values = cases.filter(isValue);
    const isPlain = values.every(({ args }) => !/\w=/.test(args));
    const rows = values.map(({ args, value }) => `        ((${args},), ${value}),\n`);
    const table = isPlain
      ? `@pytest.mark.parametrize(\n    "args, expected",\n    [\n${rows.join("")}    ],\n)\ndef test_${name}(args, expected):\n    assert ${name}(*args) == expected\n`
      : `def test_${name}():\n${values.map(({ args, value }) => `    assert ${name}(${args}) == ${value}\n`).join("")}`;
    return `import pytest\n\n\n${table}${pytestRaising(name, cases)}`;
  },
  "pytest functions": ({ name, cases }, at) => {
    const functions = cases.filter(isValue).map(({ args, value }, n) => {
      const asked =
        at % 2 === 0
          ? `    assert ${name}(${args}) == ${value}\n`
          : `    expected = ${value}\n    result = ${name}(${args})\n    assert result == expected\n`;
      return `def test_${name}_${numbers[n]}():\n${asked}`;
    });
    const raising = pytestRaising(name, cases);
    return `${raising === "" ? "" : "import pytest\n\n\n"}${functions.join("\n\n")}${raising}`;
  },
  doctest: ({ title, name, cases }, at) => {
    const sessions = cases.map((one) => {
      if (!isValue(one))
        return `>>> ${name}(${one.args})  # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\n    ...\n${one.raises}\n`;
      if (one.value === "None") return `>>> ${name}(${one.args}) is None\nTrue\n`;
      if (at % 3 === 1) return `>>> result = ${name}(${one.args})\n>>> result\n${one.value}\n`;
      return `>>> ${name}(${one.args})\n${one.value}\n`;
    });
    return at % 2 === 0 ? sessions.join("") : `# ${title}\n${sessions.join("\n")}`;
  },
};

const numbers = ["one", "two", "three", "four", "five", "six"];

function raisingLines(name: string, cases: readonly ProblemCase[]): string {
  return cases
    .flatMap((one) =>
      isValue(one)
        ? []
        : [
            `try:\n    ${name}(${one.args})\nexcept ${one.raises}:\n    pass\nelse:\n    raise AssertionError("${one.raises} expected")\n`,
          ],
    )
    .join("");
}

function pytestRaising(name: string, cases: readonly ProblemCase[]): string {
  return cases
    .flatMap((one) =>
      isValue(one)
        ? []
        : [
            `\n\ndef test_${name}_raises():\n    with pytest.raises(${one.raises}):\n        ${name}(${one.args})\n`,
          ],
    )
    .join("");
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
