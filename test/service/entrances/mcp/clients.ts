import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";

type Headers = Readonly<Record<string, string>>;

/** The progress that a client gets while it waits. */
export type Progress = Readonly<{ progress: number; message?: string | undefined }>;

/** One of the official clients, connected; their results have different types and the same content. */
export type McpClient = Readonly<{
  listTools(): Promise<{ tools: any[] }>;
  callTool(
    name: string,
    args: Record<string, unknown>,
    options?: Readonly<{ signal?: AbortSignal; onprogress?: (progress: Progress) => void }>,
  ): Promise<any>;
  /** A request that the client has no method for. */
  request(method: string, params: Record<string, unknown>): Promise<any>;
  serverInfo(): any;
  instructions(): string | undefined;
}> &
  AsyncDisposable;

type Kind = Readonly<{
  name: string;
  /** The revision that it negotiates with the service. */
  revision: string;
  connect(url: string, headers?: Headers): Promise<McpClient>;
}>;

const who = { name: "assay-test", version: "1.0.0" };

/** The first SDK's client itself, which alone knows tasks. */
export async function connectV1(url: string, headers: Headers = {}): Promise<ClientV1> {
  const client = new ClientV1(who);
  const transport = new TransportV1(new URL("/mcp", url), { requestInit: { headers } });
  // Its own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

const v1: Kind = {
  name: "client v1",
  revision: "2025-11-25",
  connect: async (url, headers) => faceOf(await connectV1(url, headers)),
};

function v2(name: string, revision: string, mode: "legacy" | "auto"): Kind {
  return {
    name,
    revision,
    connect: async (url, headers = {}) => {
      const client = new ClientV2(who, { versionNegotiation: { mode } });
      await client.connect(new TransportV2(new URL("/mcp", url), { requestInit: { headers } }));
      return faceOf(client);
    },
  };
}

export const clients: readonly Kind[] = [
  v1,
  v2("client v2 in its old way", "2025-11-25", "legacy"),
  v2("client v2", "2026-07-28", "auto"),
];

function faceOf(client: ClientV1 | ClientV2): McpClient {
  return {
    listTools: async () => client.listTools(),
    callTool: async (name, args, options = {}) => {
      const asked = { name, arguments: args };
      return client instanceof ClientV1
        ? client.callTool(asked, undefined, options)
        : client.callTool(asked, options);
    },
    request: async (method, params) =>
      client instanceof ClientV1
        ? client.request({ method, params }, z.looseObject({}))
        : client.request({ method, params }, z.looseObject({})),
    serverInfo: () => client.getServerVersion(),
    instructions: () => client.getInstructions(),
    [Symbol.asyncDispose]: async () => client.close(),
  };
}
