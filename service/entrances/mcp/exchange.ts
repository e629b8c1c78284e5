import type { Report } from "../../../engine/progress.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming } from "../http/route.ts";

/** One request on its way through an SDK, and what its HTTP answer carries beside the message. */
export type Exchange = Readonly<{
  parts: Parts;
  incoming: Incoming;
  /** Whose key came with it; undefined where none did. */
  account: string | undefined;
  /** Where the caller wants to know how far the work is. */
  report?: Report;
  /** The answer's status, where it is not the SDK's own. */
  setStatus(status: number): void;
  addHeaders(headers: Readonly<Record<string, string>>): void;
  /** A tool has answered: what the SDK sends is that, and no error. */
  noteResult(): void;
  told(): Readonly<{
    status: number | undefined;
    headers: Readonly<Record<string, string>>;
    hasResult: boolean;
  }>;
}>;

export function createExchange(parts: Parts, incoming: Incoming, account: string | undefined): Exchange {
  let status: number | undefined;
  let headers: Record<string, string> = {};
  let hasResult = false;
  return {
    parts,
    incoming,
    account,
    setStatus: (given) => {
      status = given;
    },
    addHeaders: (more) => {
      headers = { ...headers, ...more };
    },
    noteResult: () => {
      hasResult = true;
    },
    told: () => ({ status, headers, hasResult }),
  };
}
