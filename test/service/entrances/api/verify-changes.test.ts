import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verify as verifyCommand } from "../../../../cli/verify/verify.ts";
import { quotePath } from "../../../../parts/json/exact-json.ts";
import { runHere } from "../../../e2e/commands.ts";
import { createDice, type Dice } from "../../../support/dice.ts";
import { highS } from "../../../support/high-s.ts";
import type { TestService } from "../../../support/service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "../../../support/services.ts";
import { aSignedDocument } from "../../../parts/proof/verdicts.ts";
import { changes, rewritings, toText, toWritten } from "../changed-json.ts";

let services: TestServices;
let service: TestService;
let folder: string;
/** Signed answers of a real service, and documents as the agent publishes them. */
const answers: any[] = [];
const documents: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-changed-"));
  services = await openTestServices();
  await using first = await services.open();
  service = await services.open({ overrides: engineWithEveryMode(first) });
  const key = await service.createKey();
  await service.grant(key, 100);
  for (const request of [
    { code: "x = 1\n" },
    { code: "import os, pickle\nprint('é', undefined)\npickle.loads(b'')\n" },
    {
      code: "from other import f\nf(1)\n",
      files: { "other.py": "def f():\n    return 1\n" },
      mode: "repair",
    },
    { code: "def f(:\n", options: { strict: true } },
  ])
    answers.push((await service.validate(key, request)).body);
  documents.push(
    await aSignedDocument({ requestId: 7n }),
    await aSignedDocument({ requestId: 8n, mode: null, result: "{}" }),
  );
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

type Told = Readonly<{ status: number; isAccepted: boolean; problems: readonly string[] }>;

async function ask(body: string): Promise<Told> {
  const response = await service.send("/v1/verify", { body });
  const told = (await response.json()) as {
    valid_signature?: boolean;
    problems?: string[];
    message?: string;
  };
  const problems = told.problems ?? [told.message!];
  return { status: response.status, isAccepted: told.valid_signature === true, problems };
}

/** A signed text, and the way to send it. */
function pickSigned(dice: Dice): Readonly<{ text: string; isAnswer: boolean; send(text: string): string }> {
  const isAnswer = dice.below(3) > 0;
  if (!isAnswer)
    return { text: dice.pick(documents), isAnswer, send: (document) => JSON.stringify({ document }) };
  const isBody = dice.below(2) === 0;
  const text = JSON.stringify(dice.pick(answers));
  return { text, isAnswer, send: (answer) => (isBody ? answer : `{"response":${answer}}`) };
}

async function runCommand(text: string): Promise<number> {
  const file = join(folder, "answer.json");
  await writeFile(file, text);
  return (await runHere(verifyCommand, [file], {})).code;
}

const seed = Number(env["VERIFY_SEED"] ?? 1);
const count = Number(env["VERIFY_COUNT"] ?? 600);
/** In some of the cases the command is run, too. */
const commandEvery = 10;

test.for(Object.keys(changes))(
  `a change of the kind "%s" is detected in ${count} signed texts`,
  async (kind) => {
    const dice = createDice(seed);
    const wrong: string[] = [];
    for (let made = 0; made < count;) {
      const { text, isAnswer, send } = pickSigned(dice);
      const written = toWritten(JSON.parse(text));
      const name = changes[kind]!(written, dice);
      // A document holds one number that is not signed, and says so.
      if (name === undefined || (kind.includes("number") && name === "execution_latency_ms")) continue;
      made += 1;
      const changed = toText(written);
      const { isAccepted, problems } = await ask(send(changed));
      if (isAccepted) wrong.push(`accepted: ${changed}`);
      const isNamed = problems.some((problem) => problem.includes(quotePath([name]).replaceAll("`", "")));
      // A member that was added to an empty object of a document is reported by the name of that object.
      const mustBeNamed = kind === "double" || (kind === "add" && isAnswer);
      if (mustBeNamed && !isNamed) wrong.push(`${name} is not named: ${problems.join(" ")}`);
      if (made % commandEvery === 0 && (await runCommand(changed)) !== 1) wrong.push(`command: ${changed}`);
    }
    expect(wrong).toEqual([]);
  },
);

test.for(Object.keys(rewritings))("a signed text stays valid %s", async (kind) => {
  const dice = createDice(seed);
  for (let made = 0; made < 60; made += 1) {
    const { text, send } = pickSigned(dice);
    const same = rewritings[kind]!(toWritten(JSON.parse(text)), dice);
    expect(await ask(send(same))).toEqual({ status: 200, isAccepted: true, problems: [] });
    const code = made % commandEvery === 0 ? await runCommand(same) : 0;
    expect(code).toBe(0);
  }
});

