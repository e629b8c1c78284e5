import { createHash } from "node:crypto";
import { z } from "zod";
import { memberSources } from "../json/json-members.ts";
import { describeFlaw, quotePath, readExactJson, type ExactJson } from "../json/exact-json.ts";

type Hex = `0x${string}`;

/** Which request of which marketplace is answered, by whom and as what. */
export type VerdictSubject = Readonly<{
  chainId: number;
  marketplace: Hex;
  mech: Hex;
  requestId: bigint;
  tool: string;
  /** Null where the tool is not one of ours. */
  mode: string | null;
  /** Null where the request names no content. */
  requestCid: string | null;
}>;

/** What is published for a request. */
export type VerdictDocument = VerdictSubject &
  Readonly<{
    /** The verdict as JSON text, or the refusal that was given instead. */
    result: string;
    prompt?: string;
    /** As `2026-11-15T12:00:00.000Z`. */
    executedAt: string;
    latencyMs?: number;
    isOffchain: boolean;
    service: Readonly<{ name: string; version: string }>;
    signer: Hex;
    signature: Hex;
  }>;

/** The longest document that is read. */
export const maxDocumentBytes = 8 * 1_048_576;

/** SHA-256 of the result's UTF-8 bytes, in hexadecimal. */
export function digestOfResult(result: string): string {
  return createHash("sha256").update(result, "utf8").digest("hex");
}

/** The published text; equal documents give equal texts. */
export function writeDocument(document: VerdictDocument): string {
  const { tool, result, prompt, service, signer, signature, latencyMs = null } = document;
  const metadata = {
    service: service.name,
    version: service.version,
    model: null,
    tool,
    tool_hash: null,
    execution_latency_ms: latencyMs,
    params: {},
    mode: document.mode,
    request_cid: document.requestCid,
    verdict_sha256: digestOfResult(result),
    chain_id: document.chainId,
    marketplace: document.marketplace,
    mech: document.mech,
    signer,
    signature,
  };
  const rest = {
    result,
    tool,
    executed_at: document.executedAt,
    ...(prompt !== undefined && { prompt }),
    cost_dict: {},
    metadata,
    is_offchain: document.isOffchain,
  };
  // Written by hand: readers expect a 256-bit integer here, and JavaScript's numbers would round it.
  return `{"schema_version":"2.0","requestId":${document.requestId},${JSON.stringify(rest).slice(1)}`;
}

const hex = (bytes: number, what: string) =>
  z.custom<Hex>(
    (value) => typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value) && value.length === 2 + bytes * 2,
    `is not ${what}`,
  );
const text = z.string("is not text");
/** Signed over, which takes a while for what is long. */
const maxSignedLength = 65_536;
const tooLong = `is longer than ${maxSignedLength} characters`;
const loneSurrogate = "contains a lone surrogate";
const isWellFormed = (value: string): boolean => value.isWellFormed();
const signedText = text.max(maxSignedLength, tooLong).refine(isWellFormed, loneSurrogate);
const signedTextOrNull = z
  .union([z.string(), z.null()], "is neither text nor null")
  .refine((value) => value === null || value.length <= maxSignedLength, tooLong)
  .refine((value) => value === null || value.isWellFormed(), loneSurrogate);

const nothing = z
  .custom<object>(
    (value) => typeof value === "object" && value !== null && JSON.stringify(value) === "{}",
    "is not an empty object",
  )
  .optional();

/** What a document must hold to be checked, and what else it may: what is not signed is as we write it. */
const Written = z.object({
  schema_version: z.literal("2.0", 'is not "2.0"').optional(),
  result: text.refine(isWellFormed, loneSurrogate),
  tool: text,
  prompt: text.optional(),
  executed_at: text.optional(),
  cost_dict: nothing,
  is_offchain: z.boolean("is neither true nor false").optional(),
  metadata: z.object(
    {
      service: text,
      version: text,
      model: z.null("is not null").optional(),
      tool_hash: z.null("is not null").optional(),
      execution_latency_ms: z.union([z.number(), z.null()], "is neither a number nor null").optional(),
      params: nothing,
      tool: signedText,
      mode: signedTextOrNull,
      request_cid: signedTextOrNull,
      verdict_sha256: z.string("is not text").regex(/^[0-9a-f]{64}$/, "is not 64 hexadecimal digits"),
      chain_id: z.int("is not a whole number").positive("is not the number of a chain"),
      marketplace: hex(20, "an address"),
      mech: hex(20, "an address"),
      signer: hex(20, "an address"),
      signature: hex(65, "a signature of 65 bytes"),
    },
    "is not an object",
  ),
});

