import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waysOfFixing } from "../../bench/behaviour/ways-of-fixing.ts";
import { borrowTestEngine } from "../../support/engine.ts";

const submitted = `import json
import os

LIMIT = 3


def add(item, into=[]):
    into.append(item)
    return into


if __name__ == "__main__":
    print(os.sep, add(LIMTI))
`;
const preserved = submitted.replace("import json\n", "");
const certain = preserved.replace("LIMTI", "LIMIT");

test("the API, the command and editors fix a package the same way, and only unsafe fixes change its behaviour", async () => {
  const { engine } = await borrowTestEngine();
  const results: Record<string, unknown> = {};
  for (const { name, isSafe, fix } of waysOfFixing(engine)) {
    const folder = mkdtempSync(join(tmpdir(), "assay-ways-"));
    writeFileSync(join(folder, "main.py"), submitted);
    const { changing } = await fix(folder);
    results[name] = { isSafe, changing, text: readFileSync(join(folder, "main.py"), "utf8") };
  }
  expect(results).toEqual({
    "file by file, safe": { isSafe: true, changing: [], text: certain },
    "assay fix --write": { isSafe: true, changing: [], text: certain },
    "on save": { isSafe: true, changing: [], text: preserved },
    "file by file, all": {
      isSafe: false,
      changing: ["main.py"],
      text: expect.stringContaining("into=None") as string,
    },
  });
});
