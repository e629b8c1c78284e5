import { Fault } from "../../faults.ts";

/** What an endpoint says of a question without failing at it. */
export type NoAnswer = "absent" | "not offered";

const notOffered = new Set([403, 404, 405, 501]);
const absent = /not found|could not find|no link named|is a directory|not pinned/i;

/** Puts a question to a Kubo endpoint. Rejects with `content_unavailable` where another try may go better. */
export async function ofKubo<Result>(ask: () => Promise<Result>): Promise<Result | NoAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault) throw error;
    const status = statusOf(error);
    if (status !== undefined && notOffered.has(status)) return "not offered";
    // Kubo answers 500 to whatever goes wrong, and to what it does not have.
    if (status === 500 && error instanceof Error && absent.test(error.message)) return "absent";
    const what = status === undefined ? "could not be reached" : `answered ${status}`;
    throw new Fault("content_unavailable", { message: `The IPFS node ${what}.` }, { cause: error });
  }
}

export function isNoAnswer(answer: unknown): answer is NoAnswer {
  return answer === "absent" || answer === "not offered";
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== "HTTPError") return undefined;
  return (error as Error & { response: Response }).response.status;
}
