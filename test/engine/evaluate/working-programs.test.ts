import { expect, test } from "vitest";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { readWorkingPrograms } from "../../quality/sound-programs.ts";
import { askPython } from "../python-ast.ts";

const programs = readWorkingPrograms();

test("every program of the set is evaluated to its end", () => {
  const runAll = `
import contextlib, io, json, sys
failed = []
for program in json.load(sys.stdin):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(program["code"], program["title"], "exec"), {"__name__": "__main__"})
    except BaseException as error:
        failed.append([program["title"], repr(error)])
print(json.dumps(failed))
`;
  expect(programs.length).toBeGreaterThan(120);
  expect(askPython(runAll, programs)).toEqual([]);
});

test.each(programs)("no finding in $title is refuted by running it", ({ code }) => {
  const { diagnostics, failures } = runChecks(readTree(code)!);
  expect(failures).toEqual([]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});
