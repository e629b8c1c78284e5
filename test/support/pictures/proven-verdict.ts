export const brokenCode = `import math


def total(numbers):
    result = 0
    for i in range(1, len(numbers)):
        result += numbers[i]
    return result
`;

export const itsExamples = `>>> total([1, 2, 3])
6
>>> total([7])
7
>>> total([])
0
`;

const mismatch = (message: string) => ({
  severity: "error",
  rule: "python:example-mismatch",
  message,
  line: null,
  column: null,
});

/** What mode execute answers to it, with everything that differs between runs left out. */
export const aProvenVerdict = {
  valid: false,
  score: 0.323,
  diagnostics: [
    { severity: "warning", rule: "ruff:F401", message: "`math` imported but unused", line: 1, column: 8 },
    mismatch("`total([1, 2, 3])`: expected 6, got 5."),
    mismatch("`total([7])`: expected 7, got 0."),
  ],
  security: [],
  fixes: ["line 6: `1` became `0`; 2 of 3 examples failed before, all pass when run"],
  fixed_code: brokenCode.replace("range(1", "range(0"),
  fixed_valid: true,
  transpiled: null,
  runtime: {
    ran: true,
    returncode: 0,
    stdout: "",
    stderr: "",
    timed_out: false,
    examples: { given: 3, judged: 3, held: 1, failed: 2, weak: 0 },
  },
  meta: { service: "assay", version: "1.54.0", engine: {}, mode: "execute", incomplete: [] },
};
