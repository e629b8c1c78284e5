import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { capabilities, instructionsFor, listTools, serverInfo } from "./description.ts";
import type { Exchange } from "./exchange.ts";
import { serveTasksExtension, tasksExtension } from "./tasks/extension.ts";

/** What is described changes with a release only, and is the same for everybody. */
const cached = { ttlMs: 300_000, cacheScope: "public" } as const;
const cacheHints = { "tools/list": cached, "server/discover": cached };

/** Serves one message of revision 2026-07-28, which is stateless. */
export async function serveStatelessEra(
  exchange: Exchange,
  request: Request,
  body: unknown,
): Promise<Response> {
  const handler = createMcpHandler(
    () => {
      const server = new Server(serverInfo(exchange.parts), {
        capabilities: { ...capabilities, extensions: { [tasksExtension]: {} } },
        instructions: instructionsFor(exchange.parts),
        cacheHints,
      });
      server.setRequestHandler("tools/list", () => listTools(exchange.parts));
      serveTasksExtension(server, exchange, body);
      return server;
    },
    { legacy: "reject" },
  );
  return handler.fetch(request, { parsedBody: body });
}
