import { faults, type RefusalCode } from "../../../parts/faults.ts";
import { count, text } from "./json-schema.ts";
import type { Route } from "../http/route.ts";

const header = (description: string, schema: object = text) => ({ description, schema });

/** The headers of answers, by the names they are referred to. */
export const componentHeaders = {
  "x-service-version": header("The version that answered, as in `/v1/changelog`."),
  "x-api-version": header("The version of the API.", { const: "v1" }),
  "x-request-id": header("The id of this call, repeated in refusals and verdicts."),
  "x-quota-tier": header("What the key is.", { enum: ["free", "paid"] }),
  "x-quota-remaining": header(
    "Static checks left today; for a paid key, calls of this mode that its credits cover.",
    count,
  ),
  "x-quota-reset": header("When the allowance resets, in Unix seconds.", count),
  "x-credits-remaining": header("Credits on the key, where it has any.", count),
  "x-svc-repeat": header("The answer to an earlier identical call, repeated free of charge.", {
    const: "1",
  }),
  "retry-after": header("How many seconds to wait.", count),
  "www-authenticate": header("How to sign in, and where to create a key."),
  "payment-required": header("What to pay and how, as JSON in Base64 (x402)."),
  "payment-response": header("The receipt, as JSON in Base64 (x402)."),
};

const standing = ["x-service-version", "x-api-version", "x-request-id"] as const;
const quota = ["x-quota-tier", "x-quota-remaining", "x-quota-reset", "x-credits-remaining"] as const;

type Name = keyof typeof componentHeaders;

/** The headers of what a route answers with when all is well. */
export function headersOfAnswer(route: Route): object {
  const { needsKey = false, canRepeat = false, takesPayment = false } = route;
  return refer([
    ...standing,
    ...(needsKey ? quota : []),
    ...(canRepeat ? (["x-svc-repeat"] as const) : []),
    ...(takesPayment ? (["payment-response"] as const) : []),
  ]);
}

const ofRefusals: Readonly<Partial<Record<RefusalCode, readonly Name[]>>> = {
  unauthorized: ["www-authenticate"],
  quota_exhausted: ["x-quota-reset"],
  rate_limited: ["retry-after"],
  busy: ["retry-after"],
  engine_unavailable: ["retry-after"],
};

export function headersOfRefusals({ takesPayment = false }: Route, codes: readonly RefusalCode[]): object {
  const asksForPayment = takesPayment && codes.includes("payment_required");
  return refer([
    ...standing,
    ...codes.flatMap((code) => ofRefusals[code] ?? []),
    ...(asksForPayment ? (["payment-required"] as const) : []),
  ]);
}

function refer(names: readonly Name[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers that requests may bring; keys are described as what they are, security schemes. */
export const componentParameters = {
  "x-request-id": {
    name: "x-request-id",
    in: "header",
    description: "The caller's own id for the call, kept if it is 1 to 128 of `A-Za-z0-9_.:-`.",
    schema: text,
  },
  "x-client": {
    name: "x-client",
    in: "header",
    description: "Where the caller comes from, counted in `/v1/funnel`; as `src` in the query.",
    schema: { ...text, maxLength: 32 },
  },
  "x-no-record": {
    name: "x-no-record",
    in: "header",
    description: "With `1` the code is not recorded, whatever its verdict; see `/v1/training-data`.",
    schema: text,
  },
  "payment-signature": {
    name: "PAYMENT-SIGNATURE",
    in: "header",
    description: "The signed payment, as JSON in Base64 (x402).",
    schema: text,
  },
  "sign-in-with-x": {
    name: "SIGN-IN-WITH-X",
    in: "header",
    description: "Instead of a payment: a wallet's proof for this request, as JSON in Base64 (CAIP-122).",
    schema: text,
  },
};

/** Every call may name itself; those that are counted by origin may say where they come from. */
export function headerParameters({ query = {}, takesCode = false, takesPayment = false }: Route): object[] {
  const names = [
    "x-request-id",
    ...("src" in query ? ["x-client"] : []),
    ...(takesCode ? ["x-no-record"] : []),
    ...(takesPayment ? ["payment-signature", "sign-in-with-x"] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The status that a code comes with, in the order of statuses. */
export function groupByStatus(codes: readonly RefusalCode[]): Map<number, RefusalCode[]> {
  return Map.groupBy(new Set(codes), (code) => faults[code].http);
}
