import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../../engine/engine.ts";
import { openSocket, requestText } from "../../../support/raw-http.ts";
import type { TestService } from "../../../support/service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { call, modern, modernHeaders, postMcp } from "./messages.ts";
import { noTools } from "../../../support/no-tools.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

function requestTo(at: TestService, key: string, headers: Record<string, string>, message: object): string {
  const body = JSON.stringify(message);
  const all = {
    host: new URL(at.url).host,
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": String(body.length),
    ...headers,
  };
  return requestText("POST /mcp", all) + body;
}

describe("a call", () => {
  test.for([
    ["2025-11-25", (message: object) => message, {}],
    ["2026-07-28", modern, modernHeaders("tools/call", "repair_python")],
  ] as const)("is challenged when the trial does not cover it (%s)", async ([, frame, headers]) => {
    await using plain = await services.open();
    await using trial = await services.open({
      env: { TRIAL_CALLS_PER_DAY: "5" },
      overrides: engineWithEveryMode(plain),
    });
    const answer = await postMcp(trial, frame(call("x = 1", "repair_python")), { headers });
    expect(answer).toMatchObject({ status: 401, body: { id: 41, error: { code: -32010 } } });
    expect(answer.headers.get("www-authenticate")).toContain("resource_metadata=");
  });

  test.for([
    ["2025-11-25", (message: object) => message, {}],
    ["2026-07-28", modern, modernHeaders("tools/call", "validate_python")],
  ] as const)(
    "is stopped and not charged when nobody waits for it any more (%s)",
    async ([, frame, headers]) => {
      const seen = { started: false, stopped: false };
      const engine: Engine = {
        modes: ["static"],
        isReady: () => true,
        ...noTools,
        judge: async (_, signal) => {
          seen.started = true;
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
          seen.stopped = true;
          throw signal.reason;
        },
      };
      await using slow = await services.open({ overrides: { engine } });
      const key = await slow.createKey();
      const socket = await openSocket(slow.url);
      socket.write(requestTo(slow, key, headers, frame(call("x = 1"))));
      await until(() => seen.started);
      const remaining = async () =>
        ((await (await slow.send("/v1/keys/self", { key })).json()) as any).calls_remaining as number;
      expect(await remaining()).toBe(24);
      socket.destroy();
      await until(() => seen.stopped);
      await until(async () => (await remaining()) === 25);
    },
  );

  test.for([
    ["2025-11-25", (message: object) => message, {}],
    ["2026-07-28", modern, modernHeaders("tools/call", "validate_python")],
  ] as const)("does not reveal the cause when it fails on our side (%s)", async ([, frame, headers]) => {
    const engine: Engine = {
      modes: ["static"],
      isReady: () => true,
      ...noTools,
      judge: async () => {
        throw new Error("a secret of the house");
      },
    };
    await using broken = await services.open({ overrides: { engine } });
    const key = await broken.createKey();
    const answer = await postMcp(broken, frame(call("x = 1")), { key, headers });
    expect(answer.body).toMatchObject({
      id: 41,
      error: { code: -32012, data: { error: "internal_error" } },
    });
    expect(answer.text).not.toContain("secret");
  });
});
