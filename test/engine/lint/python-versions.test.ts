import { describe, expect, test } from "vitest";
import { createLinter } from "../../../engine/lint/lint.ts";
import { syntaxRules } from "../../../engine/lint/rules.ts";
import { pythonVersions } from "../../../engine/python-version.ts";
import { grammar } from "./grammar-of-versions.ts";

const linter = createLinter();
/** The one that ruff takes a version too early. */
const tooEarly = "class Row[*Ts = *tuple[int, ...]]: ...\n";

describe("a text is refused when its Python version lacks the syntax", () => {
  test.for(pythonVersions)("Python %s", (python) => {
    const wrong = grammar.filter(([since, text]) => {
      const isAccepted = !linter
        .of(python)
        .check(text)
        .some(({ code }) => syntaxRules.has(code));
      return isAccepted !== (since !== null && since <= Number(python.slice("3.".length)));
    });
    expect(wrong.map(([, text]) => text)).toEqual(python === "3.12" ? [tooEarly] : []);
  });
});

test("the message names the first version that has the syntax", () => {
  const said = (python: (typeof pythonVersions)[number], text: string): string[] =>
    linter
      .of(python)
      .complaints(text)
      .map(({ message }) => message);
  expect(said("3.10", "try:\n    f()\nexcept* ValueError:\n    pass\n")).toEqual([
    "Cannot use `except*` on Python 3.10 (syntax was added in Python 3.11)",
  ]);
  expect(said("3.11", "type Point = int\n")).toEqual([
    "Cannot use `type` alias statement on Python 3.11 (syntax was added in Python 3.12)",
  ]);
  expect(said("3.13", "x = t'{1}'\n")).toEqual([
    "Cannot use t-strings on Python 3.13 (syntax was added in Python 3.14)",
  ]);
});
