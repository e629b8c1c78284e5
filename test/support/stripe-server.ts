import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";

export const stripeEnv = {
  STRIPE_SECRET_KEY: "sk_test_of_the_stand_in",
  STRIPE_WEBHOOK_SECRET: "whsec_ours",
};

/** A checkout session in the API's format. */
type Session = Record<string, unknown> & { id: string; metadata: Record<string, string> };

/** A refund or a dispute in the API's format. */
export type Money = Record<string, unknown> & { id: string; payment_intent: string };

/** How the server answers a request; `late` does the work, but answers only when released. */
type Manner =
  | "serve"
  | "hang"
  | "hang up"
  | "late"
  | Readonly<{ status: number; error: object | string; headers?: Record<string, string> }>;

/** A stand-in for the API of the card processor: creates sessions, stores them, and fails on request. */
export type StripeServer = Readonly<{
  url: string;
  env: Readonly<Record<string, string>>;
  /** Each request unchanged: first line, headers and body. */
  received: readonly Readonly<{
    whole: string;
    headers: IncomingMessage["headers"];
    form: URLSearchParams;
  }>[];
  sessions: ReadonlyMap<string, Session>;
  behave(manner: Manner): void;
  release(): void;
  change(session: string, changes: object): void;
  pay(session: string): void;
  forget(session: string): void;
  /** Refunds money, all of it or some; returns the refund in the API's format. */
  refund(session: string, changes?: Record<string, unknown>): Money;
  /** Lets the payer's bank dispute money; returns the dispute in the API's format. */
  dispute(session: string, changes?: Record<string, unknown>): Money;
  /** Changes a refund or a dispute. */
  changeMoney(id: string, changes: Record<string, unknown>): Money;
}> &
  AsyncDisposable;

