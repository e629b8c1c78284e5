import { describe, expect, test } from "vitest";
import { maskCredentials } from "../../../engine/credentials/mask.ts";
import { findCredentials, scanCredentials } from "../../../engine/credentials/scan.ts";
import { contentsOf } from "../../../engine/credentials/string-contents.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { programsWithCredentials, programsWithoutCredentials } from "../../quality/credentials.ts";

/** The words of every literal that holds a credential, as far as they could be one: with a digit, or all there is. */
function secretsIn(code: string): string[] {
  return findCredentials(readTree(code)!)
    .flatMap((found) => contentsOf(code, found))
    .map(({ start, end }) => code.slice(start, end))
    .flatMap((content) => (/^[a-z]+$/.test(content) ? [content] : content.match(/[^\s"'{};/:@=&,]{6,}/g)))
    .filter((word) => word !== null && (/\d/.test(word) || /^[a-z]+$/.test(word)))
    .map(String);
}

/** Nothing else has so many letters and digits in a row. */
const drawn = /(?=(?:[A-Za-z]*\d){2})(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/;

describe("masking removes every character of a credential", () => {
  test.for(programsWithCredentials.map(({ name, code }) => [name, code] as const))("%s", ([, code]) => {
    const secrets = secretsIn(code);
    const masked = maskCredentials(code)!;
    expect(secrets.filter((secret) => masked.includes(secret))).toEqual([]);
    expect(scanCredentials(readTree(masked)!)).toEqual([]);
    expect(masked).not.toMatch(drawn);
  });
});

describe("masking removes credentials from text that does not parse", () => {
  test.for(programsWithCredentials.map(({ name, code }) => [name, code] as const))("%s", ([, code]) => {
    const secrets = secretsIn(code).filter((secret) => /\d/.test(secret));
    const cutOff = code.trimEnd().slice(0, -1);
    for (const broken of [`${code})(\n`, `def f(:\n${code}`, `${cutOff} if`]) {
      const masked = maskCredentials(broken)!;
      expect(secrets.filter((secret) => masked.includes(secret))).toEqual([]);
      expect(masked).not.toMatch(drawn);
    }
  });
});

test("masking keeps lines and columns, and a program still parses", () => {
  for (const { code } of [...programsWithCredentials, ...programsWithoutCredentials]) {
    const masked = maskCredentials(code)!;
    expect(masked.split("\n").map((line) => Array.from(line).length)).toEqual(
      code.split("\n").map((line) => Array.from(line).length),
    );
    expect(readTree(masked)).toBeDefined();
  }
});

test.for<[string, string, string]>([
  ["concatenated pieces", 'key = "AKIA" + "95W8F895YMOTDZ3N"', 'key = "****" + "****************"'],
  [
    "an f-string with names",
    'u = f"postgres://a:pL9vQ2xx@{host}/{db}"',
    'u = f"**********************{host}*{db}"',
  ],
  [
    "another use of the value",
    'otp_secret = "JBSWY3DPEHPK3PXQ"\nf("JBSWY3DPEHPK3PXQ")',
    'otp_secret = "****************"\nf("****************")',
  ],
  [
    "two places on one line",
    'f(password="Tr0ub4dor&3", token="c9f0f895fb98ab91")',
    'f(password="***********", token="****************")',
  ],
  ["a file of settings", "DB_PASSWORD=hunter22x\n", "DB_PASSWORD=*********\n"],
  ["a comment", "x = 1  # password: hunter22x\n", "x = 1  # password: *********\n"],
  ["an unclosed string", 'password = "Tr0ub4dor&3\nx = 1\n', 'password = "***********\nx = 1\n'],
  ["letters beyond the first plane", 'password = "Tr0ub4🐍dor"  # x', 'password = "**********"  # x'],
  ["a caller's key of ours", `# asy_${"a1B2".repeat(10)}\nx = 1`, `# ${"*".repeat(44)}\nx = 1`],
])("secrets are masked in %s", ([, code, masked]) => {
  expect(maskCredentials(code)).toBe(masked);
});

test("the whole string is masked when the end of the secret is unclear", () => {
  const code = 'token = f"ghp_{"7qLWaYyDIfIZwXeozLH5q41HuEGLmmnmflZS"}"\n';
  const masked = maskCredentials(code)!;
  expect(masked).not.toContain("7qLWaYyDIf");
  expect(masked).toHaveLength(code.length);
});

test("text without secrets is unchanged", () => {
  const code = 'def greet(name: str) -> str:\n    """Says hello."""\n    return f"Hello {name}" + 1\n';
  expect(maskCredentials(code)).toBe(code);
  expect(maskCredentials("x = (\n")).toBe("x = (\n");
});

test("text with too many secrets or a line too long to search is not masked", () => {
  const many = Array.from({ length: 200 }, (_, n) => `password = "Tr0ub4dor&${n}"`).join("\n");
  expect(maskCredentials(many)).toBeUndefined();
  expect(maskCredentials(`x = (${" ".repeat(30_000)}`)).toBeUndefined();
  const digests = Array.from({ length: 200 }, (_, n) => `"${"a1b2c3d4".repeat(4)}${n}"`).join(",\n");
  for (const code of [`x = [${digests}]\n`, `x = [${digests}`])
    expect(maskCredentials(code)).not.toMatch(/[b-d]/);
});
