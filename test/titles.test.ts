import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testTitlesIn, type TestTitle } from "./support/test-titles.ts";
import { unwantedIn } from "./support/unwanted-words.ts";

/** Whose titles are checked: suites of several tests are in files of other names. */
const files = "test/**/*.ts";

const root = join(import.meta.dirname, "..");
const startsWith = (words: string): RegExp => new RegExp(`^(?:${words.replaceAll(" ", "|")})\\b`, "i");

/** Only the test before it tells what such a title is about. */
const continuing = startsWith("also and but nor not or than");
/** A clause or an attribute of something that the title does not name. */
const attribute = startsWith("of that what whatever which who whoever whom whose");
/** It may open a sentence, which goes on behind a comma. */
const opening = startsWith(
  "about above after against among as at because before behind below beside between beyond by during except for " +
    "from if in inside into on once onto out outside over since so through to toward under unless until when where " +
    "whether while why with within without",
);
/** Without the title of a group, nobody knows whose it is. */
const predicate = startsWith(
  "are can cannot could did do does had has have is may might must was were will it its them they those",
);

/** What keeps a title from being a sentence: the title of a test alone, or as the predicate of its groups' titles. */
function faultOf({ title, groups, isGroup }: TestTitle): string | undefined {
  const [word] = unwantedIn(title);
  if (word !== undefined) return `"${word}" is in the list of CONTRIBUTING.md`;
  if (continuing.test(title)) return "it continues another title";
  if (isGroup) return undefined;
  if (startsWith("should").test(title)) return "it says what should be, not what is";
  if (attribute.test(title)) return "it begins in the middle of a sentence";
  if (opening.test(title) && !/, \S/.test(title)) return "it begins with a part of a sentence";
  if (groups.length === 0 && predicate.test(title)) return "it has no subject";
  return undefined;
}

const faultsIn = (text: string): (string | undefined)[] => testTitlesIn("a.test.ts", text).map(faultOf);

test("titles are read with the titles of their groups", () => {
  const text = `describe("a key", () => {
    test.each([[1, "one"]])("is %s", () => {});
    describe.skipIf(isOld)(\`on \${system}\`, { timeout: 1 }, () => it("expires", () => /x/.test("no title")));
  });
  test(name, () => {});`;
  expect(testTitlesIn("a.test.ts", text)).toEqual([
    { title: "a key", groups: [], isGroup: true },
    { title: "is %s", groups: ["a key"], isGroup: false },
    { title: "on %s", groups: ["a key"], isGroup: true },
    { title: "expires", groups: ["a key", "on %s"], isGroup: false },
  ]);
});

test("a title is a sentence, or the predicate of its groups' titles", () => {
  const right = [
    'describe("a key", () => test("expires", run));',
    'test("an expired key is refused", run);',
    'test("after an hour, a key is refused", run);',
    'test.each(rows)("%s is refused", run);',
  ];
  expect(right.flatMap(faultsIn)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  const wrong = {
    "that is expired is refused": "it begins in the middle of a sentence",
    "with an old key": "it begins with a part of a sentence",
    "but not after an hour": "it continues another title",
    "is refused": "it has no subject",
    "should be refused": "it says what should be, not what is",
    "whoever asks is refused": '"whoever" is in the list of CONTRIBUTING.md',
  };
  for (const [title, fault] of Object.entries(wrong))
    expect(faultsIn(`test("${title}", run);`)).toEqual([fault]);
});

test("the titles of the tests say what holds, in sentences", () => {
  const titles = globSync(files, { cwd: root }).flatMap((path) =>
    testTitlesIn(path, readFileSync(join(root, path), "utf8")).map((title) => ({ path, ...title })),
  );
  expect(titles.length).toBeGreaterThan(4000);
  const faults = titles.flatMap(({ path, ...title }) => {
    const fault = faultOf(title);
    return fault === undefined ? [] : [`${path}: ${[...title.groups, title.title].join(" > ")}: ${fault}`];
  });
  expect(faults, "begin the title with its subject, or with the verb of the group's subject").toEqual([]);
});
