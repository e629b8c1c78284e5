import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations that axe finds on the page, one per line. It runs as a debugger does, outside the page's policy. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  const violations = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)",
  );
  return (violations as { id: string; nodes: { html: string; failureSummary: string }[] }[]).flatMap(
    ({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
