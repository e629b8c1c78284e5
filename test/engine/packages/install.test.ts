import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PackageRefusal } from "../../../engine/package-refusal.ts";
import { openWheelStore } from "../../../engine/packages/wheel-store.ts";
import { systemClock } from "../../../platform/clock.ts";
import { EngineUnavailable } from "../../../engine/unavailable.ts";
import { openPackageStage } from "../../support/package-stage.ts";
import { writeWheels, type WheelText } from "../../support/wheels.ts";

const tool: WheelText = { name: "tool", files: { "tool/__init__.py": "ANSWER = 42\n" } };
const user: WheelText = { name: "user", files: { "user.py": "import tool\n" }, requires: ["tool>=1"] };

test("a package comes with all it needs, each in a folder named by its hash", async () => {
  await using stage = await openPackageStage({ wheels: [tool, user] });
  using prepared = await stage.prepare("user");
  expect(prepared.isWarm).toBe(false);
  expect(prepared.layer.wheels.map(({ name, version }) => `${name} ${version}`)).toEqual([
    "tool 1.0",
    "user 1.0",
  ]);
  const [folder] = prepared.typed.folders;
  expect(folder).toMatch(/\/[0-9a-f]{64}$/);
  expect(readdirSync(folder!).toSorted()).toEqual(["tool", "tool-1.0.dist-info"]);
  using again = await stage.prepare("user");
  expect(again.isWarm).toBe(true);
  expect(again.layer).toEqual(prepared.layer);
});

test("two callers who want the same package wait for one installation", async () => {
  await using stage = await openPackageStage({ wheels: [tool, user] });
  const all = await Promise.all([stage.prepare("tool"), stage.prepare("user"), stage.prepare("tool")]);
  for (const each of all) each[Symbol.dispose]();
  expect(stage.installed.toSorted()).toEqual(["tool", "user"]);
});

test("the next start finds what is installed, and nothing that was left half done", async () => {
  await using stage = await openPackageStage({ wheels: [tool] });
  using prepared = await stage.prepare("tool");
  const folder = join(stage.folder, "store");
  const [{ sha256 } = { sha256: "" }] = prepared.layer.wheels;
  const half = join(folder, "wheels", "0".repeat(64));
  mkdirSync(half);
  const next = await openWheelStore({ folder, maxBytes: 1e9, clock: systemClock });
  expect(next.has(sha256)).toBe(true);
  expect(existsSync(half)).toBe(false);
});

test("the disk is bounded: what was used longest ago goes, and never what a call holds", async () => {
  const wheels = ["one", "two", "three", "four"].map((name) => ({
    name,
    files: { [`${name}.bin`]: 1_000_000 },
  }));
  await using stage = await openPackageStage({ wheels, maxBytes: 2_500_000 });
  using held = await stage.prepare("one");
  (await stage.prepare("two"))[Symbol.dispose]();
  (await stage.prepare("three"))[Symbol.dispose]();
  using last = await stage.prepare("four");
  const there = (prepared: typeof held): boolean => existsSync(prepared.typed.folders[0]!);
  expect([there(held), there(last)]).toEqual([true, true]);
  expect(stage.packages.numbers()).toMatchObject({ wheels: 2 });
  expect(readdirSync(join(stage.folder, "store/wheels"))).toHaveLength(2);
});

test("the type checker keeps what it has read of the layers used last, and of no others", async () => {
  await using stage = await openPackageStage({ wheels: [tool] });
  const types = join(stage.folder, "store/ours/types");
  const names = Array.from({ length: 40 }, (_, n) => `layer${String(n).padStart(2, "0")}`);
  for (const [n, name] of names.entries()) {
    mkdirSync(join(types, name));
    utimesSync(join(types, name), n, n);
  }
  using prepared = await stage.prepare("tool");
  expect(prepared.isWarm).toBe(false);
  expect(readdirSync(types).toSorted()).toEqual(names.slice(10));
});

test("programs may open what they are told of, and list nothing", async () => {
  await using stage = await openPackageStage({ wheels: [tool] });
  using prepared = await stage.prepare("tool");
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  const store = join(stage.folder, "store");
  expect([store, join(store, "wheels"), join(store, "ours"), prepared.typed.folders[0]!].map(mode)).toEqual([
    "711",
    "711",
    "700",
    "755",
  ]);
});

test("a wheel writes nothing outside of its own folder", async () => {
  const outside = { "../../../../climbed.py": "import os\n", "/tmp/assay-climbed.py": "import os\n" };
  await using stage = await openPackageStage({
    wheels: [{ name: "climbing", files: { "climbing.py": "", ...outside } }],
  });
  using prepared = await stage.prepare("climbing");
  const below = readdirSync(stage.folder, { recursive: true, encoding: "utf8" });
  expect(below.filter((path) => path.endsWith("climbed.py"))).toEqual([]);
  expect(existsSync("/tmp/assay-climbed.py")).toBe(false);
  expect(readdirSync(prepared.typed.folders[0]!)).toContain("climbing.py");
});

describe("these packages are refused with what to do next:", () => {
  const chain = Array.from({ length: 80 }, (_, n) => ({
    name: `bomb${n}`,
    files: { [`bomb${n}.py`]: "" },
    requires: n < 79 ? [`bomb${n + 1}`] : [],
  }));
  const wheels: WheelText[] = [
    tool,
    ...chain,
    { name: "onlyold", tag: "cp27-cp27m-win32", files: { "onlyold.py": "" } },
    { name: "onefile", files: { "onefile.bin": 30_000_000 } },
    {
      name: "manyfiles",
      files: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`manyfiles/${n}.bin`, 6_000_000])),
    },
  ];

  test.for([
    ["no-such-package", /There is no package `no-such-package`/],
    ["tool==9", /do not fit together/],
    ["onlyold", /has no wheel|do not fit together/],
    ["bomb0", /need 80 packages in all; at most 60/],
    ["onefile", /too large/],
    ["manyfiles", /too large|have \d+ MB together/],
  ] as const)("%s", async ([asked, message]) => {
    await using stage = await openPackageStage({ wheels });
    const refusal: unknown = await stage.prepare(asked).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PackageRefusal);
    expect((refusal as PackageRefusal).message).toMatch(message);
    expect((refusal as PackageRefusal).hint).toMatch(/^[A-Z].*\.$/);
    expect(readdirSync(stage.folder).toSorted()).toEqual(["store", "wheels"]);
    using after = await stage.prepare("tool");
    expect(after.layer.wheels).toHaveLength(1);
  });
});

describe("an index", () => {
  test("is found out when it gives other bytes than it named", async () => {
    await using stage = await openPackageStage({ wheels: [tool] });
    writeWheels(join(stage.folder, "wheels-changed"), [
      { ...tool, files: { "tool/__init__.py": "ANSWER = 43\n" } },
    ]);
    stage.index.misbehave("changes");
    await expect(stage.prepare("tool")).rejects.toThrow("its hash is another one");
    expect(readdirSync(join(stage.folder, "store/wheels"))).toEqual([]);
  });

  test.for(["fails", "hangs", "drips"] as const)(
    "makes the engine unavailable when it %s, and is asked again",
    async (how) => {
      const deadlines = { resolveMs: 4000, installMs: 4000 };
      await using stage = await openPackageStage({ wheels: [tool], deadlines });
      stage.index.misbehave(how);
      await expect(stage.prepare("tool")).rejects.toThrow(EngineUnavailable);
      stage.index.misbehave(undefined);
      using prepared = await stage.prepare("tool");
      expect(prepared.layer.wheels).toHaveLength(1);
    },
  );
});
