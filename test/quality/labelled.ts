import type { Inspection } from "../../engine/tasks/pieces.ts";

/** A program whose right judgement is known. */
export type LabelledProgram = Readonly<{ name: string; code: string }>;

/** Programs in which something must be found, others in which nothing may be, and how to tell from an inspection. */
export type QualitySet = Readonly<{
  name: string;
  bad: readonly LabelledProgram[];
  good: readonly LabelledProgram[];
  isAccused(inspection: Inspection): boolean;
  /** Other tools are counted beside ours where they speak of the same things. */
  peers?: readonly Peer[];
  /** Written before the rules were changed for them; what the rules made of them then, in percent. */
  firstRun?: Readonly<{ recall: number; precision: number; rejected: number }>;
  /** Of a held-out set: what the changed rules made of it before anybody looked at it. */
  unseen?: QualitySet["firstRun"];
  /** Programs that are still judged wrong, by name. */
  stillWrong?: readonly string[];
}>;

export type Peer = "ruff S" | "bandit" | "detect-secrets";
