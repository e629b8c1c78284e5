import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { limitsPage } from "../scripts/limits-page.ts";
import { alertsPage } from "../scripts/observability/alerts-page.ts";
import { dashboard } from "../scripts/observability/dashboard.ts";
import { alertRules } from "../scripts/observability/rules.ts";
import { scrapeSettings } from "../scripts/observability/scraping.ts";
import { boards } from "../scripts/observability/signals.ts";
import { refusalsPage } from "../scripts/refusals-page.ts";
import { repairsPage } from "../scripts/repairs-page.ts";
import { rulesPage } from "../scripts/rules-page.ts";
import { speedChart } from "../scripts/speed-chart.ts";
import { readRelease } from "../parts/release.ts";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("docs/refusals.md matches the table of faults", () => {
  expect(read("docs/refusals.md"), "run npm run docs").toBe(refusalsPage());
});

test("docs/limits.md matches the table of limits", () => {
  expect(read("docs/limits.md"), "run npm run docs").toBe(limitsPage());
});

test("docs/repairs.md matches the pages of the repairs", () => {
  expect(read("docs/repairs.md"), "run npm run docs").toBe(repairsPage());
});

test("docs/rules.md matches the rules and their pages", () => {
  expect(read("docs/rules.md"), "run npm run docs").toBe(rulesPage());
});

test("docs/alerts.md, the Prometheus rules and the dashboards match the list of signals", () => {
  expect(read("docs/alerts.md"), "run npm run docs").toBe(alertsPage(boards));
  expect(read("deploy/observability/alerts.yml"), "run npm run docs").toBe(alertRules(boards));
  for (const board of boards)
    expect(read(`deploy/observability/${board.id}.json`), "run npm run docs").toBe(dashboard(board));
  for (const [path, text] of Object.entries(scrapeSettings()))
    expect(read(path), "run npm run docs").toBe(text);
});

test("the chart of README matches docs/measurements.md", () => {
  expect(read("docs/pictures/speed.svg"), "run npm run docs").toBe(speedChart());
});

test("README is short, and its pictures exist and are small", () => {
  const readme = read("README.md");
  expect(readme.split("\n").length).toBeLessThanOrEqual(121);
  const pictures = Array.from(
    readme.matchAll(/!\[[^\]]+\]\((?<path>[^)]+)\)/g),
    ({ groups }) => groups!["path"]!,
  );
  expect(pictures).toEqual(["docs/pictures/first-visit.svg", "docs/pictures/speed.svg"]);
  for (const path of pictures)
    expect(statSync(new URL(`../${path}`, import.meta.url)).size).toBeLessThan(150_000);
});

test("package.json has the version of the newest changelog entry", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(version).toBe(readRelease().version);
});

test("every file that README, ARCHITECTURE and CONTRIBUTING link to exists", () => {
  for (const page of ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]) {
    const links = Array.from(read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g), ([, path]) => path!);
    for (const path of links.filter((link) => /\.\w+$/.test(link)))
      expect(() => read(path), `${page} → ${path}`).not.toThrow();
  }
});
