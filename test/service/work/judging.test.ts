import { describe, expect, test } from "vitest";
import type { Engine } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import { requirePython, sizeOf } from "../../../service/work/judging.ts";
import { readConfig } from "../../../service/config.ts";
import { toRefusal } from "../../../service/entrances/http/answer.ts";
import type { Fault } from "../../../parts/faults.ts";

test("a waiting job is as large as all the text that was sent with it", () => {
  const sizes = (job: object): number => sizeOf(Job.parse({ code: "12345", ...job }));
  expect(sizes({})).toBe(5);
  expect(sizes({ options: { examples: "123", expected_output: "1" } })).toBe(9);
  expect(sizes({ files: { "a.py": "1234", "b/c.py": "12" } })).toBe(11);
});

describe("a Python version that is not run here", () => {
  const engine = { python: { checks: ["3.12", "3.13"], runs: ["3.13", "3.14"] } } as unknown as Engine;
  const ask = (mode: string, python: string) => () =>
    requirePython({ engine }, Job.parse({ code: "pass", mode, options: { python } }));

  test("is refused in mode execute, and the hint lists those that are", () => {
    expect(ask("execute", "3.12")).toThrow("`options.python` 3.12 cannot be run here.");
    expect(toRefusal(readConfig({}), faultOf(ask("execute", "3.12")), "an-id")).toMatchObject({
      error: "bad_request",
      fields: [{ loc: ["options", "python"], input: "3.12" }],
      remedy: { action: "fix_request", hint: expect.stringContaining("runs Python 3.13, 3.14 here") },
    });
  });

  test("is still checked", () => {
    for (const mode of ["static", "repair"]) expect(ask(mode, "3.12")).not.toThrow();
    expect(ask("execute", "3.14")).not.toThrow();
  });
});

function faultOf(go: () => void): Fault {
  try {
    go();
  } catch (error) {
    return error as Fault;
  }
  throw new Error("nothing was thrown");
}
