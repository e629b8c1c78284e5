import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "../../../service/entrances/routes.ts";
import { operationsOf, problemsOf } from "../../support/openapi.ts";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  // A disabled route does not exist, and so needs no key.
  const recording = { RECORD_REJECTED: "on", ADMIN_TOKEN: "x".repeat(32) };
  service = await services.open({ env: { FREE_CALLS_PER_DAY: "1000", MAX_TIMEOUT_S: "30", ...recording } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

/** The caller is identified only after the request is parsed. */
const aCall = { jsonrpc: "2.0", id: 1, method: "message/send", params: {} };

const readJson = async (path: string): Promise<any> => (await service.send(path)).json();

describe("GET /v1/info", () => {
  test("describes the service", async () => {
    expect(await readJson("/v1/info")).toMatchObject({
      name: "assay",
      version: service.parts.release.version,
      description: expect.any(String),
      api: "v1",
      tags: expect.arrayContaining(["python"]),
      modes: expect.arrayContaining(["static"]),
      languages: ["python"],
      python: { checks: ["3.10", "3.11", "3.12", "3.13", "3.14"], runs: expect.any(Array) },
      price_hint: expect.stringContaining("1000 static checks a day are free"),
    });
  });

  test("names only the modes the deployment serves", async () => {
    await using small = await services.open({ env: { MODES: "static" } });
    expect(await (await small.send("/v1/info")).json()).toMatchObject({ modes: ["static"] });
  });

  test.for<[string, unknown]>([
    ["a plain job", { code: "x = 1" }],
    ["every field", { code: "x = 1", language: "python", mode: "static", options: {} }],
    ["unknown fields", { code: "x = 1", other: 1, options: { other: 1 } }],
    ["options at their limits", { code: "x = 1", options: { timeout_s: 30, max_iterations: 10 } }],
    ["options that are null", { code: "x = 1", options: { timeout_s: null, examples: null } }],
    ["no code", {}],
    ["empty code", { code: "" }],
    ["code that is a number", { code: 1 }],
    ["an unknown language", { code: "x", language: "cobol" }],
    ["an unknown mode", { code: "x", mode: "run" }],
    ["null options", { code: "x", options: null }],
    ["too long a time limit", { code: "x", options: { timeout_s: 30.5 } }],
    ["a time limit of zero", { code: "x", options: { timeout_s: 0 } }],
    ["too many rounds", { code: "x", options: { max_iterations: 11 } }],
    ["a Python version", { code: "x = 1", options: { python: "3.11" } }],
    ["an unknown Python version", { code: "x = 1", options: { python: "3.9" } }],
    ["a Python version as a number", { code: "x = 1", options: { python: 3.13 } }],
    ["a fractional number of rounds", { code: "x", options: { max_iterations: 1.5 } }],
    ["a number as a string", { code: "x", options: { optimize: 1 } }],
    ["too much code", { code: "#".repeat(200_001) }],
    ["a list", []],
    ["nothing", null],
  ])("has a schema that accepts or rejects %s as the service does", async ([, body]) => {
    const { input_schema } = await readJson("/v1/info");
    const { status } = await service.validate(await service.createKey(), body);
    expect(z.fromJSONSchema(input_schema).safeParse(body).success).toBe(status === 200);
  });

  test.for(["x = 1\n", "def f(:\n", "import os\nos.system(input())\n", "x: int = 'a'\n"])(
    "has a schema that is valid for the verdict on %j",
    async (code) => {
      const { output_schema } = await readJson("/v1/info");
      const { body } = await service.validate(await service.createKey(), { code });
      expect(z.fromJSONSchema(output_schema).safeParse(body).error).toBeUndefined();
    },
  );

  test("names the field that lists unfinished tools", async () => {
    const { output_schema } = await readJson("/v1/info");
    const { properties, required } = output_schema.properties.meta;
    expect(properties.incomplete).toMatchObject({ type: "array", items: { type: "string" } });
    expect(required).toContain("incomplete");
  });

  test("has a schema for verdicts that allows later additions", async () => {
    const { output_schema } = await readJson("/v1/info");
    expect(JSON.stringify(output_schema)).not.toContain('"additionalProperties":false');
  });
});

describe("GET /openapi.json", () => {
  test("is a valid OpenAPI 3.1 document", async () => {
    expect(problemsOf(await readJson("/openapi.json"))).toEqual([]);
  });

  test("lists every route of the service and no other", async () => {
    const listed = operationsOf(await readJson("/openapi.json")).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(
      routes
        .filter(({ isHidden }) => !isHidden)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    );
  });

  test("says for each operation whether it needs a key", async () => {
    for (const { name, path, operation } of operationsOf(await readJson("/openapi.json"))) {
      const method = name.split(" ")[0]!.toUpperCase();
      const body = path === "/a2a" && method === "POST" ? aCall : undefined;
      const { status } = await service.send(path, { method, body });
      const choices = operation["security"] as readonly object[];
      const needed = choices.length > 0 && choices.every((choice) => Object.keys(choice).length > 0);
      expect(`${name} ${status === 401}`).toBe(`${name} ${needed}`);
    }
  });

  test("names the address at which the service can be reached", async () => {
    expect((await readJson("/openapi.json")).servers).toEqual([{ url: service.url }]);
  });

  test("describes the answers of keys and health", async () => {
    const { components } = await readJson("/openapi.json");
    const minted = (await (await service.send("/v1/keys", { method: "POST" })).json()) as { api_key: string };
    const refused = await (await service.send("/v1/keys/self")).json();
    const answers = {
      NewKey: minted,
      KeyAccount: await (await service.send("/v1/keys/self", { key: minted.api_key })).json(),
      Health: await readJson("/healthz"),
      Refusal: refused,
    };
    for (const [name, answer] of Object.entries(answers)) {
      expect(z.fromJSONSchema(components.schemas[name]).safeParse(answer).error).toBeUndefined();
    }
  });
});

describe("GET /metrics", () => {
  test("counts verdicts, refusals and requests in Prometheus's text format", async () => {
    await using counted = await services.open();
    const key = await counted.createKey();
    for (let n = 0; n < 2; n += 1) await counted.validate(key, { code: "x = 1" });
    await counted.validate(key, { code: "" });
    await counted.validate("asy_unknown", { code: "x" });
    await counted.send("/nowhere/<script>");
    const response = await counted.send("/metrics");
    const text = await response.text();
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('assay_verdicts_total{tier="free",mode="static",valid="true",repeat="false"} 1');
    expect(text).toContain('assay_verdicts_total{tier="free",mode="static",valid="true",repeat="true"} 1');
    expect(text).toContain('assay_refusals_total{error="bad_request"} 1');
    expect(text).toContain('assay_refusals_total{error="unauthorized"} 1');
    expect(text).toContain('assay_refusals_total{error="not_found"} 1');
    expect(text).toContain('assay_request_seconds_count{route="/v1/validate",method="POST",status="200"} 2');
    expect(text).toMatch(/^assay_checking_taken 0$/m);
  });

  test("has no series that a caller could invent", async () => {
    await using counted = await services.open();
    for (let n = 0; n < 50; n += 1) {
      await counted.send(`/path-${n}`, { headers: { "x-client": `client-${n}` } });
      await counted.send(`/docs/asset-${n}`);
    }
    const text = await (await counted.send("/metrics")).text();
    expect(text).not.toMatch(/path-|client-|asset-/);
    expect(text.match(/^assay_request_seconds_count/gm)).toHaveLength(2);
  });
});

describe("GET /v1/stats", () => {
  test("counts verdicts by tier and mode, and reports calls in progress", async () => {
    await using counted = await services.open({ env: { TRIAL_CALLS_PER_DAY: "5" } });
    const key = await counted.createKey();
    for (let n = 0; n < 3; n += 1) await counted.validate(key, { code: `x = ${n}` });
    await counted.validate(undefined, { code: "x = 1" });
    expect(await (await counted.send("/v1/stats")).json()).toEqual({
      uptime_s: expect.any(Number),
      workers: { types: expect.any(Number), checking: 0, running: 0, waiting: 0, boxes: null },
      in_progress: 0,
      totals: { free: { static: 3 }, paid: {}, x402: {}, trial: { static: 1 }, operator: {} },
    });
  });
});

test("GET /v1/changelog lists the changes of the running version", async () => {
  const { version, date, changes } = service.parts.release;
  expect(await readJson("/v1/changelog")).toEqual({ version, date, changes });
  expect(Object.keys(changes)).toEqual(["added", "changed", "fixed", "security"]);
});

describe("GET /healthz", () => {
  test("is 200 with a check for each part", async () => {
    const response = await service.send("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "ok",
      version: service.parts.release.version,
      checks: {
        store: "ok",
        types: "ok",
        sandbox: expect.any(String),
        chain: expect.any(String),
        x402: expect.any(String),
      },
    });
  });

  test("is 503 when the store is gone, with advice to retry", async () => {
    await using gone = await services.open();
    const key = await gone.createKey();
    await gone.parts.store[Symbol.asyncDispose]();
    const response = await gone.send("/healthz");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: "unavailable", checks: { store: "down" } });
    const { status, body } = await gone.validate(key, { code: "x = 1" });
    expect([status, body.error, body.remedy.action]).toEqual([503, "store_unavailable", "retry"]);
    expect((await gone.send("/v1/info")).status).toBe(200);
  });
});

