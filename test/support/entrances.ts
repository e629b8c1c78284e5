import { describe } from "vitest";
import type { Verdict } from "../../engine/verdict.ts";
import type { TestService } from "./service.ts";

/** The envelope, wherever the protocol puts it. */
export type Refused = Readonly<{
  error: string;
  message: string;
  request_id: string;
  remedy?: Readonly<{ action: string; hint: string } & Record<string, any>>;
  fields?: readonly Readonly<{ loc: readonly (string | number)[] }>[];
  limit?: number;
}>;

/** The result of a call without its protocol. */
export type Outcome = Readonly<{
  status: number;
  headers: Headers;
  /** The caller's own id as the answer repeats it; null if the protocol has none. */
  id: unknown;
  verdict?: Verdict;
  refusal?: Refused;
  /** The JSON-RPC code of an error; undefined for a result, and without JSON-RPC. */
  rpcCode?: number;
}>;

type Asking = Readonly<{ key?: string; job: unknown; id?: string | number }>;

/** One entrance of the service. */
export type Entrance = Readonly<{
  name: string;
  isRpc: boolean;
  /** Whether an invalid job is answered as a result of the tool, as MCP requires. */
  answersAsTool: boolean;
  ask(service: Pick<TestService, "send">, asking: Asking): Promise<Outcome>;
}>;

const http: Entrance = {
  name: "HTTP",
  isRpc: false,
  answersAsTool: false,
  ask: async (service, { key, job }) => {
    const response = await service.send("/v1/validate", { ...(key !== undefined && { key }), body: job });
    const body = (await response.json()) as any;
    const { status, headers } = response;
    return { status, headers, id: null, ...(status === 200 ? { verdict: body } : { refusal: body }) };
  },
};

/** Both eras put a verdict or a paid-tier refusal into the tool's result, and everything else into an error. */
function mcp(
  name: string,
  frame: (call: object) => { params: object; headers: Record<string, string> },
): Entrance {
  return {
    name,
    isRpc: true,
    answersAsTool: true,
    ask: async (service, { key, job, id = 7 }) => {
      const { params, headers } = frame({ name: "python_code_validator", arguments: job });
      const answer = await post(service, "/mcp", { key, headers, id, method: "tools/call", params });
      const { result, error } = answer.body;
      if (error) return { ...answer, refusal: error.data, rpcCode: error.code };
      return result.isError
        ? { ...answer, refusal: result.structuredContent }
        : { ...answer, verdict: result.structuredContent };
    },
  };
}

const mcpInitializeEra = mcp("MCP 2025-11-25", (call) => ({
  params: call,
  headers: { "mcp-protocol-version": "2025-11-25" },
}));

const mcpStateless = mcp("MCP 2026-07-28", (call) => ({
  params: {
    ...call,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
  headers: {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "python_code_validator",
  },
}));

const a2aOld: Entrance = {
  name: "A2A 0.3",
  isRpc: true,
  answersAsTool: false,
  ask: async (service, { key, job, id = "q1" }) => {
    const message = {
      kind: "message",
      messageId: crypto.randomUUID(),
      role: "user",
      parts: [{ kind: "data", data: job }],
    };
    const call = { key, headers: {}, id, method: "message/send", params: { message } };
    const answer = await post(service, "/a2a", call);
    const { result, error } = answer.body;
    if (error) return { ...answer, refusal: error.data, rpcCode: error.code };
    return { ...answer, verdict: result.artifacts[0].parts[0].data };
  },
};

const a2aNew: Entrance = {
  name: "A2A 1.0",
  isRpc: true,
  answersAsTool: false,
  ask: async (service, { key, job, id = "q1" }) => {
    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ data: job }] };
    const headers = { "a2a-version": "1.0" };
    const answer = await post(service, "/a2a", {
      key,
      headers,
      id,
      method: "SendMessage",
      params: { message },
    });
    const { result, error } = answer.body;
    if (error) {
      const refusal = error.data.find((member: object) => "request_id" in member);
      return { ...answer, refusal, rpcCode: error.code };
    }
    return { ...answer, verdict: result.task.artifacts[0].parts[0].data };
  },
};

type RpcCall = Readonly<{
  key: string | undefined;
  headers: Record<string, string>;
  id: string | number;
  method: string;
  params: object;
}>;

async function post(service: Pick<TestService, "send">, path: string, { key, headers, ...call }: RpcCall) {
  const response = await service.send(path, {
    ...(key !== undefined && { key }),
    headers: { accept: "application/json, text/event-stream", ...headers },
    body: { jsonrpc: "2.0", ...call },
  });
  const body = (await response.json()) as any;
  return { status: response.status, headers: response.headers, id: body.id as unknown, body };
}

export const entrances: readonly Entrance[] = [http, mcpInitializeEra, mcpStateless, a2aOld, a2aNew];

/** The same expectations for every entrance. */
export function describeEntrances(expectations: (entrance: Entrance) => void): void {
  describe.for(entrances.map((entrance) => [entrance.name, entrance] as const))("%s", ([, entrance]) => {
    expectations(entrance);
  });
}
