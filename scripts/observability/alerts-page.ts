import type { Alert, Board } from "./signal.ts";

/** What each alert means and what to do; the rules link to its sections. */
export function alertsPage(boards: readonly Board[]): string {
  const sections = boards.flatMap(({ title, signals }) => [
    `## ${title}`,
    ...signals.flatMap(({ alert }) => (alert ? [toSection(alert)] : [])),
  ]);
  return `${[head, ...sections].join("\n\n")}\n`;
}

const head = `# Alerts

What to alert on, and what to do then. Every number is in \`GET /metrics\` of each replica and of each agent. The rules are in \`deploy/observability/alerts.yml\`, for
Prometheus; the dashboards beside them are for Grafana. \`page\`: wake somebody. \`ticket\`: look at it today.

<!-- Written by \`npm run docs\` from scripts/observability/signals.ts. -->`;

function toSection({ name, when, forMinutes, severity, says, todo }: Alert): string {
  const rule = forMinutes === 0 ? "" : `, for ${forMinutes === 1440 ? "a day" : `${forMinutes} min`}`;
  return [`### ${name}`, `${says} \`${severity}\``, `\`${when}\`${rule}`, todo].join("\n\n");
}
