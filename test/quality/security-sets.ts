import type { Inspection } from "../../engine/tasks/inspect.ts";
import { readCases } from "./read-cases.ts";
import type { QualitySet } from "./labelled.ts";

const isAccused = ({ security }: Inspection): boolean => security.some(({ tool }) => tool !== "credentials");

/** What the security policy must find, and what it must leave alone; the second of each was written after the rules. */
export const securitySets: readonly QualitySet[] = [
  { name: "hidden calls", ...readCases("hidden-calls.py"), isAccused, peer: "ruff S" },
  { name: "hidden calls, second half", ...readCases("hidden-calls-2.py"), isAccused, peer: "ruff S" },
  { name: "policy", ...readCases("policy.py"), isAccused, peer: "ruff S" },
  { name: "policy, second half", ...readCases("policy-2.py"), isAccused, peer: "ruff S" },
  { name: "both, data flow", ...readCases("data-flow.py"), isAccused, peer: "ruff S" },
  { name: "both, a third look", ...readCases("third-look.py"), isAccused, peer: "ruff S" },
  { name: "web-application flows", ...readCases("web-flows.py"), isAccused, peer: "bandit" },
];
