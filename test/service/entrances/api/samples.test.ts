import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modes } from "../../../../engine/job.ts";
import { Verdict } from "../../../../engine/verdict.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open({ env: { MODES: "static", FREE_CALLS_PER_DAY: "0" } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

type Listed = Readonly<{ id: string; mode: string; code: string; files?: object; options: object }>;

const listed = async (): Promise<Listed[]> =>
  ((await (await service.send("/v1/samples")).json()) as { samples: Listed[] }).samples;

async function ask(path: string): Promise<{ status: number; body: any }> {
  const response = await service.send(path);
  return { status: response.status, body: await response.json() };
}

describe("GET /v1/samples", () => {
  test("lists the programs, the one of the first page first", async () => {
    const samples = await listed();
    expect(samples.map(({ id }) => id)).toEqual([
      "wrong-result",
      "type-error",
      "security",
      "dict-pairs",
      "broken-syntax",
    ]);
    expect(samples[0]).toMatchObject({ mode: "execute", options: { examples: expect.any(String) } });
  });
});

describe("GET /v1/samples/{id}", () => {
  test("answers every sample in every mode without a key, also where the mode is not served", async () => {
    for (const { id } of await listed())
      for (const mode of modes) {
        const { status, body } = await ask(`/v1/samples/${id}?mode=${mode}`);
        expect(status).toBe(200);
        expect(Verdict.parse(body).meta).toMatchObject({ mode, version: service.parts.release.version });
      }
  });

  test("answers in the sample's own mode where none is named", async () => {
    expect((await ask("/v1/samples/broken-syntax")).body.meta.mode).toBe("repair");
  });

  test("signs the answer for exactly the request that the list gives, as a stored one", async () => {
    for (const { id, mode, code, files, options } of await listed()) {
      const { body: response } = await ask(`/v1/samples/${id}`);
      const request = { code, mode, options, ...(files && { files }) };
      const checked = await service.send("/v1/verify", { body: { response, request } });
      expect(await checked.json()).toMatchObject({
        valid_signature: true,
        is_ours: true,
        payment: "sample",
        problems: [],
      });
    }
  });

  test("says under the receipt which sample of which version it is", async () => {
    const { body } = await ask("/v1/samples/wrong-result");
    expect(body.sample).toEqual({ id: "wrong-result", version: service.parts.release.version });
    for (const changed of [{ ...body, sample: { ...body.sample, version: "9.9.9" } }, without(body)])
      expect(await (await service.send("/v1/verify", { body: changed })).json()).toMatchObject({
        valid_signature: false,
      });
  });

  test("refuses an unknown sample and an unknown mode", async () => {
    expect(await ask("/v1/samples/nothing")).toMatchObject({
      status: 404,
      body: { error: "not_found", message: expect.stringContaining("/v1/samples") },
    });
    expect(await ask("/v1/samples/constructor")).toMatchObject({ status: 404 });
    expect(await ask("/v1/samples/wrong-result?mode=run")).toMatchObject({
      status: 400,
      body: { message: "`mode` must be static, repair or execute.", fields: [{ loc: ["query", "mode"] }] },
    });
  });
});

function without(answer: object): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "sample"));
}
