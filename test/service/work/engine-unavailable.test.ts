import { afterAll, expect, test } from "vitest";
import { EngineUnavailable } from "../../../engine/unavailable.ts";
import { noTools } from "../../support/no-tools.ts";
import { openTestServices } from "../../support/services.ts";

const services = await openTestServices();
afterAll(async () => services[Symbol.asyncDispose]());

test.for([
  ["busy", "busy", "All workers are busy and the queue is full."],
  ["down", "engine_unavailable", "Code cannot be run right now."],
] as const)("an engine that is %s refuses with %s and charges nothing", async ([reason, error, message]) => {
  const engine = {
    ...noTools,
    modes: ["static"] as const,
    isReady: () => true,
    judge: async () => {
      throw new EngineUnavailable(reason, { message: "Code cannot be run right now.", retryAfterS: 7 });
    },
  };
  await using service = await services.open({ overrides: { engine } });
  const key = await service.createKey();
  const { status, headers, body } = await service.validate(key, { code: "x = 1\n" });
  expect([status, headers.get("retry-after")]).toEqual([503, "7"]);
  expect(body).toMatchObject({ error, message, remedy: { action: "retry" } });
  const { headers: after } = await service.validate(key, { code: "x = 1\n" });
  expect(after.get("x-quota-remaining")).toBe(headers.get("x-quota-remaining"));
});
