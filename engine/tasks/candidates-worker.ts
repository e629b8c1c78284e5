import { doTasks } from "../../platform/threads/thread-tasks.ts";
import type { Candidate, Facts } from "../candidates/candidate.ts";
import { generateCandidates } from "../candidates/generate.ts";

export type Proposing = Readonly<{ source: string; facts: Facts; limit: number }>;

/** Edits of one source, in this thread: a long program has many, and the event loop has other callers. */
doTasks<Proposing, Candidate[]>(({ source, facts, limit }) => generateCandidates(source, facts, limit));
