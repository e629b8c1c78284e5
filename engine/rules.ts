import { readFileSync } from "node:fs";
import { checks } from "./checks/index.ts";
import { formats } from "./credentials/formats.ts";
import { codingCookie } from "./policy/coding-cookie.ts";
import { errorRulesOf, ignoredRules, selectedRules } from "./lint/rules.ts";
import { rules as policy } from "./policy/index.ts";
import { listRepairs, type ListedRepair } from "./repair/list.ts";
import { firstParagraph } from "./text/first-paragraph.ts";
import { errorCodes } from "./type-check/type-findings.ts";

/** One of our own rules, as `/v1/rules` lists it. */
export type OwnRule = Readonly<{
  /** As a diagnostic or a security finding names it. */
  rule: string;
  tool: "python" | "policy" | "credentials";
  /** What it finds. */
  finds: string;
  /** Undefined where it depends on what was found. */
  severity: "error" | "warning" | undefined;
  cwe: string | undefined;
  /** Where its page stands, from the top of the repository. */
  page: string | undefined;
}>;

/** All that is checked and fixed. */
export type Rules = Readonly<{
  own: readonly OwnRule[];
  ruff: Readonly<{ selected: readonly string[]; leftOut: readonly string[]; errors: readonly string[] }>;
  mypy: Readonly<{ errors: readonly string[] }>;
  repairs: readonly ListedRepair[];
}>;

/** Reads the pages of our rules; they change with a release only. */
export function listRules(): Rules {
  return {
    own: listOwnRules(),
    ruff: { selected: selectedRules, leftOut: [...ignoredRules], errors: [...errorRulesOf("")] },
    mypy: { errors: [...errorCodes] },
    repairs: listRepairs(),
  };
}

/** Every rule of our own, in the order in which a reader would look for them. */
export function listOwnRules(): OwnRule[] {
  return [
    ...checks.map(({ id, severity }) => ({ ...described("checks", "python", id), severity, cwe: undefined })),
    ...[...policy, codingCookie].map(({ id, cwe }) => ({
      ...described("policy", "policy", id),
      severity: undefined,
      cwe,
    })),
    ...credentialRules(),
  ];
}

function described<Tool extends OwnRule["tool"]>(folder: string, tool: Tool, id: string) {
  const page = `engine/${folder}/${id}.md`;
  const text = readFileSync(new URL(`./${folder}/${id}.md`, import.meta.url), "utf8");
  const finds = firstParagraph(text, "## What it finds");
  if (finds === undefined) throw new Error(`${page} does not say what it finds`);
  return { rule: `${tool}:${id}`, tool, finds, page };
}

function credentialRules(): OwnRule[] {
  const named = [
    { id: "named-secret", name: "A value whose name says that it is a secret, unless it is a placeholder" },
    { id: "password-in-address", name: "A password in an address or a connection string" },
  ];
  return [...named, ...formats].map(({ id, name }) => ({
    rule: `credentials:${id}`,
    tool: "credentials",
    finds: `${name[0]!.toUpperCase()}${name.slice(1)}.`,
    severity: id === "named-secret" ? undefined : "error",
    cwe: "CWE-798",
    page: undefined,
  }));
}
