import type { Alert, Board } from "./signal.ts";

/** Prometheus' rules, written so that people can read them too. */
export function alertRules(boards: readonly Board[]): string {
  const groups = boards.map(({ id, signals }) => {
    const alerts = signals.flatMap(({ alert }) => alert ?? []);
    return [`  - name: ${id}`, "    rules:", ...alerts.map(toRule)].join("\n");
  });
  return `${head}groups:\n${groups.join("\n")}\n`;
}

const head = `# Written by \`npm run docs\` from scripts/observability/signals.ts.
# Put the address of your service in place of https://assay.example: it serves what each alert links to.
`;

function toRule({ name, when, forMinutes, severity, says }: Alert): string {
  return [
    `      - alert: ${name}`,
    `        expr: ${quote(when)}`,
    `        for: ${forMinutes}m`,
    `        labels: { severity: ${severity} }`,
    "        annotations:",
    `          summary: ${quote(says)}`,
    `          runbook_url: ${quote(`https://assay.example/docs/alerts#${name.toLowerCase()}`)}`,
  ].join("\n");
}

/** JSON's texts are YAML's too. */
function quote(text: string): string {
  return JSON.stringify(text);
}
