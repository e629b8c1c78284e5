import type { Inspection } from "../../engine/tasks/pieces.ts";
import { readCases } from "./read-cases.ts";
import type { QualitySet } from "./labelled.ts";

const isAccused = ({ security }: Inspection): boolean => security.some(({ tool }) => tool !== "credentials");

function setOf(
  name: string,
  file: string,
  more: Pick<QualitySet, "firstRun" | "unseen" | "stillWrong"> = {},
): QualitySet {
  return { name, ...readCases(file), isAccused, peers: ["ruff S", "bandit"], ...more };
}

/** What the security policy must find, and what it must leave alone; the second of each was written after the rules. */
export const securitySets: readonly QualitySet[] = [
  setOf("hidden calls", "hidden-calls.py"),
  setOf("hidden calls, second half", "hidden-calls-2.py"),
  setOf("policy", "policy.py"),
  setOf("policy, second half", "policy-2.py"),
  setOf("both, data flow", "data-flow.py"),
  setOf("both, a third look", "third-look.py"),
  setOf("web-application flows", "web-flows.py"),
];

/** Written before the rules were changed for their kinds; the held-out halves were not looked at while that was done. */
export const laterSets: readonly QualitySet[] = [
  setOf("hidden calls, loaders and texts", "hidden-calls-3.py", {
    firstRun: { recall: 20.6, precision: 100, rejected: 14.7 },
  }),
  setOf("hidden calls, held out", "hidden-calls-4.py", {
    firstRun: { recall: 32.3, precision: 100, rejected: 16.1 },
    unseen: { recall: 100, precision: 100, rejected: 74.2 },
  }),
  setOf("headers, logs, remembered visitors", "answers.py", {
    firstRun: { recall: 5.6, precision: 100, rejected: 5.6 },
  }),
  setOf("misuse", "misuse.py", { firstRun: { recall: 66.7, precision: 100, rejected: 27.5 } }),
  setOf("misuse, held out", "misuse-2.py", {
    firstRun: { recall: 72.2, precision: 100, rejected: 42.6 },
    unseen: { recall: 98.1, precision: 100, rejected: 90.7 },
  }),
  setOf("malicious files", "malicious.py", {
    firstRun: { recall: 65.8, precision: 92.6, rejected: 39.5 },
    // Ruff asks of any address that the text does not decide whether it may be a file.
    stillWrong: ["download of data", "download and unpack with a check"],
  }),
  setOf("malicious files, held out", "malicious-2.py", {
    firstRun: { recall: 78.9, precision: 96.8, rejected: 39.5 },
    unseen: { recall: 94.7, precision: 97.3, rejected: 86.8 },
    stillWrong: ["file opened for the user"],
  }),
  setOf("hidden calls, a fifth look", "hidden-calls-5.py", {
    firstRun: { recall: 92.5, precision: 100, rejected: 82.5 },
    // A command that is written out as a list is not held against anybody, whatever starts it.
    stillWrong: ["a shell for a constant command, by asyncio", "a field looked up by a formatter"],
  }),
  setOf("misuse, a third look", "misuse-3.py", {
    firstRun: { recall: 93.9, precision: 100, rejected: 73.5 },
    // Nothing says that the name comes from outside.
    stillWrong: ["a local function called by its name"],
  }),
  setOf("malicious files, a third look", "malicious-3.py", {
    firstRun: { recall: 90, precision: 100, rejected: 90 },
    // It reads what a browser keeps, and sends nothing.
    stillWrong: ["a browser's passwords printed"],
  }),
  setOf("web-application flows, a second look", "web-flows-2.py", {
    firstRun: { recall: 100, precision: 100, rejected: 81.3 },
  }),
  setOf("hidden calls, a sixth look", "hidden-calls-6.py", {
    firstRun: { recall: 90, precision: 100, rejected: 82 },
  }),
  setOf("misuse, a fourth look", "misuse-4.py", {
    firstRun: { recall: 100, precision: 100, rejected: 87.5 },
  }),
  setOf("malicious files, a fourth look", "malicious-4.py", {
    firstRun: { recall: 90, precision: 100, rejected: 76.7 },
  }),
  setOf("hidden calls, a seventh look", "hidden-calls-7.py", {
    firstRun: { recall: 59.2, precision: 100, rejected: 56.9 },
    // What a module of the library does with its own arguments, or in a method that is not its user's to call.
    stillWrong: ["module of the timer run", "interpreter of a new environment"],
  }),
  setOf("hidden calls, an eighth look, held out", "hidden-calls-8.py", {
    firstRun: { recall: 60.5, precision: 98.7, rejected: 54.8 },
    unseen: { recall: 89.5, precision: 99.1, rejected: 83.9 },
  }),
  setOf("web-application flows, a third look", "web-flows-3.py", {
    firstRun: { recall: 85.7, precision: 61.5, rejected: 85.7 },
  }),
  setOf("web-application flows, held out", "web-flows-4.py", {
    firstRun: { recall: 78.3, precision: 66.7, rejected: 73.9 },
    unseen: { recall: 95.7, precision: 95.7, rejected: 82.6 },
  }),
  setOf("misuse, a fifth look", "misuse-5.py", {
    firstRun: { recall: 83.3, precision: 89.3, rejected: 76.7 },
  }),
  setOf("misuse, a sixth look, held out", "misuse-6.py", {
    firstRun: { recall: 93.1, precision: 96.4, rejected: 82.8 },
    unseen: { recall: 100, precision: 100, rejected: 89.7 },
  }),
  setOf("web-application flows, a fifth look", "web-flows-5.py", {
    firstRun: { recall: 88.9, precision: 94.1, rejected: 88.9 },
  }),
  setOf("misuse, a seventh look", "misuse-7.py", {
    firstRun: { recall: 100, precision: 100, rejected: 81.5 },
  }),
  setOf("malicious files, a fifth look", "malicious-5.py", {
    firstRun: { recall: 95, precision: 100, rejected: 95 },
  }),
];
