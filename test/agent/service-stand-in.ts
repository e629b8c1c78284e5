import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type Asked = Readonly<{
  headers: IncomingMessage["headers"];
  body: Readonly<{ code: string; mode: string; options: Readonly<Record<string, unknown>> }>;
}>;
type Reply = Readonly<{ status: number; body: unknown }> | "hang" | "reset";

/** A service that finds nothing wrong with anything, unless it is told what to answer. */
export type ServiceStandIn = Readonly<{
  url: string;
  /** The requests it received, oldest first. */
  asked: Asked[];
  reply(how: (asked: Asked) => Reply): void;
  heal(): void;
}> &
  AsyncDisposable;

export async function startServiceStandIn(): Promise<ServiceStandIn> {
  const asked: Asked[] = [];
  let reply: (asked: Asked) => Reply = approve;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== "/v1/validate") return void response.end("{}");
    const question = { headers: request.headers, body: (await json(request)) as Asked["body"] };
    asked.push(question);
    const told = reply(question);
    if (told === "reset") response.destroy();
    else if (told !== "hang")
      response.writeHead(told.status, { "content-type": "application/json" }).end(JSON.stringify(told.body));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    reply: (how) => void (reply = how),
    heal: () => void (reply = approve),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The service's answer to code without a fault. */
export function approve({ headers, body: { mode } }: Asked): Extract<Reply, object> {
  const ran = mode === "execute";
  return {
    status: 200,
    body: {
      valid: true,
      score: 1,
      diagnostics: [],
      security: [],
      fixes: [],
      fixed_code: null,
      transpiled: null,
      runtime: {
        ran,
        returncode: ran ? 0 : null,
        stdout: "",
        stderr: "",
        duration_ms: ran ? 1 : null,
        timed_out: false,
        sandbox: ran ? "stand-in" : null,
      },
      meta: {
        service: "assay",
        version: "0.0.0",
        api: "v1",
        engine: { ruff: "0.0.0" },
        ai: null,
        mode,
        incomplete: [],
        duration_ms: 1,
        request_id: headers["x-request-id"] ?? null,
      },
    },
  };
}

/** A refusal as the service words it. */
export function refuse(status: number, error: string, message = "No."): Reply {
  return { status, body: { error, message, request_id: "r", remedy: { action: "retry", hint: "Later." } } };
}
