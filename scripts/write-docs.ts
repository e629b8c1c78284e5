import { writeFileSync } from "node:fs";
import { refusalsPage } from "./refusals-page.ts";
import { repairsPage } from "./repairs-page.ts";
import { rulesPage } from "./rules-page.ts";
import { speedChart } from "./speed-chart.ts";

const pages = {
  "docs/refusals.md": refusalsPage(),
  "docs/repairs.md": repairsPage(),
  "docs/rules.md": rulesPage(),
  "docs/pictures/speed.svg": speedChart(),
};
for (const [path, text] of Object.entries(pages)) writeFileSync(new URL(`../${path}`, import.meta.url), text);
console.log(`Wrote ${Object.keys(pages).join(", ")}.`);
