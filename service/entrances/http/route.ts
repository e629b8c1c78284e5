import type { IncomingHttpHeaders } from "node:http";
import type { Credential } from "../../caller/identify.ts";
import type { RefusalCode } from "../../../parts/faults.ts";
import type { ExactJson } from "../../../parts/json/exact-json.ts";
import type { Parts } from "../../parts.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";

/** A request, freed of the web framework. */
export type Incoming = Readonly<{
  requestId: string;
  credential: Credential;
  /** The body as JSON; `undefined` when there is none. Throws `bad_request`, `too_large`, `unsupported_media_type`, `busy`. */
  readJson: () => Promise<unknown>;
  /** The same, with what its text says beyond its value: where something in it was signed. */
  readExactJson: () => Promise<ExactJson>;
  /** The body's exact bytes, where something was signed over them. Throws `bad_request`, `too_large`, `busy`. */
  readBytes: (maxBytes: number) => Promise<Uint8Array>;
  method: string;
  /** All headers, their names in lower case. */
  headers: Readonly<IncomingHttpHeaders>;
  /** The named header, in lower case. */
  header: (name: string) => string | undefined;
  /** The named piece of the path. */
  pathPiece: (name: string) => string;
  /** The named value of the query; several of one name are joined by commas. */
  query: (name: string) => string | undefined;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}>;

/** An object is sent as JSON; text, bytes and streams as they are; nothing where there is no body. */
export type RouteReply = Readonly<{
  status: number;
  headers?: Readonly<Record<string, string>>;
  type?: string;
  body?: object | string | Buffer | ReadableStream<Uint8Array>;
}>;

/** One address and method of the service, with its page in the API's description. */
export type Route = Readonly<{
  method: "get" | "post" | "delete";
  /** As in OpenAPI: `/docs/{page}`. */
  path: string;
  summary: string;
  description?: string;
  needsKey?: boolean;
  /** It takes a key in the header, or in its body. */
  mayTakeKey?: boolean;
  /** Only the operator may ask. */
  isForOperator?: boolean | "where ADMIN_TOKEN is set";
  /** It judges code, which may be recorded unless the caller forbids it. */
  takesCode?: boolean;
  /** Pages of any origin may call it from a browser; nothing that browsers add by themselves is read here. */
  isOpenToPages?: boolean;
  /** The same for everyone until version or configuration change: it has an ETag, and is not sent to those who have it. */
  isDocument?: boolean;
  /** Nothing to call: a file that our own pages load. Left out of the API's description. */
  isHidden?: boolean;
  /** The values of its query, all of which may be left out. */
  query?: Readonly<Record<string, JsonSchema>>;
  request?: JsonSchema;
  /** It can be called without a body, too. */
  isBodyOptional?: boolean;
  /** Requests to learn from, by name. */
  requestExamples?: Readonly<Record<string, { summary: string; value: unknown }>>;
  /** The longest body it takes; unless told, what code needs where it takes code, and little elsewhere. */
  maxBodyBytes?: number;
  /** What the body is written in; JSON unless told. */
  requestType?: string;
  response: Readonly<{
    status: number;
    description: string;
    type?: string;
    schema?: JsonSchema;
    example?: unknown;
  }>;
  /** Answers that are neither that one nor a refusal, by status. */
  otherAnswers?: Readonly<
    Record<number, Readonly<{ description: string; type?: string; schema?: JsonSchema }>>
  >;
  /** A call can be paid for by itself, in its headers. */
  takesPayment?: boolean;
  /** The route may repeat an earlier answer; it then says so in a header. */
  canRepeat?: boolean;
  /** Beside those that come with a body, a key or a piece of the path, which are described by themselves. */
  refusals?: readonly RefusalCode[];
  /** What refusals look like where they are not the envelope: JSON-RPC errors that hold it. */
  refusalsAs?: "JsonRpcResponse";
  /** Refusals in the form of OAuth, by status. */
  oauthRefusals?: Readonly<Record<number, string>>;
  answer: (parts: Parts, incoming: Incoming) => Promise<RouteReply> | RouteReply;
}>;
