/** What a caller names its request by; null where that cannot be told. */
export type RpcId = string | number | null;

type About = Readonly<{
  data?: object;
  /** The status of the HTTP answer, where the message does not go on to an SDK. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}>;

/** An error as JSON-RPC has it. Both SDKs send `code`, `message` and `data` of what a handler throws. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: object | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: number, message: string, { data, status = 200, headers = {} }: About = {}) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
    this.headers = headers;
  }
}

export const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;

/** As much of a message as must be known before it is handed on. */
export type RpcMessage = Readonly<{ id: RpcId; method: string | undefined }>;

/** One message of JSON-RPC 2.0, or what is wrong with it; a response to us has no method. */
export function readMessage(body: unknown): RpcMessage | Readonly<{ problem: string }> {
  if (Array.isArray(body)) return { problem: "Batches are not supported. Send one message per request." };
  if (typeof body !== "object" || body === null) return noMessage;
  const { jsonrpc, id, method, params } = body as Record<string, unknown>;
  const isWhole =
    jsonrpc === "2.0" &&
    (id === undefined || isId(id)) &&
    (typeof method === "string" || "result" in body || "error" in body) &&
    (params === undefined || (typeof params === "object" && params !== null && !Array.isArray(params)));
  if (!isWhole) return noMessage;
  return { id: isId(id) ? id : null, method: typeof method === "string" ? method : undefined };
}

const noMessage = { problem: "The body is not a JSON-RPC 2.0 message." };

/** The members of what may be no object at all. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The id in whatever came, as far as it can be repeated. */
export function idIn(body: unknown): RpcId {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : null;
  return isId(id) ? id : null;
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}
