import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureFires, neverFired } from "../../bench/fires.ts";

test("the fires bench counts rules, kept fixes, and rules that never fire", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-fires-"));
  writeFileSync(
    join(folder, "shared.py"),
    "def add(item, into=[]):\n    into.append(item)\n    return into\n",
  );
  const rows = [{ code: "def area(r)\n    return r * r\n" }, { code: "print(1)\n" }, { id: "no code" }];
  writeFileSync(join(folder, "wrong.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const [fired, ...others] = await measureFires({ folders: [folder], every: 1 });
  expect(others).toEqual([]);
  expect(fired).toMatchObject({
    texts: 3,
    rules: { "python:mutable-default": 1 },
    kept: { "mutable-default": 1, "missing-colon": 1 },
    rejected: {},
  });
  const never = neverFired([fired!]);
  expect(never.rules).toContain("policy:sql-injection");
  expect(never.rules).not.toContain("python:mutable-default");
  expect(never.repairs).toContain("python2-print");
  expect(never.repairs).not.toContain("missing-colon");
});
