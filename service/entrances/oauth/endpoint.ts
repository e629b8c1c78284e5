import { isOAuthOn } from "../../caller/oauth/addresses.ts";
import { OAuthRefusal, type OAuthError } from "../../caller/oauth/refusal.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Parts } from "../../parts.ts";
import { refuse } from "../http/answer.ts";
import type { Incoming, RouteReply, Route } from "../http/route.ts";

export const noStore = { "cache-control": "no-store", pragma: "no-cache" } as const;

/** All of OAuth is there, or none of it. */
export function requireOAuth({ config }: Pick<Parts, "config">): void {
  if (isOAuthOn(config)) return;
  throw new Fault("not_found", {
    message: "Sign-in is off at this deployment. Send a key as 'Authorization: Bearer <key>'.",
  });
}

/** An endpoint for programs: its refusals have the form of OAuth errors, as client libraries expect. */
export function endpoint(
  work: (parts: Parts, incoming: Incoming) => Promise<Omit<RouteReply, "headers">>,
): Route["answer"] {
  return async (parts, incoming) => {
    requireOAuth(parts);
    try {
      return { ...(await work(parts, incoming)), headers: noStore };
    } catch (error) {
      return explain(parts, error, incoming);
    }
  };
}

function explain({ config, metrics }: Parts, error: unknown, { requestId }: Incoming): RouteReply {
  if (error instanceof OAuthRefusal) {
    metrics.countRefusal(error.error);
    const status = error.error === "invalid_client" ? 401 : 400;
    return { status, headers: noStore, body: toBody(error.error, error.message, requestId) };
  }
  if (!(error instanceof Fault) || error.kind.http === undefined) throw error;
  metrics.countRefusal(error.code);
  const refusal = refuse(config, error, requestId);
  const body = toBody(nearestTo(refusal.status), error.message, requestId);
  return { ...refusal, headers: { ...refusal.headers, ...noStore }, body };
}

/** RFC 6749, 5.2, and under `message` and `request_id` what every refusal of ours holds. */
function toBody(error: OAuthError, message: string, requestId: string): object {
  return { error, error_description: message, message, request_id: requestId };
}

function nearestTo(status: number): OAuthError {
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status < 500 ? "invalid_request" : "server_error";
}
