import { z } from "zod";
import { toFieldProblem } from "../../../work/field-problem.ts";
import { Fault } from "../../../../parts/faults.ts";
import { toSentence } from "../../discovery/sentence.ts";
import type { Exchange } from "../exchange.ts";
import { envelopeOf } from "./refusal.ts";
import { invalidParams, invalidRequest, parseError } from "./rpc.ts";

/** An error as an SDK sends it. */
export type ProtocolError = Readonly<{ code: number; message: string; data?: unknown }>;

const internalError = -32603;

/** The error with our envelope in `data`, beside what the protocol itself has there. */
export function explain(exchange: Exchange, error: ProtocolError, body: unknown): ProtocolError {
  const own = typeof error.data === "object" && error.data !== null ? error.data : {};
  if ("request_id" in own) return error;
  const { code, fault } = read(error, body);
  exchange.parts.metrics.countRefusal(fault.code);
  return { code, message: fault.message, data: { ...own, ...envelopeOf(exchange, fault) } };
}

/** One SDK calls parameters that it cannot read a defect of its own, and what has been parsed unparsable. */
function read({ code, message }: ProtocolError, body: unknown): Readonly<{ code: number; fault: Fault }> {
  const fields = issuesIn(message)?.map((issue) => toFieldProblem(issue, body));
  if (fields) return { code: invalidParams, fault: new Fault("bad_request", { fields }) };
  if (code === internalError) return { code, fault: new Fault("internal_error") };
  return {
    code: code === parseError ? invalidRequest : code,
    fault: new Fault("bad_request", { message: toSentence(message) }),
  };
}

const Issues = z.array(
  z.looseObject({
    code: z.string(),
    path: z.array(z.union([z.string(), z.number()])),
    message: z.string(),
  }),
);

/** Both SDKs tell what zod found wrong as a list in JSON, which is nothing to show a model. */
function issuesIn(message: string): z.core.$ZodIssue[] | undefined {
  const start = message.search(/\[\s*\{/);
  if (start < 0 || !message.endsWith("]")) return undefined;
  try {
    return Issues.parse(JSON.parse(message.slice(start))) as unknown as z.core.$ZodIssue[];
  } catch {
    return undefined;
  }
}
