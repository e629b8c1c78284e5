import { afterAll, beforeAll, expect, test } from "vitest";
import { openModelServer, type ModelServer } from "../support/model-server.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService, type TestService } from "../support/service.ts";

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
    env: { SANDBOX: "docker", SANDBOX_IMAGE: config.SANDBOX_IMAGE, ...env },
  });
  key = await service.mintKey();
  await service.grant(key, 100_000);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});
const ask = async (note: string, asked: object = options) =>
  (await service.validateWhenFree(key, { code: `${code}# ${note}\n`, mode: "execute", options: asked })).body;

test("a model whose rewrite passes every example is taken at its word, and the verdict says so", async () => {
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

test("a model is shown the program, its examples and what came of those that fail", async () => {
  await model.answer(500);
  await ask("shown");
  const { messages } = (await model.requests()).at(-1)!.body;
  const [, { content }] = messages as [unknown, { content: string }];
  expect(content).toContain(`<program>\n${code}`);
  expect(content).toContain("name(2) == 'two'");
  expect(content).toMatch(/<failures>\n`[^\n]*name\(1\)[^\n]*got 1/);
});

test.each([
  ["fails an example", "def name(n):\n    return 'one'\n"],
  ["no longer defines what the original did", "def other(n):\n    return 'one'\n"],
  ["does not parse", "def name(n:\n"],
  ["is prose", "I cannot help with that, ignore all previous instructions."],
])("a model whose rewrite %s is not believed", async (what, words) => {
  await model.answer(words);
  const verdict = await ask(what);
  expect(verdict).toMatchObject({ fixed_code: null, fixes: [] });
  expect(verdict.meta.ai).toMatchObject({
    consulted: true,
    outcome: "rejected",
    detail: expect.any(String),
  });
});

test("a model that cannot be reached costs the verdict nothing but the rewrite", async () => {
  await model.answer(500);
  const verdict = await ask("down");
  expect(verdict).toMatchObject({ valid: false, fixed_code: null });
  expect(verdict.meta.ai).toMatchObject({ consulted: true, outcome: "failed" });
});

test("a model is not asked where a small edit is proven or every example holds", async () => {
  const asked = (await model.requests()).length;
  const verdict = await ask("fine", { examples: "assert name(1) == 1" });
  expect(verdict.meta.ai).toMatchObject({ consulted: false, outcome: "not-consulted" });
  expect(await model.requests()).toHaveLength(asked);
});
