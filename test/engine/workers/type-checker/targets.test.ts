import { expect, test } from "vitest";
import type { PythonVersion } from "../../../../engine/python-version.ts";
import type { Types } from "../../../../engine/workers/type-checker/types.ts";
import { createTypesOfTargets } from "../../../../engine/workers/type-checker/targets.ts";
import { alone } from "../../../support/engine.ts";

const never = new AbortController().signal;

type Held = Readonly<{ python: PythonVersion; finish: () => void }>;

/** Checkers that tell when they are opened, asked and closed; what is held answers when it is let go. */
function openStage({ isHeld = false } = {}) {
  const told: string[] = [];
  const held: Held[] = [];
  const make = (python: PythonVersion): Types => ({
    versions: { mypy: "", python: "" },
    isUp: () => true,
    workers: () => 1,
    check: async () => {
      told.push(`${python} asked`);
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isHeld) held.push({ python, finish: resolve });
      else resolve();
      await promise;
      return { said: { messages: [python], unlisted: {}, unfinished: [] }, refusals: {}, failures: [] };
    },
    [Symbol.asyncDispose]: async () => void told.push(`${python} closed`),
  });
  const types = createTypesOfTargets({
    python: "3.13",
    ready: make("3.13"),
    max: 2,
    open: async ({ python }) => {
      told.push(`${python} opened`);
      return make(python);
    },
  });
  const ask = async (python?: PythonVersion, signal = never): Promise<readonly string[] | undefined> =>
    (await types.check({ ...alone("x = 1\n"), python }, signal)).said?.messages;
  return { types, ask, told, held };
}

test("another Python version is opened on first use and stays open", async () => {
  const { types, ask, told } = openStage();
  expect(await ask()).toEqual(["3.13"]);
  expect(await ask("3.13")).toEqual(["3.13"]);
  expect(types.workers()).toBe(1);
  expect([await ask("3.12"), await ask("3.12")]).toEqual([["3.12"], ["3.12"]]);
  expect(told).toEqual(["3.13 asked", "3.13 asked", "3.12 opened", "3.12 asked", "3.12 asked"]);
  expect(types.workers()).toBe(2);
});

test("a third version closes the least recently used", async () => {
  const { types, ask, told } = openStage();
  for (const python of ["3.10", "3.11", "3.10", "3.14"] as const) await ask(python);
  expect(told.filter((each) => !each.endsWith("asked"))).toEqual([
    "3.10 opened",
    "3.11 opened",
    "3.11 closed",
    "3.14 opened",
  ]);
  await types[Symbol.asyncDispose]();
  expect(told.filter((each) => each.endsWith("closed")).toSorted()).toEqual([
    "3.10 closed",
    "3.11 closed",
    "3.13 closed",
    "3.14 closed",
  ]);
});

test("a version is not closed while it works, and a caller for a third one waits or leaves", async () => {
  const { ask, told, held } = openStage({ isHeld: true });
  const [first, second] = [ask("3.10"), ask("3.11")];
  const leaving = new AbortController();
  const [third, left] = [ask("3.12"), ask("3.14", leaving.signal)];
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(told).toEqual(["3.10 opened", "3.11 opened", "3.10 asked", "3.11 asked"]);
  held.find(({ python }) => python === "3.11")!.finish();
  expect(await second).toEqual(["3.11"]);
  await expect.poll(() => told).toContain("3.12 asked");
  for (const { finish } of held) finish();
  expect([await first, await third]).toEqual([["3.10"], ["3.12"]]);
  expect(told).toContain("3.11 closed");
});

test("both tools are incomplete when a version cannot be opened, and the next call retries", async () => {
  let tries = 0;
  const { types: ready } = openStage();
  const types = createTypesOfTargets({
    python: "3.13",
    ready,
    open: async () => {
      tries += 1;
      throw new Error("no memory");
    },
  });
  for (const _ of [1, 2])
    expect(await types.check({ ...alone("x = 1\n"), python: "3.12" }, never)).toMatchObject({
      said: undefined,
      refusals: undefined,
      failures: [{ tool: "mypy" }, { tool: "python" }],
    });
  expect(tries).toBe(2);
});
