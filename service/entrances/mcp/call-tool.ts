import { statedOrigin } from "../../caller/origin.ts";
import type { Quota } from "../../payment/quota.ts";
import { mayRecord } from "../../work/recording.ts";
import { Fault, type FaultCode } from "../../../parts/faults.ts";
import { handle, type Answer } from "../../handle.ts";
import { toIso } from "../../../platform/clock.ts";
import { inToolSpan } from "../../../platform/tracing/tool-span.ts";
import { quotaHeaders } from "../http/answer.ts";
import { findTool, listedTools, toJobBody } from "../tools.ts";
import type { Exchange } from "./exchange.ts";
import { fitVerdict } from "./fit-verdict.ts";
import { keylessText } from "./keyless.ts";
import { askForPayment, hasPayment, modeOf, receiptOf, toOffer, type ToolCall } from "./pay-call.ts";
import { envelopeOf, refusalHeaders, toRpcError } from "./rpc/refusal.ts";
import { invalidParams, RpcError } from "./rpc/rpc.ts";

/** What `tools/call` is sent. */
export type ToolCallParams = Readonly<{
  name: string;
  arguments?: unknown;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}>;

/** The result of a tool, as both SDKs send it. */
export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
  remedy?: unknown;
};

/** Under this name is counted who calls from here and names no origin. */
const origin = "mcp";

/** What the caller of a tool can fix, or pay, reads as the tool answering: a model sees results, not protocol errors. */
const toldAsResult: ReadonlySet<FaultCode> = new Set([
  "payment_required",
  "bad_request",
  "unsupported_language",
  "too_large",
] as const);

/** `tools/call`: the arguments become a job on the one path, and the answer a result. */
export async function callTool(exchange: Exchange, params: ToolCallParams): Promise<ToolResult> {
  // Only names of ours become names of spans.
  const tool = findTool(params.name)?.name ?? "unknown";
  const result = await inToolSpan({ tool, meta: params._meta ?? {} }, async () =>
    answerCall(exchange, params),
  );
  exchange.noteResult();
  return result;
}

async function answerCall(
  exchange: Exchange,
  { name, arguments: args = {}, _meta }: ToolCallParams,
): Promise<ToolResult> {
  const tool = findTool(name);
  if (tool === undefined) throw unknownTool(exchange);
  const call = { tool, args, meta: _meta ?? {} };
  const answer = await orInternalError(exchange, callHandle(exchange, call));
  exchange.addHeaders(quotaHeaders(answer.quota));
  if (answer.outcome === "served") return toResult(exchange, answer);
  if (answer.outcome === "refused") return refuseCall(exchange, answer);
  const { content, meta } = askForPayment(exchange, answer);
  const isBare = exchange.incoming.credential.secret === undefined && !hasPayment(call);
  const text = isBare ? keylessText(exchange.parts.config, modeOf(call), content) : undefined;
  return toRefusedResult(content, meta, text);
}

async function callHandle({ parts, incoming, report }: Exchange, call: ToolCall): Promise<Answer> {
  const { credential, signal } = incoming;
  return handle(parts, {
    credential: { ...credential, takesTokens: true },
    entrance: "mcp",
    origin: statedOrigin(incoming) ?? origin,
    mayRecord: mayRecord(incoming),
    readBody: async () => toJobBody(call.tool, call.args),
    offer: toOffer(parts.config, call),
    signal,
    report,
  });
}

function toResult(
  { incoming, addHeaders }: Exchange,
  answer: Extract<Answer, { outcome: "served" }>,
): ToolResult {
  const { verdict, isRepeat, quota } = answer;
  if (isRepeat) addHeaders({ "x-svc-repeat": "1" });
  const { requestId } = incoming;
  const fitted = fitVerdict({ ...verdict, meta: { ...verdict.meta, request_id: requestId } });
  return {
    content: [{ type: "text", text: JSON.stringify(fitted) }],
    structuredContent: fitted,
    _meta: { ...quotaMeta(quota), ...(isRepeat && { "assay/repeat": true }), ...receiptOf(answer) },
  };
}

function refuseCall(
  exchange: Exchange,
  { fault, quota }: Extract<Answer, { outcome: "refused" }>,
): ToolResult {
  exchange.addHeaders(refusalHeaders(exchange, fault));
  if (fault.code === "unauthorized") exchange.setStatus(401);
  if (!toldAsResult.has(fault.code)) throw toRpcError(exchange, fault);
  return toRefusedResult(envelopeOf(exchange, fault), quotaMeta(quota));
}

/** An envelope, or one that says more, told as the tool's own answer. */
function toRefusedResult(
  envelope: object & { remedy?: unknown },
  _meta: Record<string, unknown>,
  text: string = JSON.stringify(envelope),
): ToolResult {
  return {
    isError: true,
    content: [{ type: "text", text }],
    structuredContent: { ...envelope },
    ...(envelope.remedy !== undefined && { remedy: envelope.remedy }),
    _meta,
  };
}

/** The balance, for clients that show no headers. */
function quotaMeta(quota: Quota | undefined): Record<string, unknown> {
  if (quota === undefined) return {};
  const { tier, remaining, resetAtMs, credits } = quota;
  return { "assay/quota": { tier, remaining, reset_at: toIso(resetAtMs), credits } };
}

function unknownTool(exchange: Exchange): RpcError {
  const message = "Unknown tool.";
  const fields = [{ loc: ["params", "name"], msg: message, type: "unknown_tool" }];
  const envelope = envelopeOf(exchange, new Fault("bad_request", { message, fields }));
  const names = listedTools(exchange.parts).map((tool) => tool.name);
  const hint = `Call one of ${names.join(", ")}. tools/list describes them.`;
  const data = { ...envelope, remedy: { action: "fix_request", hint } };
  return new RpcError(invalidParams, message, { data });
}

/** An SDK would send a defect's own words to the caller, so it is told apart here, and logged once. */
async function orInternalError({ parts, incoming }: Exchange, answering: Promise<Answer>): Promise<Answer> {
  try {
    return await answering;
  } catch (error) {
    if (incoming.signal.aborted) throw error;
    const cause = error instanceof Error ? error.stack : String(error);
    parts.log.error("request failed", { requestId: incoming.requestId, cause });
    parts.metrics.countRefusal("internal_error");
    return { outcome: "refused", fault: new Fault("internal_error"), quota: undefined };
  }
}
