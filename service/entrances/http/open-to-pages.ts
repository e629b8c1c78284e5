import type { RequestHandler } from "express";

/** What a page's script may send beside what every script may. */
const requestHeaders =
  "authorization, x-api-key, content-type, accept, x-request-id, x-client, x-no-record, if-none-match, " +
  "mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, " +
  "a2a-version, a2a-extensions, x-a2a-extensions, payment-signature, sign-in-with-x";

/** What it may read of the answer's headers. */
const answerHeaders =
  "www-authenticate, retry-after, etag, x-request-id, x-service-version, x-api-version, " +
  "x-quota-tier, x-quota-remaining, x-quota-reset, x-credits-remaining, x-svc-repeat, " +
  "mcp-protocol-version, a2a-extensions, x-a2a-extensions, payment-required, payment-response";

/** Lets pages of any origin call an address, and answers the browser that asks first whether they may. */
export function openToPages(methods: readonly string[]): RequestHandler {
  const preflight = {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": requestHeaders,
    "access-control-max-age": "86400",
    allow: methods.join(", "),
  };
  return (request, response, next) => {
    response.set("access-control-allow-origin", "*");
    response.set("access-control-expose-headers", answerHeaders);
    const isPreflight =
      request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
    if (isPreflight) response.set(preflight).status(204).end();
    else next();
  };
}