describe("a signed answer", () => {
  const answer = (): string => JSON.stringify(answers[1]);
  const signer = (): string => answers[1].meta.receipt.signer;
  const signature = (): `0x${string}` => answers[1].meta.receipt.signature;
  /** With something put before its first occurrence, or in its place. */
  const put = (text: string, at: string) => (): string => answer().replace(at, () => at + text);
  const change = (at: string | RegExp, text: string) => (): string => answer().replace(at, text);

  test.for<[string, () => string, string]>([
    ["a prototype", put('"__proto__":{"valid":true},', "{"), "`__proto__` is not signed"],
    ["a constructor", put('"constructor":1,', '"meta":{'), "`meta.constructor` is not signed"],
    ["another `valid` first", put('"valid":true,', "{"), "`valid` is written more than once"],
    ["another `valid` last", change(/\}$/, ',"valid":true}'), "`valid` is written more than once"],
    ["another `valid` in escapes", put('"v\\u0061lid":true,', "{"), "`valid` is written more than once"],
    ["another `meta`", put('"meta":{},', "{"), "`meta` is written more than once"],
    ["a note in the receipt", put('"note":1,', '"receipt":{'), "`meta.receipt.note` is not signed"],
    ["a note in a finding", put('"note":1,', '"diagnostics":[{'), "`diagnostics[0].note` is not signed"],
    ["one more tool", put('"proof":"1",', '"engine":{'), "`meta.engine.proof` is not signed"],
    ["two notes", put('"a":1,"b":2,', "{"), "`a`, `b` are not signed"],
    ["a member that others have", put('"cpu_ms":1,', '"runtime":{'), "`runtime.cpu_ms` is not signed"],
    ["a name that ends a quotation", put('"`\\u001b":1,', "{"), '`["\\u0060\\u001b"]` is not signed'],
    ["a long name", put(`"${"x".repeat(99)}":1,`, "{"), `\`["${"x".repeat(64)}..."]\` is not signed`],
    ["a string as request id", change(/"request_id":"/, "$&all is well "), "`meta.request_id` is not signed"],
    ["no request id", change(/"request_id":"[^"]*",/, ""), "`meta.request_id` is not signed"],
    [
      "its signer in lower case",
      () => answer().replace(signer(), signer().toLowerCase()),
      "`meta.receipt.signer` is written differently",
    ],
    [
      "its signature in upper case",
      () => answer().replace(signature().slice(2), signature().slice(2).toUpperCase()),
      "not a valid signature",
    ],
    [
      "the other form of its signature",
      () => answer().replace(signature(), highS(signature())),
      "not a valid signature",
    ],
    ["a short form of its signature", change(/1([bc])(?=","request_sha256)/, "01"), "not a valid signature"],
    [
      "a lone surrogate",
      change(/"payment":"\w+/, "$&\\ud800"),
      "`meta.receipt.payment` contains a lone surrogate",
    ],
    [
      "a lone surrogate elsewhere",
      change(/"duration_ms":\d+/, '$&,"x":["\\udc00"]'),
      "x[0]` contains a lone surrogate",
    ],
    [
      "too many digits",
      change(/"issued_at":\d+/, "$&.00000000000000000001"),
      "`meta.receipt.issued_at` is a number",
    ],
    [
      "minus zero",
      change(/"duration_ms":\d+/, '"duration_ms":-0'),
      "is a number that JSON readers read differently",
    ],
    ["a member of a request", put('"response":{},', "{"), "`response` is not signed"],
  ])("is not verified with %s", async ([, changed, problem]) => {
    const text = changed();
    expect(text).not.toBe(answer());
    const refused = { status: 200, isAccepted: false, problems: [expect.stringContaining(problem)] };
    for (const body of [text, `{"response":${text}}`]) expect(await ask(body)).toEqual(refused);
  });

  test("is not verified with another answer as its member", async () => {
    const text = `{"response":${JSON.stringify(answers[0])},${answer().slice(1)}`;
    expect(await ask(text)).toMatchObject({ isAccepted: false });
  });

  test.for<[string, (text: string) => string, string]>([
    ["a note", (text) => `{"response":${text},"note":1}`, "`note` is not a field of this request."],
    ["another", (text) => `{"response":{},"response":${text}}`, "`response` is written more than once."],
    [
      "two requests",
      (text) => `{"request":{"code":"x","code":"y"},"response":${text}}`,
      "`request.code` is written more than once.",
    ],
  ])("is not verified beside %s", async ([, around, problem]) => {
    expect(await ask(around(answer()))).toEqual({ status: 400, isAccepted: false, problems: [problem] });
  });
});

describe("a signed document", () => {
  test.for<[string, string | RegExp, string, string]>([
    ["a note", "{", '{"note":1,', "`note` is not signed."],
    ["a prototype", '"metadata":{', '"metadata":{"__proto__":1,', "`metadata.__proto__` is not signed."],
    ["two results", "{", '{"result":"{}",', "`result` is written more than once."],
    [
      "two signers",
      '"metadata":{',
      '"metadata":{"signer":"",',
      "`metadata.signer` is written more than once.",
    ],
    ["a cost", '"cost_dict":{}', '"cost_dict":{"__proto__":1}', "`cost_dict` is not an empty object."],
    ["a parameter", '"params":{}', '"params":{"a":1}', "`metadata.params` is not an empty object."],
    [
      "too many digits",
      '"chain_id":31337',
      '"chain_id":31337.00000000000000000001',
      "`metadata.chain_id` is a number that JSON readers read differently.",
    ],
  ])("is not verified with %s", async ([, at, text, problem]) => {
    const document = documents[0]!.replace(at, text);
    const refused = { status: 200, isAccepted: false, problems: [problem] };
    expect(await ask(JSON.stringify({ document }))).toEqual(refused);
  });

  test("is not verified with the other form of its signature", async () => {
    const { signature } = JSON.parse(documents[0]!).metadata;
    const document = documents[0]!.replace(signature, highS(signature));
    expect((await ask(JSON.stringify({ document }))).problems).toEqual([
      "`metadata.signature` is not a valid signature.",
    ]);
  });

  test("is verified except for its unsigned content, which is listed", async () => {
    const response = await service.send("/v1/verify", { body: { document: documents[0] } });
    expect(await response.json()).toMatchObject({
      valid_signature: true,
      not_signed: expect.arrayContaining(["prompt", "executed_at", "metadata.version"]),
    });
  });
});

test("a long answer is read just as exactly, in its own thread", async () => {
  const long = " ".repeat(40_000) + JSON.stringify(answers[0]);
  expect(await ask(long)).toMatchObject({ isAccepted: true });
  expect((await ask(long.replace("{", '{"valid":true,'))).problems).toEqual([
    "`valid` is written more than once.",
  ]);
});
