type Action = "fix_request" | "mint_key" | "buy_credits" | "pay_again" | "shorten" | "wait" | "retry";

type FaultKind = Readonly<{
  /** Absent for a fault that never reaches a caller. */
  http?: number;
  rpc?: -32010 | -32011 | -32012;
  action?: Action;
  message: string;
}>;

/** Every way a request can be refused: the status, code and message that each entrance answers with. */
export const faults = {
  bad_request: {
    http: 400,
    rpc: -32012,
    action: "fix_request",
    message: "The request is not valid.",
  },
  unsupported_language: {
    http: 400,
    rpc: -32012,
    action: "fix_request",
    message: "`language` must be python.",
  },
  malformed_payment: {
    http: 400,
    rpc: -32012,
    action: "fix_request",
    message: "The payment cannot be read.",
  },
  unauthorized: { http: 401, rpc: -32010, action: "mint_key", message: "This call needs a valid key." },
  payment_required: {
    http: 402,
    rpc: -32011,
    action: "buy_credits",
    message: "This key does not cover the call.",
  },
  not_found: { http: 404, rpc: -32012, message: "Not found." },
  method_not_allowed: { http: 405, rpc: -32012, message: "Method not allowed." },
  not_acceptable: { http: 406, rpc: -32012, message: "This page is only available as HTML." },
  unsupported_mode: { http: 409, rpc: -32012, message: "This deployment does not serve that mode." },
  payment_conflict: {
    http: 409,
    rpc: -32012,
    action: "pay_again",
    message: "This payment was already used for another request.",
  },
  too_large: {
    http: 413,
    rpc: -32012,
    action: "shorten",
    message: "The request is too long.",
  },
  unsupported_media_type: {
    http: 415,
    rpc: -32012,
    action: "fix_request",
    message: "The body must be JSON, sent with content-type application/json.",
  },
  quota_exhausted: { http: 429, rpc: -32012, action: "wait", message: "Daily limit of free checks reached." },
  rate_limited: { http: 429, rpc: -32012, action: "wait", message: "Too many requests in a short time." },
  internal_error: {
    http: 500,
    rpc: -32012,
    message: "Something failed on our side. Try again; if it fails again, report the request id.",
  },
  engine_unavailable: {
    http: 503,
    rpc: -32012,
    action: "retry",
    message: "The checkers cannot be reached right now. Nothing was charged.",
  },
  busy: { http: 503, rpc: -32012, action: "retry", message: "All workers are busy and the queue is full." },
  card_unavailable: {
    http: 503,
    rpc: -32012,
    action: "buy_credits",
    message: "Credits cannot be bought by card right now. Nothing was charged.",
  },
  payment_unavailable: {
    http: 503,
    rpc: -32012,
    action: "retry",
    message: "Payments cannot be checked right now. Your payment is not lost: send it again later.",
  },
  store_unavailable: {
    http: 503,
    rpc: -32012,
    action: "retry",
    message: "The store cannot be reached right now. Nothing was charged.",
  },
  // What never reaches a caller has no status.
  chain_unavailable: { action: "retry", message: "The chain cannot be reached." },
  content_unavailable: { action: "retry", message: "The content of that address was not found." },
  content_invalid: {
    action: "fix_request",
    message: "The content of that address cannot be read as a file.",
  },
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof faults;

/** A code that a caller may be answered with; the others never leave the process. */
export type RefusalCode = {
  [Code in FaultCode]: (typeof faults)[Code] extends { http: number } ? Code : never;
}[FaultCode];

export function isRefusalCode(code: FaultCode): code is RefusalCode {
  return "http" in faults[code];
}

/** One thing wrong with a request, in the place where it is wrong. */
export type FieldProblem = Readonly<{
  loc: readonly (string | number)[];
  msg: string;
  type: string;
  input?: string | number | boolean | null;
}>;

type Detail = Readonly<{
  message?: string;
  fields?: readonly FieldProblem[];
  limit?: number;
  /** When the caller may try again, in Unix milliseconds. */
  resetAtMs?: number;
  retryAfterS?: number;
  /** The methods that the address accepts. */
  allow?: readonly string[];
  /** What the refused call would have cost. */
  priceCredits?: number;
  /** The mode of the refused call. */
  mode?: "static" | "repair" | "execute";
  /** The call was to be paid by itself, without a key. */
  isPayPerCall?: boolean;
  /** A more exact next step than the action, where it is known. */
  hint?: string;
  /** Replaces the code's usual action, where a code has two remedies. */
  action?: Action;
}>;

/** What is wrong with the first fields; `fields` lists all of them. */
function messageOf(fields: readonly FieldProblem[] | undefined): string | undefined {
  return fields
    ?.slice(0, 3)
    .map(({ msg }) => msg)
    .join(" ");
}

/** An expected refusal. Anything else that is thrown is a defect of ours. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly detail: Omit<Detail, "message">;

  constructor(code: FaultCode, { message, ...detail }: Detail = {}, options?: ErrorOptions) {
    super(message ?? messageOf(detail.fields) ?? faults[code].message, options);
    this.code = code;
    this.detail = detail;
  }

  get kind(): FaultKind {
    return faults[this.code];
  }

  get action(): Action | undefined {
    return this.detail.action ?? this.kind.action;
  }
}
