import type { ReadVerdict } from "../../engine/verdict.ts";
import { pageData } from "../parts/elements.ts";

export type PlaygroundMode = "static" | "repair" | "execute";
export type JobOptions = Readonly<{
  examples?: string;
  outputs?: readonly string[];
  transpile_to?: string;
  optimize?: boolean;
  strict?: boolean;
  pytest?: boolean;
}>;
export type Files = Readonly<Record<string, string>>;

/** A request as it is sent: nothing that has its default. */
export type PlaygroundJob = Readonly<{
  code: string;
  mode?: PlaygroundMode;
  options?: JobOptions;
  files?: Files;
}>;

/** A verdict with the request that it is for. */
export type Shown = Readonly<{ verdict: ReadVerdict; job: PlaygroundJob; sampleId: string | undefined }>;

export type Sample = Readonly<{
  id: string;
  name: string;
  mode: PlaygroundMode;
  code: string;
  examples?: string;
  files?: Files;
}>;

export type OfferedMode = Readonly<{
  mode: PlaygroundMode;
  credits: number;
  isServed: boolean;
  isFree: boolean;
}>;

export const data = pageData<{
  samples: readonly Sample[];
  /** The stored answer for the first sample, in the mode that it opens in. */
  story: ReadVerdict;
  modes: readonly OfferedMode[];
  freeCalls: number;
  /** How long a shared verdict is kept; 0 where none can be shared. */
  sharedDays: number;
  signer: string;
}>();

export const mainPath = "main.py";
