import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with the page as it is shown, one line a violation. It runs as a debugger would, past the page's policy. */
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
