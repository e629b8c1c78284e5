import { describe, expect, test } from "vitest";
import { chooseTests } from "../scripts/check/choose-tests.ts";
import { lastDurations } from "../scripts/check/last-durations.ts";
import type { SourceFile } from "../scripts/structure/source-files.ts";
import { plantTree } from "./support/plant-tree.ts";

const file = (path: string, loads: readonly string[] = [], text = ""): SourceFile => ({
  path,
  text,
  imports: loads,
  loads,
});

const files = [
  file("engine/verdict.ts"),
  file("engine/judge.ts", ["engine/verdict.ts"]),
  file("engine/page.ts"),
  file("engine/open.ts", [], 'new Worker(new URL("./judge.ts", import.meta.url))'),
  file("service/serve.ts", ["engine/open.ts"]),
  file("test/engine/verdict.test.ts", ["engine/verdict.ts"]),
  file("test/service/reader.test.ts", ["engine/verdict.ts"]),
  file("test/engine/judge.test.ts", ["engine/judge.ts"]),
  file("test/engine/page.test.ts", ["engine/page.ts"]),
  file("test/service/serve.test.ts", ["service/serve.ts"]),
];
const tests = files.map(({ path }) => path).filter((path) => path.startsWith("test/"));
const every = new Map(tests.map((path) => [path, 10]));

function choose(changed: readonly string[], { durations = every, budgetS = 1000 } = {}) {
  return chooseTests({ files, tests, changed, durations, budgetS });
}

describe("tests chosen for a change", () => {
  test("are those that import it, the closest first, its own folder before others, threads included", () => {
    expect(choose(["engine/verdict.ts"])).toEqual({
      chosen: [
        "test/engine/judge.test.ts",
        "test/engine/page.test.ts",
        "test/engine/verdict.test.ts",
        "test/service/reader.test.ts",
        "test/service/serve.test.ts",
      ],
      left: [],
    });
  });

  test("end where the time is spent, and the rest is named", () => {
    const durations = new Map(every).set("test/service/reader.test.ts", 90);
    expect(choose(["engine/verdict.ts"], { durations, budgetS: 45 })).toEqual({
      chosen: [
        "test/engine/judge.test.ts",
        "test/engine/page.test.ts",
        "test/engine/verdict.test.ts",
        "test/service/serve.test.ts",
      ],
      left: ["test/service/reader.test.ts"],
    });
  });

  test("include every test that was changed itself, however long it takes", () => {
    const durations = new Map(every).set("test/engine/page.test.ts", 500);
    const { chosen } = choose(["test/engine/page.test.ts", "engine/verdict.ts"], { durations, budgetS: 10 });
    expect(chosen).toEqual(["test/engine/page.test.ts"]);
  });

  test("are those of the mirrored folder where a file is read and not imported", () => {
    const { chosen } = choose(["engine/types.py"]);
    expect(chosen.toSorted()).toEqual([
      "test/engine/judge.test.ts",
      "test/engine/page.test.ts",
      "test/engine/verdict.test.ts",
    ]);
    expect(choose(["docs/limits.md"]).chosen).toEqual([]);
  });

  test("are few in a new checkout, where no duration is known", () => {
    const { chosen, left } = choose(["engine/verdict.ts"], { durations: new Map(), budgetS: 10 });
    expect([chosen.length, left.length]).toEqual([2, 3]);
  });
});

test("durations are read from what vitest remembers; in a new checkout there are none", () => {
  const results = { version: 1, projects: { unit: { files: { "test/a.test.ts": { duration: 2500 } } } } };
  const root = plantTree({ "node_modules/.vite/vitest/abc/results.json": JSON.stringify(results) });
  expect(lastDurations(root)).toEqual(new Map([["test/a.test.ts", 2.5]]));
  expect(lastDurations(plantTree({ "package.json": "{}" }))).toEqual(new Map());
});
