import { expect, test } from "vitest";
import { backOffMs } from "../../agent/state/patience.ts";
import { Verdict } from "../../engine/verdict.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";
import { refuse } from "./service-stand-in.ts";

const scene = useScene();
const execution = (code: string) => validation(code, { tool: "python_code_execute" });

test.each([
  ["python_code_validator", "static"],
  ["python_code_repair", "repair"],
  ["python_code_execute", "execute"],
])("%s is sent to the service as mode %s, with the operator's secret", async (tool, mode) => {
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([validation("x = 1\n", { tool, timeout_s: "5", expected_output: "" })]);
  await agent.reaches(id!, "settled");
  const [asked] = scene.service.asked;
  expect(asked?.body).toEqual({ code: "x = 1\n", mode, options: { timeout_s: 5, expected_output: "" } });
  expect(asked?.headers).toMatchObject({
    authorization: `Bearer ${scene.chain.env["SERVICE_KEY"]}`,
    "x-request-id": id,
  });
  const { result, document } = await readAnswer(scene, id!);
  expect(result.meta.mode).toBe(mode);
  expect(document.metadata).toMatchObject({ tool, mode });
});

test("the agent waits for the service before it reports code as not run", async () => {
  const clock = leapingClock();
  scene.service.reply(() => refuse(503, "busy"));
  await using agent = await scene.openAgent({ SERVICE_PATIENCE_S: "20" }, { clock });
  const [id] = await scene.ask([execution("print(2)\n")]);
  await until(() => scene.service.asked.length === 2);
  clock.leap(15_000);
  await until(() => scene.service.asked.length >= 3);
  expect((await agent.entry(id!)).state).toBe("fetched");
  scene.service.heal();
  clock.leap(10_000);
  await agent.reaches(id!, "settled");
  expect((await readAnswer(scene, id!)).result).toMatchObject({ valid: true, runtime: { ran: true } });
});

test("the agent waits for a busy service beyond its patience, until an answer would only just be in time", async () => {
  const clock = leapingClock();
  scene.service.reply(() => refuse(503, "busy"));
  await using agent = await scene.openAgent({ SERVICE_PATIENCE_S: "1" }, { clock });
  const [id] = await scene.ask([execution("print(4)\n")], { timeoutS: 300n });
  const fetched = async () => (await agent.entry(id!).catch(() => undefined))?.state === "fetched";
  await until(fetched);
  const { deadlineS } = (await agent.entry(id!)).request;
  const leftMs = (): number => deadlineS * 1000 - clock.now();
  for (let tries = 1; tries <= 6; tries += 1) {
    await until(() => scene.service.asked.length >= tries);
    clock.leap(backOffMs(tries));
  }
  await until(() => scene.service.asked.length >= 7);
  expect(leftMs()).toBeGreaterThan(30_000);
  expect(await fetched()).toBe(true);
  await leapUntil(clock, async () => !(await fetched()));
  expect(leftMs()).toBeLessThan(30_000);
  await agent.reaches(id!, "settled");
  expect((await readAnswer(scene, id!)).result).toMatchObject({ diagnostics: [{ rule: "agent:not-run" }] });
});

test.each([
  ["is down", () => "reset" as const],
  ["answers 503", () => refuse(503, "engine_unavailable")],
  ["answers 429", () => refuse(429, "rate_limited")],
  ["answers 401", () => refuse(401, "unauthorized")],
  ["answers 500", () => refuse(500, "internal_error")],
  ["answers something other than a verdict", () => ({ status: 200, body: { ok: true } })],
  ["answers something other than an object", () => ({ status: 200, body: null })],
])("a service that %s and recovers is the one that judges", async (_, reply) => {
  scene.service.reply(reply);
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([execution("x = 1\n")]);
  await until(() => scene.service.asked.length >= 1);
  scene.service.heal();
  await agent.reaches(id!, "settled");
  const { result } = await readAnswer(scene, id!);
  expect(result.meta.engine).toEqual({ ruff: "0.0.0" });
});

test.each([
  [400, "bad_request"],
  [413, "too_large"],
  [400, "unsupported_language"],
])("a refusal of the request itself is the answer: %i %s", async (status, error) => {
  scene.service.reply(() => refuse(status, error, "This is why."));
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([validation("x = 1\n")]);
  const { request } = await agent.reaches(id!, "settled");
  expect(scene.service.asked).toHaveLength(1);
  const { result, ok } = await readAnswer(scene, id!);
  expect(ok).toBe(true);
  expect(result).toMatchObject({
    error,
    message: "This is why.",
    remedy: { action: "retry", hint: "Later." },
  });
  expect(Verdict.parse(result)).toMatchObject({ valid: false, diagnostics: [{ rule: `agent:${error}` }] });
  expect(request.valid).toBe(false);
});

test("without mode execute in the service, no lesser verdict is delivered", async () => {
  scene.service.reply(() => refuse(409, "unsupported_mode"));
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([execution("print(3)\n")]);
  await agent.reaches(id!, "settled");
  const { result } = await readAnswer(scene, id!);
  expect(Verdict.parse(result)).toMatchObject({
    valid: false,
    diagnostics: [{ severity: "error", rule: "agent:not-run" }],
    runtime: { ran: false },
    meta: { mode: "execute" },
  });
});
