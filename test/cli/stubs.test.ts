import { beforeAll, expect, test } from "vitest";
import { openCliStage, type CliRun } from "./stage.ts";

const plain = "def area(width, height):\n    return width * height\n";
const stub = `import subprocess
from typing import Protocol

TOKEN: str = ...


class Sized(Protocol):
    def size(self, unused: int = ...) -> int: ...


def area(width: int, height: int) -> int: ...
def later() -> Later: ...
def run(command: str = subprocess.run("ls " + TOKEN, shell=True)) -> None: ...


class Later: ...


def wrong(x: Nowhere) -> int: ...
def twice(x: 5) -> int: ...
`;
const stage = openCliStage({
  "shape.py": plain,
  "shape.pyi": stub,
  "use.py": 'from shape import area\n\narea("a", 2)\n',
  "pack/__init__.py": "",
  "pack/inner.py": plain,
  "pack/inner.pyi": "def area(width: int, height: int) -> str: ...\n",
  "other.py": "from pack.inner import area\n\nprint(area(1, 2) + 1)\n",
  "alone.py": 'def f() -> int:\n    return "a"\n',
});
let run: CliRun;

beforeAll(async () => {
  run = await stage.assay(["check"]);
});

test("a stub beside its module is what others see", () => {
  expect(run.out).toContain(
    'use.py:3:6 error mypy:arg-type Argument 1 to "area" has incompatible type "str"; expected "int"',
  );
  expect(run.out).toContain(
    'other.py:3:20 error mypy:operator Unsupported operand types for + ("str" and "int")',
  );
  expect(run.out).toContain("alone.py:2:12 error mypy:return-value");
  expect(run.out).not.toContain("not fully checked");
});

test("in a stub counts what declarations can have wrong, and nothing of what runs", () => {
  const said = run.out.match(/^shape\.pyi:.*$/gm)?.map((line) => line.split(" ").slice(0, 3).join(" "));
  expect(said).toEqual(["shape.pyi:19:14 error ruff:F821", "shape.pyi:20:14 error mypy:valid-type"]);
});

test("a stub that is named alone, or with its module, is checked the same", async () => {
  for (const names of [["shape.pyi"], ["shape.pyi", "shape.py"], ["shape.py", "shape.pyi"]]) {
    const { out, status } = await stage.assay(["check", ...names]);
    expect(out.match(/^shape\.pyi:.*$/gm)).toEqual(run.out.match(/^shape\.pyi:.*$/gm));
    expect(status).toBe(1);
  }
});
