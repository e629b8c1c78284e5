import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkStep } from "../../../../engine/progress.ts";
import { heldEngine } from "../../../support/held-engine.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { notifying, progressTokenIn } from "../../../../service/entrances/mcp/progress.ts";
import { clients, type Progress } from "./clients.ts";
import { call, modern, modernHeaders, postMcp } from "./messages.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

const screened = (done: number): WorkStep => ({ what: "candidates screened", done });

async function openHeld() {
  const [held, clock] = [heldEngine(), manualClock()];
  const service = await services.open({
    env: { FREE_CALLS_PER_DAY: "1000" },
    overrides: { engine: held.engine, clock },
  });
  const headers = { authorization: `Bearer ${await service.createKey()}` };
  return { service, held, clock, headers, [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose]() };
}

describe.for(clients.map((client) => [client.name, client] as const))("%s", ([, { connect }]) => {
  test("gets the progress of a call while it waits, in increasing numbers", async () => {
    await using scene = await openHeld();
    const { held, clock } = scene;
    await using client = await connect(scene.service.url, scene.headers);
    const told: Progress[] = [];
    const asked = client.callTool(
      "validate_python",
      { code: "long = 1" },
      { onprogress: (progress) => told.push(progress) },
    );
    await until(() => held.underWay().length === 1);
    const steps: WorkStep[] = [
      { what: "files checked", done: 1, of: 1 },
      { what: "rounds of repair", done: 1 },
      { what: "rounds of repair", done: 2 },
      { what: "examples run", done: 3, of: 3 },
      screened(100),
      screened(100),
      screened(500),
    ];
    for (const step of steps) {
      held.report("long = 1", step);
      await clock.advance(1000);
    }
    // They arrive before the answer does.
    await until(() => told.length === 6);
    held.finish("long = 1");
    const result = await asked;
    expect(result.structuredContent).toMatchObject({ valid: true });
    expect(result._meta["assay/quota"]).toMatchObject({ tier: "free", remaining: 999 });
    expect(told).toEqual([
      { progress: 1, message: "1 of 1 files checked" },
      { progress: 2, message: "1 round of repair" },
      { progress: 3, message: "2 rounds of repair" },
      { progress: 6, message: "3 of 3 examples run" },
      { progress: 106, message: "100 candidates screened" },
      { progress: 506, message: "500 candidates screened" },
    ]);
  });

  test("has the work stopped when it disconnects in the middle", async () => {
    await using scene = await openHeld();
    const { held, service } = scene;
    await using client = await connect(service.url, scene.headers);
    const leaving = new AbortController();
    const told: Progress[] = [];
    const asked = client.callTool(
      "validate_python",
      { code: "left = 1" },
      { signal: leaving.signal, onprogress: (progress) => told.push(progress) },
    );
    await until(() => held.underWay().length === 1);
    held.report("left = 1", screened(1));
    await until(() => told.length === 1);
    leaving.abort("no longer wanted");
    await expect(asked).rejects.toBeDefined();
    await until(() => held.stopped() === 1);
    await until(() => service.parts.inFlight.count() === 0);
  });

  test("gets the progress of a real repair", async () => {
    await using service = await services.open();
    const key = await service.createKey();
    await service.grant(key, 3);
    await using client = await connect(service.url, { authorization: `Bearer ${key}` });
    const told: Progress[] = [];
    const { structuredContent } = await client.callTool(
      "repair_python",
      { code: "def area(r)\n    return math.pi * r**2\n" },
      { onprogress: (progress) => told.push(progress) },
    );
    expect(structuredContent.fixed_code).toContain("import math");
    expect(told[0]).toEqual({ progress: 1, message: "1 of 1 files checked" });
  });

  test("without a key, or with one that does not cover the call, is refused as usual", async () => {
    await using service = await services.open();
    const onprogress = (): void => undefined;
    await using stranger = await connect(service.url);
    const refused = stranger.callTool("validate_python", { code: "x = 1" }, { onprogress });
    await expect(refused).rejects.toThrow("Create a free key");
    await using client = await connect(service.url, { authorization: `Bearer ${await service.createKey()}` });
    const unpaid = await client.callTool("repair_python", { code: "x = 1" }, { onprogress });
    expect(unpaid).toMatchObject({ isError: true, structuredContent: { error: "payment_required" } });
  });
});

