import { randomUUID } from "node:crypto";
import type { TestService } from "../../../support/service.ts";

/** The card's public address; requests to it are routed to the real one. */
export const publicUrl = "https://assay.example";

/** A fetch for real clients: finds the service under its public name, and sends the key. */
export function fetchFor({ url }: Pick<TestService, "url">, key?: string): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    const asked = input instanceof Request ? input.url : String(input);
    return fetch(asked.replace(publicUrl, url), { ...init, headers });
  };
}

export type Rpc = Readonly<{ status: number; headers: Headers; body: any }>;

type Call = Readonly<{ method: string; params?: unknown; key?: string; version?: string; id?: unknown }>;

/** One JSON-RPC call; who names no version sends no header. */
export async function call(service: TestService, { key, version, ...asked }: Call): Promise<Rpc> {
  return post(service, { jsonrpc: "2.0", id: "q1", ...asked }, { key, version });
}

/** Any body, JSON or not. */
export async function post(
  service: TestService,
  body: unknown,
  { key, version }: { key?: string | undefined; version?: string | undefined } = {},
): Promise<Rpc> {
  const response = await service.send("/a2a", {
    ...(key !== undefined && { key }),
    headers: version === undefined ? {} : { "a2a-version": version },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A message of 1.0 and one of 0.3 with the same part. */
export function currentMessage(part: object, more: object = {}): object {
  return { messageId: randomUUID(), role: "ROLE_USER", parts: [part], ...more };
}

export function olderMessage(part: object, more: object = {}): object {
  return { kind: "message", messageId: randomUUID(), role: "user", parts: [part], ...more };
}

/** Sends a job over 1.0 and answers with the task. */
export async function sendJob(service: TestService, key: string, job: object, more?: object): Promise<any> {
  const params = { message: currentMessage({ data: job }, more) };
  const { body } = await call(service, { method: "SendMessage", params, key, version: "1.0" });
  return body.result.task;
}
