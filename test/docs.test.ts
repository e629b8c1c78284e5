import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refusalsPage } from "../scripts/refusals-page.ts";
import { repairsPage } from "../scripts/repairs-page.ts";
import { rulesPage } from "../scripts/rules-page.ts";
import { readRelease } from "../service/release.ts";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("docs/refusals.md is what the table of faults says", () => {
  expect(read("docs/refusals.md"), "run npm run docs").toBe(refusalsPage());
});

test("docs/repairs.md is what the pages of the repairs say", () => {
  expect(read("docs/repairs.md"), "run npm run docs").toBe(repairsPage());
});

test("docs/rules.md is what the rules and their pages say", () => {
  expect(read("docs/rules.md"), "run npm run docs").toBe(rulesPage());
});

test("package.json carries the version of the newest changelog entry", () => {
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