describe("an equal call that joins", () => {
  test("gets the progress too", async () => {
    await using scene = await openHeld();
    const { held, service } = scene;
    const heard: Record<string, number[]> = { first: [], second: [] };
    const ask = async (who: "first" | "second", { connect }: (typeof clients)[number]) => {
      await using client = await connect(service.url, scene.headers);
      const onprogress = ({ progress }: Progress): unknown => heard[who]!.push(progress);
      return await client.callTool("validate_python", { code: "same = 1" }, { onprogress });
    };
    const first = ask("first", clients[0]!);
    await until(() => held.underWay().length === 1);
    const second = ask("second", clients[2]!);
    let done = 0;
    await until(async () => {
      held.report("same = 1", screened((done += 1)));
      await scene.clock.advance(1000);
      return heard.second!.length > 0;
    });
    held.finish("same = 1");
    expect((await second)._meta["assay/repeat"]).toBe(true);
    await first;
    expect(heard.first!.length).toBeGreaterThan(0);
  });
});

describe("over HTTP", () => {
  const withToken = (message: any, progressToken: unknown): any => ({
    ...message,
    params: { ...message.params, _meta: { ...message.params._meta, progressToken } },
  });

  test.for([
    ["2025-11-25", (message: object) => message, {}],
    ["2026-07-28", modern, modernHeaders("tools/call", "validate_python")],
  ] as const)("events are sent only on request and if accepted, %s", async ([, frame, headers]) => {
    await using service = await services.open({ env: { FREE_CALLS_PER_DAY: "1000" } });
    const key = await service.createKey();
    const both = "application/json, text/event-stream";
    const ask = async (code: string, token: unknown, accept: string) => {
      const message = frame(call(code));
      return postMcp(service, token === undefined ? message : withToken(message, token), {
        key,
        headers: { ...headers, accept },
      });
    };
    for (const [token, accept] of [
      [undefined, both],
      ["t", "application/json"],
      ["t", "*/*"],
    ]) {
      const answer = await ask(`x = "${token} ${accept}"\n`, token, accept!);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
    const told = await ask("asked = 1\n", "my token", both);
    expect(told.headers.get("content-type")).toContain("text/event-stream");
    const messages = told.text
      .trim()
      .split("\n\n")
      .map((event) => JSON.parse(/^event: message\ndata: (.+)$/.exec(event)![1]!));
    expect(messages.length).toBeGreaterThan(1);
    for (const { method, params } of messages.slice(0, -1))
      expect([method, params.progressToken]).toEqual(["notifications/progress", "my token"]);
    expect(messages.at(-1)).toMatchObject({ id: 41, result: { structuredContent: { valid: true } } });
    // A repeat is answered at once, so there is no progress.
    const again = await ask("asked = 1\n", "my token", both);
    expect(again.headers.get("content-type")).toContain("application/json");
  });

  test.for<[string, unknown]>([
    ["another method", { method: "tools/list", params: { _meta: { progressToken: 1 } } }],
    ["no parameters", { method: "tools/call" }],
    ["an invalid token", { method: "tools/call", params: { _meta: { progressToken: {} } } }],
    ["a fraction", { method: "tools/call", params: { _meta: { progressToken: 1.5 } } }],
    ["a string as parameters", null],
  ])("%s has no progress token", ([, body]) => {
    expect(progressTokenIn(body)).toBeUndefined();
  });
});

test("quick steps are reported five times a second, and no number twice", async () => {
  const clock = manualClock();
  const sent: number[] = [];
  const report = notifying(clock, 1, (message: any) => sent.push(message.params.progress));
  for (let done = 1; done <= 1001; done += 1) {
    report(screened(done));
    await clock.advance(10);
  }
  expect(sent).toHaveLength(51);
  expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => a - b));
  await clock.advance(1000);
  report(screened(7));
  expect(sent).toHaveLength(51);
});
