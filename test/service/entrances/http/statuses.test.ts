import { afterAll, beforeAll, expect, test } from "vitest";
import { operationsOf } from "../../../support/openapi.ts";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";

type Asking = NonNullable<Parameters<TestService["send"]>[1]>;
type Described = Record<string, { description: string }>;

let whole: TestService;
let withoutStore: TestService;
beforeAll(async () => {
  const env = { FREE_CALLS_PER_DAY: "1000", RECORD_REJECTED: "on", ADMIN_TOKEN: "x".repeat(32) };
  whole = await openWarmService({ env });
  withoutStore = await openWarmService({ env });
  await withoutStore.parts.store[Symbol.asyncDispose]();
});
afterAll(async () => {
  await whole[Symbol.asyncDispose]();
  await withoutStore[Symbol.asyncDispose]();
});

/** Bodies that a route may refuse or accept. */
const bodies: readonly Asking[] = [
  {},
  { body: "no JSON" },
  { body: "x=1", headers: { "content-type": "text/plain" } },
  {
    body: "ticket=1&decision=allow&grant_type=refresh_token&token=x",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
  { body: "{}", headers: { "content-encoding": "zip" } },
  { body: {} },
  { body: [] },
  { body: { code: "x = 1" } },
  { body: { code: 1, mode: "other", options: [] } },
  { body: { code: "x", language: "cobol" } },
  { body: { code: "x", mode: "execute" } },
  { body: { code: "x", mode: "repair" } },
  { body: { api_key: "asy_nobody", credits: 1, tx_hash: `0x${"1".repeat(64)}` } },
  { body: { cid: "nothing" } },
  { body: { redirect_uris: ["http://127.0.0.1/back"] } },
  { body: { jsonrpc: "2.0", id: 1, method: "nothing" } },
  { body: { jsonrpc: "2.0", method: "notifications/initialized" } },
  {
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validate_python", arguments: { code: "x" } },
    },
  },
  { body: { jsonrpc: "2.0", id: 1, method: "message/send", params: {} } },
];

const tooLong: Asking = { body: JSON.stringify("x".repeat(4_000_000)) };

const headers: readonly Record<string, string>[] = [
  {},
  { accept: "application/json" },
  { accept: "text/html" },
  { accept: "image/png" },
  { "if-none-match": "*" },
  { origin: "https://elsewhere.example" },
];

/** Each way to call one operation, with every value of its path and query wrong in turn. */
function addressesOf(
  path: string,
  { parameters }: { parameters?: { name?: string; in?: string }[] },
): string[] {
  const named = parameters?.filter((one) => one.in === "query").map(({ name }) => name) ?? [];
  const filled = path.includes("{")
    ? ["nothing", "python:dict-as-pairs", "start", "%zz"].map((piece) => path.replaceAll(/\{\w+\}/g, piece))
    : [path];
  return [...filled, ...named.map((name) => `${filled[0]}?${name}=-1`)];
}

async function askEverything(service: TestService): Promise<{ undocumented: string[]; seen: Set<string> }> {
  const document = (await (await whole.send("/openapi.json")).json()) as Record<string, unknown>;
  const key = service === whole ? await service.createKey() : "asy_somebody";
  const undocumented = new Set<string>();
  const seen = new Set<string>();
  for (const { name, path, operation } of operationsOf(document)) {
    const method = name.split(" ")[0]!.toUpperCase();
    const responses = operation["responses"] as Described;
    const variants = method === "POST" ? [...bodies, tooLong] : headers.map((sent) => ({ headers: sent }));
    // A revoked key would not work for the calls after it.
    const credentials = [{ key: "asy_nobody" }, ...(method === "DELETE" ? [] : [{ key }])];
    const asked = [
      ...variants,
      ...credentials.flatMap((one) => variants.slice(0, -1).map((how) => ({ ...how, ...one }))),
    ];
    for (const address of addressesOf(path, operation))
      for (const asking of address.includes("?") ? asked.slice(0, 3) : asked) {
        const response = await service.send(address, { method, ...asking }).catch(() => undefined);
        if (response === undefined) continue;
        const told = await response.text();
        const code = /^\{"error":"(\w+)","message"/.exec(told)?.[1];
        const described = responses[response.status];
        seen.add(`${name} ${response.status}`);
        if (described === undefined) undocumented.add(`${name} ${response.status} ${code ?? ""}`);
        else if (
          code !== undefined &&
          response.status >= 400 &&
          !described.description.includes(`\`${code}\``)
        )
          undocumented.add(`${name} ${response.status} does not name ${code}`);
      }
  }
  return { undocumented: [...undocumented], seen };
}

test("every status that a route answers is described, with the code of its refusal", async () => {
  const { undocumented, seen } = await askEverything(whole);
  expect(undocumented).toEqual([]);
  expect([...seen].filter((one) => /[45]\d\d$/.test(one)).length).toBeGreaterThan(60);
});

test("every status of an unavailable store is described too", async () => {
  const { undocumented, seen } = await askEverything(withoutStore);
  expect(undocumented).toEqual([]);
  expect([...seen].filter((one) => one.endsWith("503")).length).toBeGreaterThan(12);
});
