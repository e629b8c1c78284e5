import type { Credential } from "../access/identify.ts";
import type { FaultCode } from "../faults.ts";
import type { Parts } from "../parts.ts";

/** A request, freed of the web framework. */
export type Incoming = Readonly<{
  requestId: string;
  credential: Credential;
  /** The body as JSON; `undefined` when there is none. Throws `bad_request`, `too_large`, `unsupported_media_type`. */
  readJson: () => Promise<unknown>;
  /** The named piece of the path. */
  pathPiece: (name: string) => string;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}>;

/** An object is sent as JSON, text and bytes as they are. */
export type Reply = Readonly<{
  status: number;
  headers?: Readonly<Record<string, string>>;
  type?: string;
  body: object | string | Buffer;
}>;

type JsonSchema = Readonly<Record<string, unknown>>;

/** One address and method of the service, with its page in the API's description. */
export type Route = Readonly<{
  method: "get" | "post" | "delete";
  /** As in OpenAPI: `/docs/{asset}`. */
  path: string;
  summary: string;
  description?: string;
  needsKey?: boolean;
  request?: JsonSchema;
  response: Readonly<{ status: number; description: string; type?: string; schema?: JsonSchema }>;
  refusals?: readonly FaultCode[];
  answer: (parts: Parts, incoming: Incoming) => Promise<Reply> | Reply;
}>;
