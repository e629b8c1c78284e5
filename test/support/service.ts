import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { grantCredits } from "../../service/credits/credits.ts";
import { fingerprintOf } from "../../service/caller/keys.ts";
import { readConfig } from "../../service/config.ts";
import type { Overrides } from "../../service/parts.ts";
import { serve, type Service } from "../../service/serve.ts";
import { createDataFolder } from "./data-folder.ts";
import { openStoreFile } from "./inline-store.ts";
import { until } from "./until.ts";

type Settings = Readonly<{ env?: Record<string, string>; overrides?: Overrides }>;

export type TestService = Service &
  Readonly<{
    /** Any request; the body is sent as JSON unless it is text or bytes. */
    send(
      path: string,
      request?: { method?: string; key?: string; headers?: Record<string, string>; body?: unknown },
    ): Promise<Response>;
    createKey(): Promise<string>;
    validate(
      key: string | undefined,
      body: unknown,
    ): Promise<{ status: number; headers: Headers; body: any }>;
    /** Repeats the call while the service is busy, as it is when a box is late on a slow machine. */
    validateWhenFree: TestService["validate"];
    /** Adds credits the way the operator does. */
    grant(key: string, credits: number): Promise<void>;
  }>;

/** The whole service on a free port, with a fresh store of its own unless `DATABASE_URL` is given. */
export async function openTestService({ env = {}, overrides = {} }: Settings = {}): Promise<TestService> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.adopt(await createDataFolder("service"), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const config = readConfig({
    PORT: "0",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    SANDBOX: "off",
    KEYS_PER_ADDRESS_PER_DAY: "1000000",
    ...env,
  });
  const store = overrides.store ? undefined : opening.use(await openStoreFile(config));
  const service = opening.use(await serve(config, { ...(store && { store }), ...overrides }));
  const opened = opening.move();
  return { ...service, ...clientOf(service), [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

type ClientSide = Pick<TestService, "send" | "createKey" | "validate" | "validateWhenFree" | "grant">;

function clientOf({ url, parts }: Service): ClientSide {
  const send: TestService["send"] = async (path, { method, key, headers = {}, body } = {}) => {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const payload = isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body);
    return fetch(url + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: payload }),
    });
  };
  const validate: TestService["validate"] = async (key, body) => {
    const response = await send("/v1/validate", { ...(key !== undefined && { key }), body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    send,
    validate,
    validateWhenFree: async (key, body) => {
      let answer = await validate(key, body);
      await until(async () => {
        if (answer.body.error !== "busy") return true;
        answer = await validate(key, body);
        return false;
      });
      return answer;
    },
    createKey: async () => {
      const created = (await (await send("/v1/keys", { method: "POST" })).json()) as { api_key: string };
      return created.api_key;
    },
    grant: async (key, credits) => {
      const account = await grantCredits(parts, fingerprintOf(key), { credits, reference: randomUUID() });
      if (account === "unknown key") throw new Error("the key to grant credits to is not known");
    },
  };
}
