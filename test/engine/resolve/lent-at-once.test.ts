import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inspectOwned } from "../../../engine/linked-inspection.ts";
import { followProgram, lentAtOnce } from "../../../engine/resolve/follow.ts";
import type { Inspection } from "../../../engine/tasks/pieces.ts";
import { loansAmong } from "../../../engine/tasks/loans.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const packages = join(import.meta.dirname, "../../../.tools/python/lib/python3.11/site-packages");
const nothing = (): void => undefined;
const deaf = {
  call: nothing,
  attribute: nothing,
  store: nothing,
  keyed: nothing,
  made: nothing,
  answered: nothing,
  escaped: nothing,
  mentioned: nothing,
  blind: nothing,
};

describe("what a module lends by its own statements", () => {
  test("is what it lends when it is followed to its end, or is not told", () => {
    const paths = globSync("{pip/_internal,pip/_vendor/requests,pip/_vendor/urllib3}/**/*.py", {
      cwd: packages,
    });
    let told = 0;
    for (const path of paths.toSorted()) {
      const tree = readTree(readFileSync(join(packages, path), "utf8"));
      const atOnce = tree && lentAtOnce(tree);
      if (!atOnce) continue;
      expect([path, atOnce]).toEqual([path, followProgram(tree, deaf).lent]);
      told += 1;
    }
    expect(told).toBeGreaterThan(paths.length / 2);
  });

  test.for([
    "import os\n\n\ndef f():\n    global run\n    run = os.system\n",
    "import os\n\n\ndef f():\n    globals()['run'] = os.system\n",
    "import os, sys\n\n\ndef f():\n    sys.modules['__main__'].run = os.system\n",
  ])("is not told where a function may change it: %j", (text) => {
    expect(lentAtOnce(readTree(text)!)).toBe(undefined);
  });
});

describe("files of one owner", () => {
  const sources = {
    "compat.py": "from os import system as run\nfrom json import loads\n",
    "borrows.py": "from compat import run\n\nrun('ls')\n",
    "named.py": "import compat\n\nprint(compat.loads('1'))\n",
    "wrong.py": "from compat import loads as other\n",
    "alone.py": "print(1)\n",
  };

  async function looksAt(texts: Readonly<Record<string, string>>, lent: Readonly<Record<string, object>>) {
    const looks: string[] = [];
    const names = new Map(Object.entries(texts).map(([path, text]) => [text, path]));
    await inspectOwned(
      { sources: new Map(Object.entries(texts)), base: "" },
      {
        inspect: async (text, beside, isLent) => {
          const path = names.get(text)!;
          looks.push(`${path}${isLent ? " lends" : ""}${beside ? " borrows" : ""}`);
          return { diagnostics: [], security: [], lent: lent[path] ?? {} } as unknown as Inspection;
        },
        link: async (files) => loansAmong({ ...files, areOwn: true }),
        onFirst: nothing,
      },
    );
    return looks.toSorted();
  }

  test("are followed once, those that borrow when it is known what", async () => {
    const lent = { "compat.py": { run: ["os.system"], loads: ["json.loads"] } };
    expect(await looksAt(sources, lent)).toEqual([
      "alone.py",
      "borrows.py borrows",
      "borrows.py lends",
      "compat.py",
      "named.py borrows",
      "named.py lends",
      "wrong.py borrows",
      "wrong.py lends",
    ]);
  });

  test("are followed alone where nothing is lent after all", async () => {
    expect(await looksAt(sources, {})).toEqual([
      "alone.py",
      "borrows.py",
      "borrows.py lends",
      "compat.py",
      "named.py",
      "named.py lends",
      "wrong.py",
      "wrong.py lends",
    ]);
  });

  test("are followed again where more is lent than their imports said", async () => {
    const texts = { "a.py": "import os\nrun = os.system\n", "b.py": "from a import run\nrun('ls')\n" };
    expect(await looksAt(texts, { "a.py": { run: ["os.system"] } })).toEqual([
      "a.py",
      "b.py",
      "b.py borrows",
    ]);
  });
});
