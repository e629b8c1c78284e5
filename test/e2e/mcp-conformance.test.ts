import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { openWarmService } from "../support/services.ts";
import { startKeyProxy } from "./mcp-conformance/key-proxy.ts";
import { readBaseline, runOnLoopback, runSuite, type Run } from "./mcp-conformance/suite.ts";

let service: TestService;
beforeAll(async () => {
  service = await openWarmService({ env: { FREE_CALLS_PER_DAY: "1000000" } });
});
afterAll(async () => service[Symbol.asyncDispose]());

describe.for(["2025-11-25", "2026-07-28"])("the conformance suite for %s", (revision) => {
  let run: Run;
  beforeAll(async () => {
    await using proxy = await startKeyProxy(service.url, await service.createKey());
    run = await runSuite(`${proxy.url}/mcp`, revision);
  });

  test("passes all required tests, except those listed with a reason", () => {
    expect(run.code, `the suite says:\n${run.output}`).toBe(0);
  });

  test("passes no listed test, and fails no unlisted one", async () => {
    expect(run.failed).toEqual(await readBaseline(revision));
  });

  test("really ran the scenarios of a server with tools", () => {
    const scenarios = ["tools-list", "dns-rebinding-protection"];
    for (const scenario of scenarios) expect(run.output).toMatch(new RegExp(`✓ ${scenario}: [1-9]`));
    expect(run.passed).toBeGreaterThan(revision === "2025-11-25" ? 30 : 90);
  });
});

test("the suite cannot reach another machine", async () => {
  const leave = "await fetch('http://192.0.2.1/').catch(() => undefined)";
  const stay = "await fetch('http://127.0.0.1:9/').catch(() => undefined)";
  expect(await runOnLoopback(["--eval", leave])).toMatchObject({ code: 86 });
  expect(await runOnLoopback(["--eval", stay])).toMatchObject({ code: 0 });
});