describe("the page", () => {
  const pages = ["/", "/docs", "/docs/api", "/pricing", "/keys", "/rules", "/status"];

  test.for(pages)("%s is HTML that may load nothing from elsewhere", async (path) => {
    const response = await service.send(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain(path === "/" ? "img-src 'self' data:;" : "img-src 'self';");
    const html = await response.text();
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toMatch(/\{\{|(?:src|action)="(?:https?:)?\/\/|\sstyle=|\son\w+=/);
  });

  test.for<[string, string]>([
    ["/status", "checks"],
    ["/pricing", "credit_cents"],
    ["/rules", "repairs"],
    ["/marketplace", "requests"],
  ])("%s is JSON for clients that accept it", async ([path, member]) => {
    const response = await service.send(path, { headers: { accept: "application/json" } });
    expect(await response.json()).toHaveProperty(member);
    expect(response.headers.get("vary")).toBe("accept, accept-encoding");
  });

  test.for(["/", "/docs", "/docs/api", "/rules/python:dict-as-pairs"])(
    "%s exists only as a page",
    async (path) => {
      const response = await service.send(path, { headers: { accept: "application/json" } });
      expect([response.status, await response.json()]).toMatchObject([406, { error: "not_acceptable" }]);
    },
  );

  test("/ leads to how to call this service, and escapes its address", async () => {
    expect(await (await service.send("/")).text()).toContain(
      '<a href="/docs">Use it from your own tools</a>',
    );
    await using odd = await services.open({ env: { BASE_URL: "https://assay.example/?<script>" } });
    expect(await (await odd.send("/")).text()).not.toContain("<script>");
  });

  test("for an unknown address is HTML for people, and an envelope for programs", async () => {
    const page = await service.send("/nowhere", { headers: { accept: "text/html,*/*;q=0.8" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("<h1>Not found</h1>");
    const envelope = await service.send("/nowhere");
    expect([envelope.status, await envelope.json()]).toMatchObject([404, { error: "not_found" }]);
  });

  test.for(["python:nowhere", "nobody:x", "ruff:%3Cb%3E", "constructor"])(
    "/rules/%s does not exist",
    async (id) => {
      expect((await service.send(`/rules/${id}`)).status).toBe(404);
    },
  );

  test("/icon.svg is an image", async () => {
    const response = await service.send("/icon.svg");
    expect(response.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(await response.text()).toBe(readFileSync("service/entrances/pages/markup/icon.svg", "utf8"));
  });

  test("loads assets that are compressed, cached permanently, and served under hashed names only", async () => {
    const html = await (await service.send("/")).text();
    const file = /src="(\/assets\/playground-[A-Z0-9]{8}\.js)"/.exec(html)![1]!;
    for (const encoding of ["br", "gzip"]) {
      const response = await service.send(file, { headers: { "accept-encoding": encoding } });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-encoding": encoding,
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript; charset=utf-8",
      });
      expect((await response.text()).length).toBeGreaterThan(1000);
    }
    for (const name of ["manifest.json", "book.json", "playground.js", "..%2Fmanifest.json", "x-AAAAAAAA.js"])
      expect([name, (await service.send(`/assets/${name}`)).status]).toEqual([name, 404]);
  });
});
