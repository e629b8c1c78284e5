import { expect, test } from "vitest";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { readTree } from "../../../engine/tree/tree.ts";

test.each(['if __name__ == "__main__":\n    main()\n', "main()\n"])(
  "a program is evaluated the same with and without a main guard: %j",
  (ending) => {
    const text = `def main():\n    items = [1]\n    return items[3]\n\n\n${ending}`;
    const { diagnostics } = runChecks(readTree(text)!);
    expect(diagnostics.map(({ rule, line }) => [rule, line])).toEqual([["python:index-out-of-range", 3]]);
  },
);
