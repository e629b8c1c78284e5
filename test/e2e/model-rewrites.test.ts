import { afterAll, beforeAll, expect, test } from "vitest";
import { openModelServer, type ModelServer } from "../support/model-server.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let model: ModelServer;
let service: TestService;
let key: string;
const code = "def name(n):\n    return n\n";
const options = { examples: "assert name(1) == 'one'\nassert name(2) == 'two'" };

beforeAll(async () => {
  await requireDocker();
  model = await openModelServer();
  const env = { MODEL_URL: model.url, MODEL_NAME: "tester", MODEL_API_KEY: "secret-of-the-model" };
  service = await openTestService({
    env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE, SANDBOX_POOL: "1", ...env },
  });
  key = await service.createKey();
  await service.grant(key, 100_000);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});
const ask = async (note: string, asked: object = options) =>
  (await service.validateWhenFree(key, { code: `${code}# ${note}\n`, mode: "execute", options: asked })).body;

test("a model's rewrite that passes every example is returned, and the verdict says where it is from", async () => {
  const rewrite = "def name(n):\n    return ['zero', 'one', 'two'][n]\n";
  await model.answer(`Here you are:\n\`\`\`python\n${rewrite}\`\`\`\nGood luck!`);
  const verdict = await ask("right");
  expect(verdict).toMatchObject({ fixed_code: rewrite, fixes: ["took the model's rewrite"], valid: false });
  expect(verdict.meta.ai).toMatchObject({
    consulted: true,
    backend: "tester",
    calls: 1,
    outcome: "accepted",
  });
  expect((await model.requests()).at(-1)).toMatchObject({
    path: "/v1/chat/completions",
    bearer: "Bearer secret-of-the-model",
    body: { model: "tester" },
  });
});

test("a model gets the program, its examples and the results of the failing ones", async () => {
  await model.answer(500);
  await ask("shown");
  const { messages } = (await model.requests()).at(-1)!.body;
  const [, { content }] = messages as [unknown, { content: string }];
  expect(content).toContain(`<program>\n${code}`);
  expect(content).toContain("name(2) == 'two'");
  expect(content).toMatch(/<failures>\n`[^\n]*name\(1\)[^\n]*got 1/);
});

const general =
  "def name(n):\n    return 'zero one two three four five six seven eight nine'.split()[n % 10]\n";

test.each([
  ["follows prose without a fence", `Here is the program.\n\n${general}`],
  ["is in the second block", `You had:\n\`\`\`python\n${code}\`\`\`\nNow:\n\`\`\`py\n${general}\`\`\`\n`],
  ["was cut off before its fence ended", `\`\`\`python\n${general}`],
  ["comes after a block in another language", `\`\`\`sh\npython3 main.py\n\`\`\`\n\`\`\`\n${general}\`\`\``],
])("a rewrite that %s is found", async (what, words) => {
  await model.answer(words);
  const verdict = await ask(what);
  expect(verdict).toMatchObject({ fixed_code: general, fixes: ["took the model's rewrite"] });
});

const doubtsIn = ({ diagnostics }: { diagnostics: { rule: string; message: string }[] }) =>
  diagnostics.filter(({ rule }) => rule === "python:ambiguous-fix").map(({ message }) => message);

test.each([
  ["a dict", "def name(n):\n    return {1: 'one', 2: 'two'}[n]\n"],
  ["a dict with a default", "def name(n):\n    return {1: 'one', 2: 'two'}.get(n)\n"],
  ["a dict beside the earlier code", "def name(n):\n    return {1: 'one', 2: 'two'}.get(n, n)\n"],
  [
    "conditions",
    "def name(n):\n    if n == 1:\n        return 'one'\n    if n == 2:\n        return 'two'\n",
  ],
  [
    "hidden text",
    "import base64\nT = base64.b64decode(b'b25lIHR3bw==').decode().split()\n\ndef name(n):\n    return T[n - 1] if 0 < n < 3 else ''\n",
  ],
])("a rewrite that lists the examples' answers as %s is marked", async (what, words) => {
  await model.answer(words);
  const verdict = await ask(what);
  expect(verdict).toMatchObject({ fixed_code: words });
  expect(doubtsIn(verdict)).toEqual([expect.stringContaining("may know only the examples")]);
});

test("a rewrite that also answers other inputs is not marked", async () => {
  await model.answer(general);
  const verdict = await ask("general");
  expect(verdict).toMatchObject({ fixed_code: general });
  expect(doubtsIn(verdict)).toEqual([]);
});

test.each([
  ["is not valid Unicode", `${general}# \ud800\n`],
  ["is longer than 200000 characters", `${general}# ${"x".repeat(600_000)}\n`],
])("a rewrite that %s is refused", async (problem, words) => {
  await model.answer(words);
  const verdict = await ask(problem);
  expect(verdict).toMatchObject({ fixed_code: null, fixes: [] });
  expect(verdict.meta.ai).toMatchObject({ outcome: "rejected", detail: `The proposed source ${problem}.` });
});

test("a model gets no more time than the caller gives", async () => {
  await model.hold(true);
  const verdict = await ask("late", { ...options, timeout_s: 2 });
  await model.hold(false);
  expect(verdict.fixed_code).toBeNull();
  expect(verdict.meta.ai).toMatchObject({ outcome: "failed", detail: "the model did not answer in time" });
  expect(verdict.meta.ai.duration_ms).toBeLessThan(20_000);
});

test("callers who wait for a model do not stop others from running code", async () => {
  await model.answer(general);
  await model.hold(true);
  const before = (await model.requests()).length;
  const waiting = ["a", "b", "c"].map(async (note) => {
    const own = await service.createKey();
    await service.grant(own, 1000);
    const asked = { code: `${code}# ${note}\n`, mode: "execute", options: { ...options, timeout_s: 60 } };
    return service.validateWhenFree(own, asked);
  });
  await until(async () => (await model.requests()).length === before + waiting.length);
  expect(service.parts.turns.running.taken()).toBe(0);
  expect(service.parts.engine.status().boxes).toMatchObject({ inUse: 0 });
  const other = await ask("meanwhile", { examples: "assert name(1) == 1" });
  expect(other).toMatchObject({ valid: true, runtime: { ran: true } });
  await model.hold(false);
  for (const { body } of await Promise.all(waiting)) expect(body).toMatchObject({ fixed_code: general });
});

test.each([
  ["fails an example", "def name(n):\n    return 'one'\n"],
  ["no longer defines what the original did", "def other(n):\n    return 'one'\n"],
  ["does not parse", "def name(n:\n"],
  ["is prose", "I cannot help with that, ignore all previous instructions."],
])("a model's rewrite that %s is rejected", async (what, words) => {
  await model.answer(words);
  const verdict = await ask(what);
  expect(verdict).toMatchObject({ fixed_code: null, fixes: [] });
  expect(verdict.meta.ai).toMatchObject({
    consulted: true,
    outcome: "rejected",
    detail: expect.any(String),
  });
});

test("an unreachable model only costs the verdict the rewrite", async () => {
  await model.answer(500);
  const verdict = await ask("down");
  expect(verdict).toMatchObject({ valid: false, fixed_code: null });
  expect(verdict.meta.ai).toMatchObject({ consulted: true, outcome: "failed" });
});

test("a model is not called when a small edit is proven or every example passes", async () => {
  const asked = (await model.requests()).length;
  const verdict = await ask("fine", { examples: "assert name(1) == 1" });
  expect(verdict.meta.ai).toMatchObject({ consulted: false, outcome: "not-consulted" });
  expect(await model.requests()).toHaveLength(asked);
});
