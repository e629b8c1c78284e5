import { claimsOf, type Claim } from "./claims.ts";
import type { PythonProcess } from "./python-process.ts";

/**
 * What a run says of a claim. `works` is a program that ended well although it is claimed that it will not, where the
 * claim itself speaks of a case that did not come.
 */
export type Judgement = "refuted" | "works" | "true" | "another exception" | "not reached" | "not comparable";

export type JudgedClaim = Readonly<{ claim: Claim; judgement: Judgement }>;

export type JudgedProgram = Readonly<{
  claims: readonly JudgedClaim[];
  /** It ran to its end. */
  ended: boolean;
  /** What it ended with otherwise, and the lines on its way. */
  raised: string | undefined;
  lines: readonly number[];
}>;

type Recorded = Readonly<{
  ended: boolean;
  raised: string | null;
  lines: readonly number[];
  places: readonly Place[];
}>;

type Place = Readonly<{
  runs: number;
  raised: readonly string[];
  ends: number;
  values: readonly string[];
}>;

/** Undefined where the program could not be read or run. */
export async function judgeProgram(python: PythonProcess, text: string): Promise<JudgedProgram | undefined> {
  const claims = claimsOf(text);
  return claims && judgeClaims(python, text, claims);
}

export async function judgeClaims(
  python: PythonProcess,
  text: string,
  claims: readonly Claim[],
): Promise<JudgedProgram | undefined> {
  const asked = claims.map(({ span, loop, wording }) => ({ span, loop, asks: askedOf(wording) }));
  const recorded = await python.ask<Recorded>({ kind: "record", text, claims: asked });
  if (!recorded) return undefined;
  const { ended, raised, lines, places } = recorded;
  return {
    claims: places.map((place, at) => ({
      claim: claims[at]!,
      judgement: judge(claims[at]!, place, ended),
    })),
    ended,
    raised: raised ?? undefined,
    lines,
  };
}

/** What a second run has to note at a place. */
function askedOf({ says }: Claim["wording"]): "value" | "item" | undefined {
  if (says === "one value") return "value";
  return says === "raises past the end" ? "item" : undefined;
}

function judge({ rule, wording }: Claim, { runs, raised, ends, values }: Place, ended: boolean): Judgement {
  switch (wording.says) {
    case "failed":
      return "refuted";
    case "nothing":
      return "not comparable";
    case "one value":
      if (values.length > 1) return "refuted";
      return runs > 0 && ended ? "works" : "not reached";
    case "raises past the end":
      if (raised.length > 0) return "true";
      if (values.length > 0) return "refuted";
      return runs > 0 && ended ? "works" : "not reached";
    case "raises in the end":
      if (raised.length > 0) return "true";
      if (runs > 0 && ends > 0) return "refuted";
      return runs > 0 && ended ? "works" : "not reached";
    case "raises": {
      if (runs === 0) return "not reached";
      const { exception } = wording;
      if (exception === undefined ? raised.length > 0 : raised.some((name) => isA(name, exception)))
        return "true";
      // A recursion that an exception ends is not endless.
      return raised.length > 0 && rule !== "python:endless-recursion" ? "another exception" : "refuted";
    }
  }
}

const narrower: Readonly<Record<string, readonly string[]>> = {
  NameError: ["UnboundLocalError"],
  ImportError: ["ModuleNotFoundError"],
  ValueError: ["UnicodeDecodeError", "UnicodeEncodeError", "JSONDecodeError"],
};

function isA(name: string, exception: string): boolean {
  return name === exception || (narrower[exception]?.includes(name) ?? false);
}
