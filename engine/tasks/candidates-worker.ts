import { doTasks } from "../../platform/threads/thread-tasks.ts";
import type { Candidate, RunFacts } from "../candidates/candidate.ts";
import { generateCandidates } from "../candidates/generate.ts";

export type CandidateQuestion = Readonly<{ source: string; facts: RunFacts; limit: number }>;

/** Edits of one source, in this thread: a long program has many, and the event loop has other callers. */
doTasks<CandidateQuestion, Candidate[]>(({ source, facts, limit }) =>
  generateCandidates(source, facts, limit),
);
