import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "../platform/listen.ts";
import { Fault } from "../parts/faults.ts";
import type { HttpReply } from "./http/http-reply.ts";
import { callerOf } from "./http/caller.ts";
import { createHealth, type Health } from "./http/health.ts";
import type { AgentParts } from "./parts.ts";
import { acceptSigned } from "./signed/accept.ts";
import { createReadings, type Readings } from "./signed/readings.ts";
import { showSigned } from "./signed/show.ts";

/** The agent's HTTP server: health and metrics for its operator and, where they are enabled, signed requests. */
export type AgentServer = Readonly<{ url: string }> & AsyncDisposable;

/** A request's content is at most one block of 256 KiB; escaping makes it longer. */
const maxBodyBytes = 1_048_576;

export async function openHttpServer(parts: AgentParts): Promise<AgentServer> {
  const { HOST, AGENT_PORT } = parts.config;
  const context = { parts, readings: createReadings(parts), health: createHealth(parts) };
  const server = createServer(
    { requestTimeout: 30_000 },
    (request, response) => void respond(context, request, response),
  );
  server.maxConnections = 256;
  await listen(server, { port: AGENT_PORT, host: HOST, variable: "AGENT_PORT" });
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** Shared by all requests. */
type Context = Readonly<{ parts: AgentParts; readings: Readings; health: Health }>;

async function respond(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers = {}, body } = await answerOrFail(context, request);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  response.writeHead(status, { "content-type": type, connection: "close", ...headers });
  response.end(text);
}

async function answerOrFail(context: Context, request: IncomingMessage): Promise<HttpReply> {
  try {
    return await answer(context, request);
  } catch (error) {
    if (error instanceof Fault && error.action === "retry") {
      return { status: 503, body: { error: error.code, message: error.message } };
    }
    if (error instanceof Fault && error.code === "rate_limited") return tooManyRequests(error);
    context.parts.log.error("a request to the agent failed", {
      error: error instanceof Error ? error.stack : String(error),
    });
    return { status: 500, body: { error: "internal_error", message: "Something failed on our side." } };
  }
}

function tooManyRequests({ code, message, detail: { retryAfterS = 60 } }: Fault): HttpReply {
  const remedy = {
    action: "wait",
    hint: `Try again in ${retryAfterS} seconds.`,
    retry_after_s: retryAfterS,
  };
  return {
    status: 429,
    headers: { "retry-after": String(retryAfterS) },
    body: { status: "rejected", reason: message, error: code, message, remedy },
  };
}

async function answer({ parts, readings, health }: Context, request: IncomingMessage): Promise<HttpReply> {
  // A client may send a request line that is not a valid URL.
  const { pathname, searchParams } =
    URL.parse(request.url ?? "/", "http://agent") ?? new URL("http://agent/nowhere");
  const isSignedOn = parts.config.SIGNED_REQUESTS === "on";
  switch (`${request.method} ${pathname}`) {
    case "GET /healthz":
      return health();
    case "GET /metrics": {
      const { body, type } = await parts.metrics.text();
      return { status: 200, headers: { "content-type": type }, body };
    }
    case "POST /send_signed_requests":
      if (!isSignedOn) return signedRequestsOff;
      return withForm(request, async (form) =>
        acceptSigned(parts, readings, { form, address: addressOf(parts, request) }),
      );
    case "GET /fetch_offchain_info":
    case "POST /fetch_offchain_info":
      if (!isSignedOn) return signedRequestsOff;
      return withForm(request, async (form) => {
        const named = new URLSearchParams([...form, ...searchParams]);
        return showSigned(parts, readings, { form: named, address: addressOf(parts, request) });
      });
    default:
      return {
        status: 404,
        body: { error: "not_found", message: "The agent answers GET /healthz and GET /metrics." },
      };
  }
}

function addressOf({ config }: AgentParts, request: IncomingMessage): string {
  return callerOf(request, config.TRUST_PROXY);
}

const signedRequestsOff: HttpReply = {
  status: 404,
  body: {
    error: "not_found",
    message: "This agent takes requests on chain only; its operator can set SIGNED_REQUESTS=on.",
  },
};

/** Clients send a form, whatever content type they declare. */
async function withForm(
  request: IncomingMessage,
  use: (form: URLSearchParams) => Promise<HttpReply>,
): Promise<HttpReply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) {
      return {
        status: 413,
        body: { error: "too_large", message: `The body is larger than ${maxBodyBytes} bytes.` },
      };
    }
    chunks.push(chunk);
  }
  return use(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
}
