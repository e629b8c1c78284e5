import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRelease, toRelease } from "../../parts/release.ts";

const changelog = `# Changelog

## [Unreleased]

### Added

- Not served yet.

## [1.30.0] - 2026-12-01

### Added

- A thing that
  takes two lines.
- Another, with \`code\`.

### fixed

- A defect.

## [1.29.0] - 2026-11-15

### Added

- The first thing.
`;

test("the newest dated entry is the release, and unreleased changes are not", () => {
  expect(toRelease(changelog)).toEqual({
    name: "assay",
    version: "1.30.0",
    date: "2026-12-01",
    changes: {
      added: ["A thing that takes two lines.", "Another, with `code`."],
      changed: [],
      fixed: ["A defect."],
      security: [],
    },
  });
});

test("an entry is read to the end of the file", () => {
  expect(toRelease("## [1.0.0] - 2026-01-31\n\n### Security\n- One.\n- Two.").changes.security).toEqual([
    "One.",
    "Two.",
  ]);
});

test("lines may end in CRLF", () => {
  expect(toRelease(changelog.replaceAll("\n", "\r\n"))).toEqual(toRelease(changelog));
});

test("a changelog without an entry is refused with the expected form", () => {
  expect(() => toRelease("# Changelog\n")).toThrow("## [1.2.3] - 2026-01-31");
});

test("the served version is the one in package.json", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(readRelease().version).toBe(version);
});
