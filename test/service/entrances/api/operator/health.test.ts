import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { useLocalChain } from "../../../../support/local-chain.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import { startRpcProxy } from "../../../../support/rpc-proxy.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";
import { until } from "../../../../support/until.ts";

const chain = useLocalChain();
let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  return async () => services[Symbol.asyncDispose]();
});

async function open() {
  const rpc = await startRpcProxy(chain.url);
  const clock = manualClock();
  const env = { CHAIN_RPC_URL: rpc.url, CHAIN_ID: "31337" };
  const service = await services.open({ env, overrides: { clock } });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await rpc[Symbol.asyncDispose]();
  });
  const chainState = async (): Promise<string> =>
    ((await (await service.send("/healthz")).json()) as any).checks.chain;
  return { rpc, clock, chainState };
}

test("the cause of an unavailable sandbox is shown to programs and people, if it is known", async () => {
  await using working = await services.open();
  const { engine } = working.parts;
  const healthy: unknown = await (await working.send("/healthz")).json();
  expect(healthy).not.toHaveProperty("reasons");
  const trouble = "Register it with <flag>.";
  const status = () => ({ ...engine.status(), sandbox: "down" as const, sandboxTrouble: trouble });
  await using service = await services.open({ overrides: { engine: { ...engine, status } } });
  expect(await (await service.send("/healthz")).json()).toMatchObject({
    status: "degraded",
    checks: { sandbox: "down" },
    reasons: { sandbox: trouble },
  });
  const page = await (await service.send("/status", { headers: { accept: "text/html" } })).text();
  expect(page).toContain("Register it with &#60;flag&#62;.");
});

describe("the state of the chain", () => {
  test("is read once in five seconds, however many ask", async () => {
    const { rpc, clock, chainState } = await open();
    for (let rounds = 1; rounds <= 3; rounds += 1) {
      const states = await Promise.all(Array.from({ length: 50 }, chainState));
      expect(new Set(states)).toEqual(new Set(["ok"]));
      expect(await chainState()).toBe("ok");
      expect(rpc.calls).toHaveLength(rounds);
      await clock.advance(5000);
    }
  });

  test("is read again later, and can change in both directions", async () => {
    const { rpc, clock, chainState } = await open();
    rpc.meddle(() => ({ error: { code: -32000, message: "no" } }));
    expect(await chainState()).toBe("down");
    rpc.heal();
    expect(await chainState()).toBe("down");
    await clock.advance(5000);
    expect(await chainState()).toBe("ok");
    rpc.meddle(() => ({ error: { code: -32000, message: "no" } }));
    await clock.advance(5000);
    expect(await chainState()).toBe("down");
  });

  test("is down after a second when the node does not answer, for every caller who waits", async () => {
    const { rpc, clock, chainState } = await open();
    rpc.meddle(() => "hang");
    const asked = Array.from({ length: 10 }, chainState);
    await until(() => rpc.calls.length > 0);
    await clock.advance(1000);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["down"]));
    expect(rpc.calls).toHaveLength(1);
  });
});
