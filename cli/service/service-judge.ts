import { readVerdict } from "../../engine/read-verdict.ts";
import { CannotAsk, NotJudged, toBody, type TextJudge } from "../judge.ts";
import { explainRefusal, type RemoteService, type RemoteAnswer } from "./service.ts";

const places = 4;

/** Refusals of one text; after any other, nothing more can be asked. */
const aboutText = new Set(["bad_request", "too_large"]);

/** A service, asked text by text. */
export function createServiceJudge(service: RemoteService): TextJudge {
  return {
    places,
    ask: async (question, signal) => {
      const answer = await reach(service, toBody(question), signal);
      const verdict = answer.status === 200 ? readVerdict(answer.body) : undefined;
      if (verdict) return verdict;
      const words = explainRefusal(service, answer);
      throw aboutText.has(String(answer.body.error)) ? new NotJudged(words) : new CannotAsk(words);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function reach(service: RemoteService, body: unknown, signal: AbortSignal): Promise<RemoteAnswer> {
  try {
    return await service.ask("POST", "/v1/validate", body, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new CannotAsk(`${service.url} cannot be reached (${reasonFor(error)}).`);
  }
}

function reasonFor(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === "TimeoutError" ? "no answer in time" : message);
}
