import { listOwnRules, type OwnRule } from "../engine/rules.ts";

const tools: Readonly<Record<OwnRule["tool"], string>> = {
  python: "Checks of what a program does",
  policy: "Security policy",
  credentials: "Credentials",
};

const introductions: Readonly<Record<OwnRule["tool"], string>> = {
  python:
    "Reported as diagnostics. Each fires only where the source alone shows that it is right; an error makes a verdict invalid.",
  policy:
    "Reported under `security`, over the program as it is followed: names, aliases, constants and look-ups are resolved first. " +
    "What makes a verdict invalid is in [decision 18](decisions/0018-what-makes-code-invalid.md).",
  credentials: "Reported under `security`. A finding never repeats the secret.",
};

/** `docs/rules.md`, made from the rules themselves and their pages. */
export function rulesPage(): string {
  const byTool = Map.groupBy(listOwnRules(), ({ tool }) => tool);
  const parts = Array.from(byTool, ([tool, rules]) =>
    [`## ${tools[tool]}`, introductions[tool], table(rules)].join("\n\n"),
  );
  return `# Rules

Every rule of our own. Beside them ruff and mypy take part; \`GET /v1/rules\` lists which of their rules, and these too. Which rules fire may change with
every version.

${parts.join("\n\n")}

This page is written by \`npm run docs\` from \`engine\`.
`;
}

function table(rules: readonly OwnRule[]): string {
  const rows = rules.map(({ rule, finds, severity, cwe, page }) => {
    const name = page ? `[\`${rule}\`](../${page})` : `\`${rule}\``;
    return `| ${name} | ${severity ?? "by what is found"} | ${cwe ?? "–"} | ${finds.replaceAll("|", "\\|")} |`;
  });
  return ["| rule | severity | CWE | finds |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
