import { beforeAll, expect, test } from "vitest";
import { borrowRepairer, type Repairing } from "../../../support/repairer.ts";
import { fixed } from "./repairing.ts";

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

const changing = "    items.append(1)\n    return items\n";
const guard = "    if items is None:\n        items = []\n";

test.each([
  ["items: list[int] = []", "items: list[int] | None = None"],
  ['items: "list[int]" = []', 'items: "list[int] | None" = None'],
  ["items: list[int] | None = []", "items: list[int] | None = None"],
  ["*, items=[]", "*, items=None"],
  ["items=[], /", "items=None, /"],
])("%s becomes %s", async (before, after) => {
  const text = `def f(${before}):\n${changing}`;
  expect(await fixed(repairer, "mutable-default", text)).toBe(`def f(${after}):\n${guard}${changing}`);
});

test("a program that writes Optional gets Optional", async () => {
  const head = "from typing import Optional\n\n\ndef g(a: Optional[int]):\n    return a\n\n\n";
  const text = `${head}def f(items: list[int] = []) -> list[int]:\n${changing}`;
  expect(await fixed(repairer, "mutable-default", text)).toBe(
    `${head}def f(items: Optional[list[int]] = None) -> list[int]:\n${guard}${changing}`,
  );
});

test("two defaults of one function are created in order", async () => {
  const body = "    items.append(1)\n    names['a'] = 1\n    return items, names\n";
  const text = `def f(items=[], names={}):\n${body}`;
  expect(await fixed(repairer, "mutable-default", text)).toBe(
    `def f(items=None, names=None):\n${guard}    if names is None:\n        names = {}\n${body}`,
  );
});

test("a decorated inner function comes after the guard", async () => {
  const body = "    @staticmethod\n    def g():\n        items.append(1)\n\n    g()\n    return items\n";
  expect(await fixed(repairer, "mutable-default", `def f(items=[]):\n${body}`)).toBe(
    `def f(items=None):\n${guard}${body}`,
  );
});

test("the other parts of a handler are unchanged", async () => {
  const text =
    "def f(text: str):\n    try:\n        return int(text)\n    except Exception as e:  # never mind\n        pass\n";
  expect(await fixed(repairer, "swallowed-exception", text)).toBe(
    text.replace("except Exception as e:", "except ValueError as e:"),
  );
});
