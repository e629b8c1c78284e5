import { describe, expect, test } from "vitest";
import { scanCredentials } from "../../../engine/credentials/scan.ts";
import { formats } from "../../../engine/credentials/formats.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { laterCredentialSets } from "../../quality/credential-set.ts";
import { programsWithCredentials, programsWithoutCredentials } from "../../quality/credentials.ts";
import { processorMs } from "../../support/processor-time.ts";

const scan = (code: string) => scanCredentials(readTree(code)!);

describe("a credential is found", () => {
  test.for(programsWithCredentials.map(({ name, code }) => [name, code] as const))("%s", ([, code]) => {
    expect(scan(code).length).toBeGreaterThan(0);
  });
});

describe("text that is not a credential is not reported", () => {
  test.for(programsWithoutCredentials.map(({ name, code }) => [name, code] as const))("%s", ([, code]) => {
    expect(scan(code)).toEqual([]);
  });
});

test.each(laterCredentialSets)(
  "every credential of $name is found, with no false positives",
  ({ bad, good, stillWrong }) => {
    const missed = bad.filter(({ code }) => scan(code).length === 0);
    const wronged = good.filter(({ code }) => scan(code).length > 0);
    expect([...missed, ...wronged].map(({ name }) => name)).toEqual(stillWrong ?? []);
  },
);

describe("a finding", () => {
  const secret = "Tr0ub4dor&3-horse";

  test("never repeats the secret or its start", () => {
    for (const { code } of [...programsWithCredentials, { code: `password = "${secret}"\n` }]) {
      for (const { finding, start, end } of scan(code)) {
        const value = code.slice(start, end).replaceAll(/^["'b(]+|["')]+$/g, "");
        // A provider's format has a prefix that is no secret.
        const told = finding.id === "named-secret" ? value.slice(0, 6) : value;
        expect(finding.message).not.toContain(told);
      }
    }
  });

  test("names the kind, the place and the remedy", () => {
    expect(scan(`x = 1\npassword = "${secret}"\n`).map(({ finding }) => finding)).toEqual([
      {
        tool: "credentials",
        id: "named-secret",
        severity: "error",
        confidence: "high",
        message:
          "The value of `password` looks like a hard-coded secret. Anyone who can read the code can use it: " +
          "revoke it, and read a new one from the environment or a secret store.",
        line: 2,
        cwe: "CWE-798",
      },
    ]);
  });

  test("has a range that covers the secret for masking", () => {
    const code = `key = "AKIA" "QZ7XK3MVWB2RLN5T"\nurl = "postgres://svc:pL9vQ2x@db.internal/app"\n`;
    expect(scan(code).map(({ start, end }) => code.slice(start, end))).toEqual([
      `"AKIA" "QZ7XK3MVWB2RLN5T"`,
      "pL9vQ2x",
    ]);
  });

  test("is reported once per line", () => {
    const code = `stripe.api_key = "sk_live_${"a1B2c3D4".repeat(3)}"\n`;
    expect(scan(code).map(({ finding }) => finding.id)).toEqual(["stripe-key"]);
  });
});

describe("a long line of one character is scanned quickly", () => {
  const pieces = [
    "a",
    "A",
    "0",
    "_",
    "-",
    ".",
    ":",
    "/",
    "@",
    "=",
    " ",
    "eyJ",
    "sk-",
    "a:",
    "://a:",
    "password=",
    "xox-",
    "a1_",
  ];
  test.for(pieces)("%s", (piece) => {
    const line = piece.repeat(200_000 / piece.length);
    for (const code of [`password = "${line}"\n`, `# ${line}\n`]) {
      const tree = readTree(code)!;
      const before = process.cpuUsage();
      scanCredentials(tree);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(2);
    }
  });
});

test.for([
  ["names", "a", 0],
  ["texts", "'a'", 0],
  ["pieces of a key", "'AKIAQ3EGRIQW' + 'Z5JX7K2P' + a", 1],
] as const)("a sum of thousands of %s is scanned once", ([, term, found]) => {
  const tree = readTree(`x = ${Array(3000).fill(term).join(" + ")}\n`)!;
  const before = process.cpuUsage();
  expect(scanCredentials(tree)).toHaveLength(found);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(1);
});

test.for([
  ["a text joined of thousands of calls", `x = "".join([${"chr(65), ".repeat(20_000)}])\n`, 0],
  ["a text trimmed over and over", `password = "Tr0ub4dor&3-horse"${".strip()".repeat(5000)}\n`, 1],
] as const)("%s is evaluated once", ([, code, found]) => {
  const tree = readTree(code)!;
  const ms = processorMs(() => expect(scanCredentials(tree)).toHaveLength(found));
  expect(ms).toBeLessThan(1000);
});

test("no format matches the empty text, and each has required marks", () => {
  for (const { pattern, marks } of formats) {
    expect("".match(pattern)).toBeNull();
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks) expect(mark).not.toBe("");
  }
});
