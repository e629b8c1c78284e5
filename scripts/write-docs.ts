import { writeFileSync } from "node:fs";
import { chartFiles } from "./helm/chart.ts";
import { limitsPage } from "./limits-page.ts";
import { alertsPage } from "./observability/alerts-page.ts";
import { dashboard } from "./observability/dashboard.ts";
import { alertRules } from "./observability/rules.ts";
import { scrapeSettings } from "./observability/scraping.ts";
import { boards } from "./observability/signals.ts";
import { refusalsPage } from "./refusals-page.ts";
import { repairsPage } from "./repairs-page.ts";
import { rulesPage } from "./rules-page.ts";
import { speedChart } from "./speed-chart.ts";

const pages = {
  "docs/alerts.md": alertsPage(boards),
  "docs/limits.md": limitsPage(),
  "docs/refusals.md": refusalsPage(),
  "docs/repairs.md": repairsPage(),
  "docs/rules.md": rulesPage(),
  "docs/pictures/speed.svg": speedChart(),
  "deploy/observability/alerts.yml": alertRules(boards),
  ...Object.fromEntries(boards.map((board) => [`deploy/observability/${board.id}.json`, dashboard(board)])),
  ...scrapeSettings(),
  ...chartFiles(),
};
for (const [path, text] of Object.entries(pages)) writeFileSync(new URL(`../${path}`, import.meta.url), text);
console.log(`Wrote ${Object.keys(pages).join(", ")}.`);
