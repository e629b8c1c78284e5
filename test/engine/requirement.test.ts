import { describe, expect, test } from "vitest";
import { normalName, readRequirement } from "../../engine/requirement.ts";
import { createDice } from "../support/dice.ts";

test.for([
  ["numpy", "numpy"],
  [" numpy == 2.4.6 ", "numpy==2.4.6"],
  ["Pandas>=2,<3", "Pandas>=2,<3"],
  ["pandas (>=2, <3)", "pandas>=2,<3"],
  ["requests[socks, security]~=2.31", "requests[socks,security]~=2.31"],
  ["ruamel.yaml==0.18.*", "ruamel.yaml==0.18.*"],
  ['tomli; python_version < "3.11"', 'tomli ; python_version < "3.11"'],
  ["torch==2.1.0+cpu", "torch==2.1.0+cpu"],
])("%s is read as pip reads it", ([written, text]) => {
  expect(readRequirement(written!)).toMatchObject({ text });
});

test.for([
  "",
  "-r requirements.txt",
  "--index-url=http://evil.example/simple",
  "-e .",
  "./local",
  "../../etc/passwd",
  "/etc/passwd",
  "C:\\wheels\\x.whl",
  "git+https://example.com/x.git",
  "x @ https://example.com/x.whl",
  "x@file:///etc/passwd",
  "numpy==1; a; b",
  "numpy==1 --hash=sha256:00",
  "numpy\n-r /etc/passwd",
  "numpy==1\\\n--no-index",
  "numpy==",
  "numpy 1.0",
  "[extra]",
  "_numpy",
  "numpy[a b]",
  "numpy[../x]",
  "ｎumpy",
  "numpy\u0000",
  `a${"b".repeat(400)}`,
])("%j is refused", (written) => {
  expect(readRequirement(written)).toBeTypeOf("string");
});

describe("a requirement", () => {
  const pieces = [
    "numpy",
    "==",
    "1.0",
    ",",
    "<2",
    "[x]",
    ";",
    "-r",
    " ",
    "\n",
    "\\",
    "/",
    "..",
    "@",
    "://",
    "#",
    "'",
    '"',
    "(",
    ")",
    "é",
    "--",
    "=",
    "\t",
    "$(id)",
    "`",
    "os_name",
  ];

  test("is passed on as one line of a name, extras, versions and a marker, whatever is written", () => {
    const dice = createDice(7);
    let taken = 0;
    for (let n = 0; n < 20_000; n += 1) {
      const written = Array.from({ length: 1 + dice.below(6) }, () => dice.pick(pieces)).join("");
      const read = readRequirement(written);
      if (typeof read === "string") continue;
      taken += 1;
      expect(read.text).toMatch(
        /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9._,-]+\])?(?:(?:===|==|~=|!=|<=|>=|<|>)[A-Za-z0-9.!+_*-]+,?)*(?: ; [A-Za-z0-9_ \t.'"()<>=!~*+-]+)?$/,
      );
    }
    expect(taken).toBeGreaterThan(100);
  });
});

test("one package has one name", () => {
  expect(["Ruamel.YAML", "ruamel_yaml", "ruamel--yaml"].map(normalName)).toEqual(
    Array.from({ length: 3 }, () => "ruamel-yaml"),
  );
});
