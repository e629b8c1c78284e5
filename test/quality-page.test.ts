import { expect, test } from "vitest";
import { sections, withSection } from "./bench/quality-page.ts";
import { toMarkdown } from "./bench/table.ts";

test("a new measurement replaces its own section and leaves the others", () => {
  const libraries = `## ${sections.libraries.title}\n\nfirst\n`;
  const own = `## ${sections.own.title}\n\nown\n`;
  const page = withSection(withSection("", "own", own), "libraries", libraries);
  expect(page.indexOf("first")).toBeLessThan(page.indexOf("own\n"));
  const again = withSection(page, "libraries", libraries.replace("first", "second"));
  expect(again).toBe(page.replace("first", "second"));
});

test("a section that is written by hand stays in its place", () => {
  const own = `## ${sections.own.title}\n\nfirst\n`;
  const page = `${withSection("", "own", own)}\n## By hand\n\nwords\n`;
  expect(withSection(page, "own", own.replace("first", "second"))).toBe(page.replace("first", "second"));
});

test("a table of a page is as wide as its content", () => {
  expect(toMarkdown({ head: ["set", "n"], rows: [["crash", "175"]] })).toBe(
    "| set   | n   |\n| ----- | --- |\n| crash | 175 |",
  );
});