/** A document as it was found, nothing about it checked but its shape. */
export type WrittenDocument = Readonly<z.infer<typeof Written> & { requestId: bigint }>;

export type ReadDocument =
  | Readonly<{ document: WrittenDocument; problems: readonly [] }>
  | Readonly<{ document: undefined; problems: readonly string[] }>;

/** A published text as a document, or what it lacks, one sentence a problem. */
export function readDocument(published: string): ReadDocument {
  const json = parse(published);
  if (json === undefined) return { document: undefined, problems: ["The document is not JSON."] };
  const { value } = json;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { document: undefined, problems: ["The document is not an object."] };
  const read = Written.safeParse(value);
  const requestId = readRequestId(published);
  const problems = [
    ...(typeof requestId === "string" ? [requestId] : []),
    ...(read.error?.issues ?? []).map(({ path, message }) => toSentence(path, message, value)),
    ...findRest(json).slice(0, maxRest),
  ];
  if (read.success && typeof requestId === "bigint" && problems.length === 0)
    return { document: { ...read.data, requestId }, problems: [] };
  return { document: undefined, problems };
}

const maxRest = 10;

/** What is in the text and neither signed nor known to be unsigned, or not said once. */
function findRest({ value, flaws }: ExactJson): string[] {
  const { metadata } = value as { metadata?: unknown };
  const isOwn = typeof metadata === "object" && metadata !== null;
  const others = [
    ...namesBeside(value as object, { ...Written.shape, requestId: text }).map((name) => [name]),
    ...(isOwn ? namesBeside(metadata, Written.shape.metadata.shape).map((name) => ["metadata", name]) : []),
  ];
  // The request id is read to its last digit, and found to be written once, by itself.
  const elsewhere = flaws.filter(({ path }) => path[0] !== "requestId");
  return [...elsewhere.map(describeFlaw), ...others.map((path) => `${quotePath(path)} is not signed.`)];
}

function namesBeside(value: object, shape: object): string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
}

/** What a document holds that is not signed. */
export function listNotSigned({ metadata, ...document }: WrittenDocument): string[] {
  const { schema_version, prompt, executed_at, cost_dict, is_offchain } = document;
  const { service, version, model, tool_hash, execution_latency_ms, params } = metadata;
  const unsigned = {
    schema_version,
    prompt,
    executed_at,
    cost_dict,
    is_offchain,
    ...Object.fromEntries(
      Object.entries({
        service,
        version,
        model,
        tool_hash,
        execution_latency_ms,
        params,
      }).map(([name, value]) => [`metadata.${name}`, value]),
    ),
  };
  return Object.entries(unsigned).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

function parse(published: string): ExactJson | undefined {
  try {
    return readExactJson(published);
  } catch {
    return undefined;
  }
}

/** The request id to its last digit, or what is wrong with it. */
function readRequestId(published: string): bigint | string {
  const sources = memberSources(published).get("requestId") ?? [];
  if (sources.length === 0) return "`requestId` is missing.";
  if (sources.length > 1) return "`requestId` is written more than once.";
  // 78 digits can say more than 256 bits, and what is longer need not be counted.
  const id = /^(?:0|[1-9]\d{0,77})$/.test(sources[0]!) ? BigInt(sources[0]!) : undefined;
  return id !== undefined && id < 2n ** 256n ? id : "`requestId` is not a whole number of at most 256 bits.";
}

function toSentence(path: readonly PropertyKey[], message: string, value: unknown): string {
  const found = path.reduce<unknown>((inner, step) => (inner as never)?.[step], value);
  return `${quotePath(path)} ${found === undefined ? "is missing" : message}.`;
}