export async function openStripeServer(): Promise<StripeServer> {
  const received: { whole: string; headers: IncomingMessage["headers"]; form: URLSearchParams }[] = [];
  const sessions = new Map<string, Session>();
  const money = new Map<string, Money>();
  const byIdempotencyKey = new Map<string, Session>();
  const waiting: (() => void)[] = [];
  let manner: Manner = "serve";

  function work(request: IncomingMessage, form: URLSearchParams): [status: number, body: object] {
    if (request.headers.authorization !== `Bearer ${stripeEnv.STRIPE_SECRET_KEY}`)
      return [401, { error: { type: "invalid_request_error", message: "Invalid API Key" } }];
    if (request.method === "POST" && request.url === "/v1/checkout/sessions") return create(request, form);
    const { pathname, searchParams } = new URL(request.url!, "http://stripe");
    if (request.method === "GET" && pathname === "/v1/checkout/sessions")
      return [200, listOf([...sessions.values()].filter((one) => isAsked(one, searchParams)))];
    const kind = /^\/v1\/(refund|dispute)s$/.exec(pathname)?.[1];
    if (request.method === "GET" && kind !== undefined) {
      const asked = [...money.values()].filter((one) => one["object"] === kind && isAsked(one, searchParams));
      return [200, listOf(asked.toReversed())];
    }
    const found = sessions.get(/^\/v1\/checkout\/sessions\/(\w+)$/.exec(request.url!)?.[1] ?? "");
    if (found?.["isBroken"]) return [500, { error: { type: "api_error", message: "Broken" } }];
    if (request.method === "GET" && found) return [200, found];
    return [404, { error: { type: "invalid_request_error", code: "resource_missing", message: "No such" } }];
  }

  function create({ headers }: IncomingMessage, form: URLSearchParams): [status: number, body: object] {
    const key = String(headers["idempotency-key"]);
    const made = byIdempotencyKey.get(key) ?? newSession(form);
    if (Number(made["amount_total"]) < 50)
      return [
        400,
        { error: { type: "invalid_request_error", code: "amount_too_small", message: "Too small" } },
      ];
    byIdempotencyKey.set(key, made);
    sessions.set(made.id, made);
    return [200, made];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const form = new URLSearchParams(body);
    const whole = `${request.method} ${request.url}\n${request.rawHeaders.join("\n")}\n${body}`;
    received.push({ whole, headers: request.headers, form });
    if (manner === "hang") return;
    if (manner === "hang up") return void request.socket.destroy();
    if (typeof manner === "object") {
      for (const [name, value] of Object.entries(manner.headers ?? {})) response.setHeader(name, value);
      return answer(response, manner.status, { error: manner.error });
    }
    const [status, made] = work(request, form);
    if (manner === "late") await new Promise<void>((resolve) => waiting.push(resolve));
    answer(response, status, made);
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const changeMoney = (id: string, changes: Record<string, unknown>): Money => {
    const changed = { ...money.get(id)!, ...changes };
    money.set(id, changed);
    return changed;
  };
  const addMoney =
    (object: string, status: string) =>
    (session: string, changes: Record<string, unknown> = {}): Money => {
      const { amount_total: amount, currency, payment_intent } = sessions.get(session)!;
      const id = `${object === "refund" ? "re" : "du"}_${randomUUID()}`;
      const made = { id, object, amount, currency, payment_intent: String(payment_intent), status };
      money.set(id, made);
      return changeMoney(id, changes);
    };
  const change = (session: string, changes: object): void => {
    sessions.set(session, { ...sessions.get(session)!, ...changes });
  };
  return {
    url,
    env: { ...stripeEnv, STRIPE_API_BASE: url },
    received,
    sessions,
    behave: (next) => {
      manner = next;
    },
    release: () => waiting.splice(0).forEach((go) => go()),
    change,
    forget: (session) => void sessions.delete(session),
    pay: (session) =>
      change(session, { status: "complete", payment_status: "paid", payment_intent: `pi_${session}` }),
    refund: addMoney("refund", "succeeded"),
    dispute: addMoney("dispute", "needs_response"),
    changeMoney,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function listOf(data: readonly object[]): object {
  return { object: "list", has_more: false, url: "/", data };
}

function isAsked(one: Record<string, unknown>, asked: URLSearchParams): boolean {
  const payment = asked.get("payment_intent");
  const since = Number(asked.get("created[gte]") ?? 0);
  return (payment === null || one["payment_intent"] === payment) && Number(one["created"] ?? since) >= since;
}

function answer(response: ServerResponse, status: number, body: object): void {
  const error = "error" in body ? body.error : undefined;
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
  response.end(typeof error === "string" ? error : JSON.stringify(body));
}

function newSession(form: URLSearchParams): Session {
  const id = `cs_test_${randomUUID().replaceAll("-", "")}`;
  const price = "line_items[0][price_data]";
  const amount = Number(form.get(`${price}[unit_amount]`)) * Number(form.get("line_items[0][quantity]"));
  const metadata = Array.from(form, ([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value]);
  return {
    id,
    object: "checkout.session",
    url: `https://checkout.example/c/pay/${id}`,
    mode: form.get("mode"),
    status: "open",
    payment_status: "unpaid",
    amount_total: amount,
    currency: form.get(`${price}[currency]`),
    client_reference_id: form.get("client_reference_id"),
    metadata: Object.fromEntries(metadata.filter(([name]) => name !== undefined)),
  };
}

/** An event about a charge, a refund or a dispute. */
export function writeEventOf(object: object, kind: string): string {
  return JSON.stringify({ id: "evt_2", object: "event", type: kind, data: { object } });
}

export type EventChanges = Readonly<{ kind?: string; id?: string; session?: object }>;

/** An event about a session, in the processor's format. */
export function writeEvent(
  session: Session | undefined,
  { kind, id, session: changes }: EventChanges = {},
): string {
  return JSON.stringify({
    id: id ?? "evt_1",
    object: "event",
    type: kind ?? "checkout.session.completed",
    data: { object: { ...session, status: "complete", payment_status: "paid", ...changes } },
  });
}

/** The header with the processor's signature of a body, made by its own code. */
export function signEvent(
  payload: string,
  { atMs, secret = stripeEnv.STRIPE_WEBHOOK_SECRET }: { atMs: number; secret?: string },
): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(atMs / 1000) });
}
