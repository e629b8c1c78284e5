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

/** The same in light and in dark, at the width of a desktop and of a phone. */
export async function findViolationsInEveryLook(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const violations = await findViolations(page);
      found.push(...violations.map((one) => `${colorScheme}, ${width}: ${one}`));
    }
  return found;
}
