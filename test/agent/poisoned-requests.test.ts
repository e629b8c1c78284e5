import { stringToHex, type Hex } from "viem";
import { expect, test } from "vitest";
import { backOffMs } from "../../agent/state/patience.ts";
import { Verdict } from "../../engine/verdict.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const nowhere: Hex = `0x${"5e".repeat(32)}`;

test.each([
  ["is not JSON", "x = 1", /not a JSON object/],
  ["is a list", "[1, 2]", /not a JSON object/],
  ["is empty", "", /not a JSON object/],
  ["names an unknown tool", { prompt: "x", tool: "translate" }, /no tool "translate".*python_code_validator/],
  ["names no tool", { prompt: "x" }, /No tool is named/],
  ["holds no code", { tool: "python_code_validator" }, /no code/],
  [
    "is nested endlessly",
    `{"tool":"python_code_validator","prompt":"x","options":{"examples":${"[".repeat(9000)}${"]".repeat(9000)}}}`,
    /nested/,
  ],
] as const)("content that %s is answered with an error verdict", async (_, content, words) => {
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([content]);
  const { request } = await agent.reaches(id!, "settled");
  expect(request.valid).toBe(false);
  const { result, ok } = await readAnswer(scene, id!);
  expect(ok).toBe(true);
  expect(Verdict.parse(result).diagnostics).toMatchObject([
    { severity: "error", rule: "agent:bad_request", message: expect.stringMatching(words) },
  ]);
  expect(result).toMatchObject({ error: "bad_request", remedy: { action: "fix_request" } });
  expect(scene.service.asked).toEqual([]);
});

test("content of two megabytes is answered with an error verdict, and is not downloaded in full", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({}, { clock });
  const [id] = await scene.ask([validation("x".repeat(2_000_000))]);
  await agent.reaches(id!, "seen");
  await leapUntil(clock, async () => (await agent.entry(id!)).state !== "seen");
  await agent.reaches(id!, "settled");
  expect((await readAnswer(scene, id!)).result).toMatchObject({
    valid: false,
    message: expect.stringMatching(/larger than 1048576 bytes/),
  });
});

test.each(["0x00", stringToHex("http://127.0.0.1:9/request.json"), `0x${"ab".repeat(5000)}`] as const)(
  "data on chain that is not a digest is answered, and nothing is fetched for it (%#)",
  async (data) => {
    await using agent = await scene.openAgent();
    const before = scene.ipfs.requests.length;
    const [id] = await scene.askRaw([data]);
    await agent.reaches(id!, "settled");
    const { result, document } = await readAnswer(scene, id!);
    expect(result.message).toMatch(/not the digest of any content/);
    expect(document.metadata.request_cid).toBeNull();
    const [firstAsked] = scene.ipfs.requests.slice(before);
    expect(firstAsked?.path, "the answer is published and nothing read before").toBe("/api/v0/add");
    expect(scene.service.asked).toEqual([]);
  },
);

test("unavailable content is answered only after the patience has run out, and other requests do not wait for it", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({}, { clock });
  const good = await scene.ipfs.put(JSON.stringify(validation("x = 1\n")));
  const [lost, served] = await scene.askRaw([nowhere, good.digest]);
  await agent.reaches(served!, "settled");
  await until(async () => (await agent.entry(lost!)).request.attempts >= 1);
  expect((await agent.entry(lost!)).state).toBe("seen");

  clock.leap(30_000);
  await until(async () => (await agent.entry(lost!)).request.attempts >= 2);
  expect((await agent.entry(lost!)).state).toBe("seen");

  await leapUntil(clock, async () => (await agent.entry(lost!)).state !== "seen");
  await agent.reaches(lost!, "settled");
  const { result } = await readAnswer(scene, lost!);
  expect(Verdict.parse(result)).toMatchObject({ valid: false, diagnostics: [{ rule: "agent:bad_request" }] });
  expect(result.message).toMatch(/could not be read/);
});

test("the agent gives up on unavailable content halfway to the deadline, even with a longer patience", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({ FETCH_PATIENCE_S: "3600" }, { clock });
  const [id] = await scene.askRaw([nowhere], { timeoutS: 300n });
  const hasTried = (tries: number) => async () =>
    ((await agent.entry(id!).catch(() => undefined))?.request.attempts ?? 0) >= tries;
  for (let tries = 1; tries <= 5; tries += 1) {
    await until(hasTried(tries));
    clock.leap(backOffMs(tries));
  }
  await until(hasTried(6));
  clock.leap(150_000);
  const { request } = await agent.reaches(id!, "settled");
  expect(request.at.fetched).toBeLessThan(request.deadlineS * 1000);
  expect((await readAnswer(scene, id!)).result.message).toMatch(/could not be read/);
});

test("bad requests in the middle of a batch do not affect the good ones", async () => {
  await using agent = await scene.openAgent();
  const ids = await scene.ask([
    validation("a\n"),
    "no JSON",
    validation("b\n"),
    { tool: "none" },
    validation("c\n"),
  ]);
  for (const id of ids) await agent.reaches(id, "settled");
  const valid = await Promise.all(
    ids.map(async (id) => (await readAnswer(scene, id)).result.valid as boolean),
  );
  expect(valid).toEqual([true, false, true, false, true]);
  expect(scene.service.asked.map(({ body }) => body.code).toSorted()).toEqual(["a\n", "b\n", "c\n"]);
});
