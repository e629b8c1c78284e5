import { beforeAll, describe, expect, test } from "vitest";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";
import { fixed } from "./repairing.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

type Case = Readonly<{ id: string; before: string; after: string }>;

const cases: readonly Case[] = [
  {
    id: "mutable-default",
    before: "def add(item, items=[]):\n    items.append(item)\n    return items\n",
    after:
      "def add(item, items=None):\n    if items is None:\n        items = []\n    items.append(item)\n    return items\n",
  },
  {
    id: "unclosed-file",
    before: "def load(path):\n    f = open(path)\n\n    text = f.read()\n    return text\n",
    after: "def load(path):\n    with open(path) as f:\n\n        text = f.read()\n    return text\n",
  },
  {
    id: "unclosed-file",
    before: "def load(path):\n    return open(path).read()\n",
    after: "def load(path):\n    with open(path) as file:\n        return file.read()\n",
  },
  {
    id: "missing-return",
    before: "def add(a, b):\n    both = a + b\n\n\nprint(add(1, 2) + 1)\n",
    after: "def add(a, b):\n    both = a + b\n    return both\n\n\nprint(add(1, 2) + 1)\n",
  },
  {
    id: "missing-return",
    before:
      "def window(items):\n    kept = [0]\n    kept.extend(items)\n    kept.pop(0)\n\n\nprint(window([1])[0])\n",
    after:
      "def window(items):\n    kept = [0]\n    kept.extend(items)\n    kept.pop(0)\n    return kept\n\n\nprint(window([1])[0])\n",
  },
  {
    id: "unreachable-code",
    before: "def area(a):\n    return a  # grün\n    # tot\n    print(a)\n",
    after: "def area(a):\n    return a  # grün\n",
  },
];

describe.each(cases)("$id", ({ id, before, after }) => {
  test("writes the line ends that the text has", async () => {
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    expect(await fixed(repairer, id, crlf(before))).toBe(crlf(after));
  });

  test("indents with tabs where the text does", async () => {
    const tabbed = (text: string): string => text.replaceAll("    ", "\t");
    expect(await fixed(repairer, id, tabbed(before))).toBe(tabbed(after));
  });

  test("does not need a final line break", async () => {
    expect(await fixed(repairer, id, before.trimEnd())).toBe(after.trimEnd());
  });

  test("counts characters beyond the basic plane and byte order marks", async () => {
    const strange = (text: string): string => `\ufeff# 😀 ünïcode\n${text}`;
    expect(await fixed(repairer, id, strange(before))).toBe(strange(after));
  });

  test("does not change its own result", async () => {
    expect(await fixed(repairer, id, after)).toBe(after);
  });
});
