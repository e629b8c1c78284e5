import { Verdict } from "../../../engine/verdict.ts";

/** Requests and an answer for the API's description; a test sends them. */
export const requestExamples = {
  static: {
    summary: "Only look at it",
    value: { code: 'def total(xs: list[int]) -> int:\n    return sum(xs) + "1"\n' },
  },
  execute: {
    summary: "Run it against examples",
    value: {
      code: "def double(n):\n    return n * 3\n",
      mode: "execute",
      options: { examples: ">>> double(2)\n4\nassert double(5) == 10", timeout_s: 5 },
    },
  },
};

/** The answer to the first of them. */
export const responseExample = Verdict.parse({
  valid: false,
  score: 0.5,
  diagnostics: [
    {
      severity: "error",
      rule: "mypy:operator",
      message: 'Unsupported operand types for + ("int" and "str")',
      line: 2,
      column: 22,
      file: null,
    },
  ],
  security: [],
  fixes: [],
  fixed_files: null,
  runtime: {},
  meta: {
    service: "assay",
    version: "1.30.0",
    engine: { ruff: "0.17.3", mypy: "2.4.1", python: "3.11.7" },
    mode: "static",
    duration_ms: 12,
    request_id: "0b9c7f52-6f0f-4a9e-9f3d-2b1f6f0c9a11",
    receipt: {
      signer: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
      signature: `0x${"5a".repeat(64)}1b`,
      request_sha256: "4f".repeat(32),
      verdict_sha256: "a1".repeat(32),
      mode: "static",
      payment: "free",
      entrance: "http",
      issued_at: 1_795_000_000,
    },
  },
});
