import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { askService } from "../../agent/verdicts/ask-service.ts";
import { errorVerdict } from "../../agent/verdicts/error-verdict.ts";
import type { AgentParts } from "../../agent/parts.ts";
import { createService } from "../../cli/service/service.ts";
import { createServiceJudge } from "../../cli/service/service-judge.ts";
import type { Engine } from "../../engine/engine.ts";
import type * as Schemas from "../../engine/verdict.ts";
import { systemClock } from "../../platform/clock.ts";
import { findingsOf } from "../../site/parts/verdict.ts";
import { entrances } from "../support/entrances.ts";
import { useX402Stage, type PaidService } from "../support/x402-stage.ts";
import { openStage } from "./client/stage.ts";

/** A field that a later version may add: in the schema with its default, and set by the engine. */
vi.mock("../../engine/verdict.ts", async (importOriginal) => {
  const original = await importOriginal<typeof Schemas>();
  return { ...original, Verdict: original.Verdict.extend({ made_up: z.string().default("unset") }) };
});

const stage = useX402Stage();
let service: PaidService;
let key: string;
beforeAll(async () => {
  await using plain = await stage.open();
  service = await stage.open({ overrides: { engine: settingMadeUp(plain.parts.engine) } });
  key = await service.createKey();
});
afterAll(async () => service[Symbol.asyncDispose]());

function settingMadeUp(engine: Engine): Engine {
  return {
    ...engine,
    judge: async (...asked) => {
      const judgement = await engine.judge(...asked);
      return { ...judgement, verdict: { ...judgement.verdict, made_up: "set" } };
    },
  };
}

const readJson = async (path: string): Promise<any> => (await service.send(path)).json();

async function schemaOfVerdict(): Promise<z.ZodType> {
  const { output_schema } = await readJson("/v1/info");
  expect(output_schema.required).toContain("made_up");
  return z.fromJSONSchema(output_schema);
}

test.for(entrances)("$name passes a new field on, also when a call is repeated", async ({ name, ask }) => {
  const job = { code: `x = ${JSON.stringify(name)}\n` };
  const schema = await schemaOfVerdict();
  for (const _ of ["first", "repeated"]) {
    const { verdict } = await ask(service, { key, job });
    expect(verdict).toMatchObject({ valid: true, made_up: "set" });
    expect(schema.safeParse(verdict).error).toBeUndefined();
    const response = await service.send("/v1/verify", { body: { response: verdict } });
    expect(await response.json()).toMatchObject({ valid_signature: true, problems: [] });
  }
});

test("a call paid by x402 is answered with a new field", async () => {
  const payer = stage.chain.users[0]!;
  const payment = await service.sign("static", payer);
  const { body, status } = await service.post("static", { code: "d = 1\n" }, payment);
  expect([status, body]).toMatchObject([200, { made_up: "set" }]);
});

test("the published example holds for its own schema, with the default of a new field", async () => {
  const { paths, components } = await readJson("/openapi.json");
  const { example } = paths["/v1/validate"].post.responses["200"].content["application/json"];
  expect(example).toMatchObject({ made_up: "unset" });
  expect(z.fromJSONSchema(components.schemas.ValidateResponse).safeParse(example).error).toBeUndefined();
});

test("the agent passes a new field on, and gives its own answers the default", async () => {
  const config = { SERVICE_URL: service.url, SERVICE_KEY: key } as AgentParts["config"];
  const signal = AbortSignal.timeout(60_000);
  const asking = { id: "0x1", mode: "static", body: { code: "a = 1\n" }, signal } as const;
  const answer = await askService({ config, clock: systemClock }, asking);
  expect(answer).toMatchObject({ kind: "verdict", body: { made_up: "set" } });
  const about = { release: { name: "assay", version: "1.0.0" }, id: "0x1", mode: "static" } as const;
  const refused = errorVerdict(about, { code: "bad_request", message: "No." });
  expect((await schemaOfVerdict()).safeParse(refused).error).toBeUndefined();
  expect(refused).toMatchObject({ valid: false, made_up: "unset" });
});

test("an older agent reads an answer with a new field, and a newer one an answer without it", async () => {
  const { body } = await service.validate(key, { code: "b = 1\n" });
  const older = await vi.importActual<typeof Schemas>("../../engine/verdict.ts");
  expect(older.Verdict.safeParse(body).data).not.toHaveProperty("made_up");
  const { made_up: _, ...without } = body as Record<string, unknown>;
  const stripped = { url: "", ask: async () => ({ status: 200, body: without }) };
  await using judge = createServiceJudge(stripped);
  const question = { text: "b = 1\n", mode: "static" } as const;
  expect(await judge.ask(question, AbortSignal.timeout(60_000))).toMatchObject({ made_up: "unset" });
});

test("the command, the Python client and the pages read an answer with a new field", async () => {
  const code = "print(missing)\n";
  await using judge = createServiceJudge(createService(service.url, key, systemClock));
  const verdict = await judge.ask({ text: code, mode: "static" }, AbortSignal.timeout(60_000));
  expect(verdict).toMatchObject({ valid: false, made_up: "set" });
  expect(findingsOf(verdict)).toMatchObject([{ message: expect.stringContaining("missing"), line: 1 }]);
  await using client = await openStage();
  await client.write({ "app.py": code });
  const { code: status, stdout } = await client.check(service.url, ["app.py"], { ASSAY_API_KEY: key });
  expect([status, stdout]).toEqual([1, expect.stringContaining("missing")]);
});
