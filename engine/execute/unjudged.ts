import { BoxFailure } from "../workers/sandbox/sandbox.ts";
import { incomplete } from "../incomplete.ts";
import type { Diagnostic } from "../verdict.ts";
import type { BoxSession } from "./session.ts";

/** The examples could not be read or judged in time. That is our own work, and no word against the program. */
export class Unjudged extends BoxFailure {}

export const unjudged: Diagnostic = incomplete("sandbox");

/** The same conversation, in which what is lost of our own time is told from what the program has lost. */
export function tellingUnjudged(session: BoxSession): BoxSession {
  return { ...session, plan: orUnjudged(session.plan), judge: orUnjudged(session.judge) };
}

function orUnjudged<Asked extends readonly unknown[], Answer>(
  ask: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  return async (...asked) => {
    try {
      return await ask(...asked);
    } catch (error) {
      if (!(error instanceof BoxFailure) || error.reason !== "timeout") throw error;
      throw new Unjudged("timeout", { cause: error });
    }
  };
}
