import type { Inspection } from "../../engine/tasks/inspect.ts";

/** A program whose right judgement is known. */
export type LabelledProgram = Readonly<{ name: string; code: string }>;

/** Programs in which something must be found, others in which nothing may be, and how to tell from an inspection. */
export type QualitySet = Readonly<{
  name: string;
  bad: readonly LabelledProgram[];
  good: readonly LabelledProgram[];
  isAccused(inspection: Inspection): boolean;
  /** Ruff's own security rules, or bandit, are counted beside ours where they speak of the same things. */
  peer?: "ruff S" | "bandit";
}>;
