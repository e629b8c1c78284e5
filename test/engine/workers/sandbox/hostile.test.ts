import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkExamples } from "../../../../engine/execute/check-examples.ts";
import { openSession } from "../../../../engine/execute/session.ts";
import { systemClock } from "../../../../platform/clock.ts";
import { BoxFailure, type Box, type Sandbox } from "../../../../engine/workers/sandbox/sandbox.ts";
import { isExhaustive } from "../../../support/exhaustive.ts";
import { openTestSandbox, requireDocker, takeBox } from "../../../support/sandbox.ts";
import { randomFrom } from "../../../parts/store/random.ts";
import {
  answers,
  docstrings,
  definitions,
  payloads,
  places,
  rightProgram,
  wrongProgram,
  type Hostile,
} from "./hostile-programs.ts";

const seed = 16;
const [wrongPrograms, rightPrograms] = isExhaustive ? [1000, 200] : [150, 30];
const atOnce = 3;
/** Far more than any of them needs, so that a slow machine decides nothing. */
const budgetMs = 15_000;
const patienceMs = 300_000;

/** Every one of them holds for n * n, and none for a function that gives 0 or anything that is no number. */
const examples = `
import math
expected = 9
want = sorted([25, 1])
assert square(3) == expected
assert square(3) == 9
assert 144 == square(12)
assert [square(1), square(5)] == want
assert [square(n) for n in (1, 5)] == [1, 25]
assert math.isclose(square(1.5), 2.25)
assert abs(square(2) - 4) < 0.5
assert 25 in {square(5), 3}
assert square(4) == len("abcd") ** 2
assert square(3) == math.sqrt(81)
for n, wanted in [(2, 4), (7, 49)]:
    assert square(n) == wanted
def check(candidate):
    assert candidate(6) == 36
check(square)
>>> square(12)
144
>>> [square(2), square(3)]
[4, 9]
`;
const count = 14;

let sandbox: Sandbox;
beforeAll(async () => {
  await requireDocker();
  sandbox = await openTestSandbox({ poolSize: atOnce });
});
afterAll(async () => sandbox[Symbol.asyncDispose]());

/** Which of the caller's examples hold, by their place. */
async function heldFor(box: Box, code: string): Promise<number[]> {
  const signal = new AbortController().signal;
  const session = openSession(box, { clock: systemClock, budgetMs, signal });
  const { examples: found, failing } = await checkExamples(session, code, examples);
  const callers = found.filter(({ line }) => line === null);
  expect(callers).toHaveLength(count);
  return callers.flatMap(({ index }, place) => (failing.includes(index) ? [] : [place]));
}

type Told = Readonly<{ hostile: Hostile; held: readonly number[] | string }>;

/** Many programs to a box, as each leaves it as it was. A box that is lost twice with the same program is its doing. */
async function tryAll(programs: readonly Hostile[]): Promise<Told[]> {
  const waiting = [...programs];
  const told: Told[] = [];
  const lostOnce = new Set<Hostile>();
  async function work(): Promise<void> {
    while (waiting.length > 0) {
      await using box = await takeBox(sandbox);
      for (let hostile = waiting.shift(); hostile; hostile = waiting.shift()) {
        try {
          told.push({ hostile, held: await heldFor(box, hostile.code) });
        } catch (error) {
          if (!(error instanceof BoxFailure)) throw error;
          if (lostOnce.has(hostile)) told.push({ hostile, held: `the box was lost twice: ${error.message}` });
          else {
            lostOnce.add(hostile);
            waiting.push(hostile);
          }
          break;
        }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return told;
}

/** What a program can read of the other processes of its box while it is asked. */
const looking = `import os
def square(n):
    found = []
    for pid in os.listdir("/proc"):
        if not pid.isdigit() or int(pid) == os.getpid(): continue
        for name in ("mem", "environ", "maps", "fd/4", "fd/6", "cwd/main.py"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file: found.append((name, file.read(1) != b""))
            except OSError: pass
        for folder in ("fd", "map_files"):
            try: names = os.listdir(f"/proc/{pid}/{folder}")
            except OSError: continue
            # On gVisor they can be counted. None of them may be opened, nor tell where it leads.
            for name in names:
                for look in (os.readlink, lambda path: os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))):
                    try: found.append((f"{folder}/{name}", look(f"/proc/{pid}/{folder}/{name}") != ""))
                    except OSError: pass
    return [name for name, is_read in found if is_read]`;

test("a program cannot read its judge", async () => {
  await using box = await takeBox(sandbox);
  const signal = new AbortController().signal;
  const session = openSession(box, { clock: systemClock, budgetMs, signal });
  const { examples: found } = await checkExamples(session, looking, "assert square(3) == []");
  expect(found).toMatchObject([{ held: true, got: null }]);
});

const all = Array.from({ length: count }, (_, place) => place);

describe("random hostile programs", () => {
  test("have examples that distinguish right from wrong", async () => {
    await using box = await takeBox(sandbox);
    expect(await heldFor(box, "def square(n): return n * n")).toEqual(all);
    expect(await heldFor(box, "def square(n): return 0")).toEqual([]);
  });

  test(
    "cannot make a failing example of the caller pass",
    async () => {
      const dice = randomFrom(seed);
      const programs = Array.from({ length: wrongPrograms }, () => wrongProgram(dice));
      const told = await tryAll(programs);
      const changed = told.filter(({ held }) => held.length > 0);
      expect(changed.map(({ hostile, held }) => ({ held, parts: hostile.parts }))).toEqual([]);
      expect(told).toHaveLength(wrongPrograms);
      const tried = programs.flatMap(({ parts }) => parts).join("\n");
      const choices = [payloads, docstrings, places, definitions, answers].flatMap((each) =>
        Object.keys(each),
      );
      expect(choices.filter((name) => !tried.includes(name))).toEqual([]);
    },
    patienceMs,
  );

  test(
    "cannot make a passing example fail through a docstring",
    async () => {
      const dice = randomFrom(seed + 1);
      const told = await tryAll(Array.from({ length: rightPrograms }, () => rightProgram(dice)));
      const changed = told.filter(({ held }) => held.length !== count);
      expect(changed.map(({ hostile, held }) => ({ held, parts: hostile.parts }))).toEqual([]);
      expect(told).toHaveLength(rightPrograms);
    },
    patienceMs,
  );
});
