import { codesOf } from "../../engine/own-rules.ts";
import type { CheckedFile, FileFinding } from "../finding.ts";

/** What a test makes up: only its name or its place says that it is secret. A provider's format proves a real one. */
const madeUp: ReadonlySet<string> = new Set([
  "credentials:jwt",
  "credentials:named-secret",
  "credentials:password-in-address",
  "ruff:S105",
  "ruff:S106",
  "ruff:S107",
]);

/** What endangers a program that others reach, that keeps what is theirs, or that reads what they send. */
const ofService: readonly string[] = [
  "cleartext-protocol",
  "debug-server",
  "exposed-error",
  "log-injection",
  "logged-secret",
  "old-tls",
  "open-binding",
  "temporary-file",
  "timing-comparison",
  "unescaped-markup",
  "unsafe-deserialisation",
  "unverified-host",
  "unverified-tls",
  "weak-cipher",
  "weak-hash",
  "weak-password-hash",
  "weak-randomness",
  "web-setting",
].map((id) => `policy:${id}`);

const mild: ReadonlySet<string> = new Set([
  ...madeUp,
  ...ofService,
  ...ofService.flatMap(codesOf).map((code) => `ruff:${code}`),
]);

/** An assertion is what a test is made of. */
const leftOut: ReadonlySet<string> = new Set(["policy:assert-authorisation"]);

type Asked = Readonly<{
  strict: boolean;
  /** The settings name the rule themselves. */
  isAskedFor(rule: string): boolean;
}>;

/** The findings of a file of tests or examples, as they count there. */
export function asInTests(checked: CheckedFile, { strict, isAskedFor }: Asked): CheckedFile {
  const findings = checked.findings
    .filter(({ rule }) => !leftOut.has(rule) || isAskedFor(rule))
    .map((finding): FileFinding => {
      const isMild = finding.severity === "error" && mild.has(finding.rule) && !isAskedFor(finding.rule);
      return isMild ? { ...finding, severity: "warning", rejects: strict } : finding;
    });
  const isValid = checked.status === "rejected" && !findings.some(({ rejects }) => rejects);
  return { ...checked, findings, status: isValid ? "valid" : checked.status };
}
