import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { discovery } from "../../scripts/discovery/discovery.ts";
import { judge } from "../../scripts/discovery/rules.ts";
import { probe } from "../../scripts/discovery/probe.ts";
import { useX402Stage } from "../support/x402-stage.ts";
import { runHere, runScript } from "./commands.ts";

const stage = useX402Stage();
const publicEnv = { BASE_URL: "https://assay.example.com" };

const run = async (...args: string[]) => runHere(discovery, args, {});

describe("a deployment", () => {
  test("is reported to have no problem when it is public, with what cannot be checked from here", async () => {
    await using service = await stage.open({ env: publicEnv });
    const { code, stdout, stderr } = await run("--url", service.url);
    expect([code, stderr]).toEqual([0, ""]);
    for (const mode of ["static", "repair", "execute"])
      expect(stdout).toContain(`${service.url}/v1/x402/${mode}\n`);
    expect(stdout).not.toContain("PROBLEM");
    expect(stdout).toMatch(/unknown {2}a payment every 30 days/);
    expect(stdout).toContain("as far as can be told from here");
  });

  test("with a loopback address is reported, and the command exits with 1", async () => {
    await using service = await stage.open();
    const { code, stdout } = await run("--url", `${service.url}/`);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /PROBLEM {2}public https address: The offer names http:\/\/127\.0\.0\.1:\d+\/v1\/x402\/static\. Set BASE_URL/,
    );
    expect(stdout).toContain("3 problems keep addresses from being listed.");
  });

  test("is described as JSON", async () => {
    await using service = await stage.open({ env: publicEnv });
    const { code, stdout } = await run("--url", service.url, "--json");
    const told = JSON.parse(stdout) as {
      listable: boolean;
      addresses: { findings: { rule: string; state: string }[] }[];
    };
    expect([code, told.listable, told.addresses.length]).toEqual([0, true, 3]);
    const states = told.addresses.flatMap(({ findings }) =>
      findings.map(({ rule, state }) => `${rule} ${state}`),
    );
    expect(states).toContain("discovery extension ok");
    // It was checked at an address other than the one that its offers name.
    expect(states).toContain("the address itself advice");
  });

  test("makes the command exit with 2 when it sells nothing, or does not answer", async () => {
    await using service = await stage.open({ env: { X402_PAYEE: "" } });
    expect(await run("--url", service.url)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("X402_PAYEE"),
    });
    expect(await run("--url", "http://127.0.0.1:9")).toMatchObject({
      code: 2,
      stderr: "http://127.0.0.1:9 cannot be reached.\n",
    });
  });
});

describe("the catalogue's own check", () => {
  test.for<[string, number, object, number, string]>([
    [
      "accepts",
      200,
      { valid: true, simulation: { outcome: "accepted" } },
      0,
      "ok       the catalogue's own check: It would be accepted.",
    ],
    [
      "rejects",
      200,
      {
        valid: false,
        simulation: { outcome: "rejected" },
        preflight: [{ check: "parse", passed: false, message: "bad schema" }],
      },
      1,
      "PROBLEM  the catalogue's own check: It would be rejected: parse: bad schema.",
    ],
    ["is out of order", 503, {}, 0, "unknown  the catalogue's own check: http://127.0.0.1"],
    [
      "answers something else",
      200,
      { hello: 1 },
      0,
      "unknown  the catalogue's own check: Its answer cannot be read.",
    ],
  ])("is reported when it %s", async ([, status, body, code, line]) => {
    await using service = await stage.open({ env: publicEnv });
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      void json(request).then((told) => {
        asked.push([request.url, told]);
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const catalogue = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ended = await run("--url", service.url, "--ask-catalogue", "--catalogue", catalogue);
    server.close();
    expect(ended.stdout).toContain(line);
    expect(ended.code).toBe(code);
    expect(asked).toContainEqual([
      "/validate",
      { resource: "https://assay.example.com/v1/x402/static", method: "POST" },
    ]);
  });
});

describe("an address is not listed when the offer is", () => {
  test.for<[string, (required: any) => void, string, string]>([
    [
      "missing a description",
      (required) => delete required.resource.description,
      "description",
      "no description",
    ],
    [
      "described at too great length",
      (required) => (required.resource.description = "a".repeat(501)),
      "description",
      "501 characters",
    ],
    ["of another version", (required) => (required.x402Version = 1), "x402 version", "version 1"],
    ["missing a way to pay", (required) => (required.accepts = []), "ways to pay", "nobody can pay"],
    [
      "missing the extension",
      (required) => (required.extensions = {}),
      "discovery extension",
      "no extension",
    ],
    [
      "breaking its own schema",
      (required) => delete required.extensions.bazaar.info.input.body,
      "discovery extension",
      "not valid",
    ],
    [
      "missing a method",
      (required) => delete required.extensions.bazaar.info.input.method,
      "method of the call",
      "not POST",
    ],
  ])("%s", async ([, change, rule, words]) => {
    await using service = await stage.open({ env: publicEnv });
    const probed = await probe(`${service.url}/v1/x402/static`);
    expect(judge(probed).filter(({ state }) => state === "problem")).toEqual([]);
    const required = structuredClone(probed.required);
    change(required);
    const found = judge({ ...probed, required }).find((finding) => finding.rule === rule);
    expect(found).toMatchObject({ state: "problem", text: expect.stringContaining(words) });
  });

  test("missing: the status is not 402, or the answer is unreadable", () => {
    const url = "https://assay.example.com/v1/x402/static";
    const bare = { url, required: undefined, headerLength: 0 };
    expect(judge({ ...bare, status: 200 }).at(-1)).toMatchObject({
      state: "problem",
      text: "It answers 200, not 402.",
    });
    expect(judge({ ...bare, status: 402 }).at(-1)).toMatchObject({
      state: "problem",
      text: expect.stringContaining("PAYMENT-REQUIRED"),
    });
    expect(judge({ ...bare, status: undefined })).toMatchObject([{ rule: "reachable", state: "problem" }]);
  });
});

test("the command prints its usage, and exits with 2 when it is used wrongly", async () => {
  expect(await runScript("scripts/discovery.ts", ["--help"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("--ask-catalogue"),
  });
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("--url is missing") });
  expect(await run("--nothing")).toMatchObject({ code: 2, stderr: expect.stringContaining("--nothing") });
});
