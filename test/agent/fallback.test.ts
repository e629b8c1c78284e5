import { expect, test } from "vitest";
import { Verdict } from "../../engine/verdict.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";
import { approve } from "./service-stand-in.ts";

const scene = useScene();

test("without the service the agent judges and repairs by itself, and reports that nothing was run", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({ SERVICE_URL: "http://127.0.0.1:9" }, { clock });
  const contents = ["python_code_validator", "python_code_repair", "python_code_execute"].map((tool) =>
    validation("import os\nprint('é' + 1)\n", { tool }),
  );
  const [checked, repaired, ran] = await scene.ask(contents);
  await agent.reaches(ran!, "fetched");
  await leapUntil(clock, async () => (await agent.entry(ran!)).state !== "fetched");
  for (const id of [checked!, repaired!, ran!]) await agent.reaches(id, "settled");
  const verdictOf = async (id: `0x${string}`) => Verdict.parse((await readAnswer(scene, id)).result);

  const verdict = await verdictOf(checked!);
  expect(verdict).toMatchObject({
    valid: false,
    meta: { mode: "static", request_id: checked, incomplete: [] },
  });
  expect(verdict.meta.engine["fallback"]).toMatch(/cannot be reached/);
  expect(verdict.meta.engine["ruff"]).toBeDefined();
  expect(await verdictOf(repaired!)).toMatchObject({
    valid: false,
    fixed_code: "print('é' + 1)\n",
    fixed_valid: false,
    meta: { mode: "repair", engine: { fallback: expect.stringMatching(/cannot be reached/) } },
  });
  expect(await verdictOf(ran!)).toMatchObject({
    valid: false,
    diagnostics: [{ severity: "error", rule: "agent:not-run" }],
    runtime: { ran: false, returncode: null },
    meta: { mode: "execute", incomplete: expect.arrayContaining(["policy", "sandbox"]) },
  });
});

test("a service that never answers delays no other request, and the agent gives up in the end", async () => {
  const clock = leapingClock();
  scene.service.reply((asked) => (asked.body.code === "slow\n" ? "hang" : approve(asked)));
  await using agent = await scene.openAgent({}, { clock });
  const slow = await scene.ask(Array.from({ length: 10 }, () => validation("slow\n")));
  await until(() => scene.service.asked.length === 10);
  const [quick] = await scene.ask([validation("quick\n")]);
  await agent.reaches(quick!, "settled");
  expect((await agent.entry(slow[0]!)).state).toBe("fetched");
  await leapUntil(clock, async () => (await agent.entry(slow[0]!)).state === "settled");
  const { result } = await readAnswer(scene, slow[0]!);
  expect(result.meta.engine.fallback).toMatch(/No answer within/);
});
