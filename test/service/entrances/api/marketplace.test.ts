import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Fault } from "../../../../parts/faults.ts";
import { entryStates } from "../../../../parts/store/journal.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import {
  gnosis,
  hex,
  makeEntry,
  moveEntry,
  requestId,
  writeMechs,
} from "../../../support/marketplace-entries.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";

let services: TestServices;
let untouched: TestService;
beforeAll(async () => {
  services = await openTestServices();
  untouched = await services.open();
});
afterAll(async () => {
  await untouched[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const noon = Date.UTC(2026, 10, 15, 12);
const base = "8453:0xf24ee42eda0fc9b33b7d41b06ee8ccd2ef7c5020";

const ask = async ({ send }: Pick<TestService, "send">, query = ""): Promise<any> => {
  const response = await send(`/v1/marketplace${query}`);
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe("an empty journal", () => {
  test("has no agent, no request and no earnings", async () => {
    const clock = manualClock(noon);
    await using service = await services.open({ overrides: { clock } });
    const { status, body } = await ask(service);
    expect([status, body]).toEqual([
      200,
      {
        now: "2026-11-15T12:00:00.000Z",
        agent: null,
        agents: [],
        totals: Object.fromEntries(entryStates.map((state) => [state, 0])),
        earned_wei: null,
        requests: [],
        next: null,
      },
    ]);
  });
});

describe("a request", () => {
  test("is listed with its state, times, content and transactions", async () => {
    await using service = await services.open();
    await service.parts.store.addEntry(makeEntry({ number: 1, seenAtMs: noon, state: "settled" }));
    const { requests, totals } = (await ask(service)).body;
    const decimal = BigInt(requestId(1)).toString();
    expect(requests).toEqual([
      {
        request_id: requestId(1),
        request_id_decimal: decimal,
        chain_id: 100,
        token: null,
        currency: "xDAI",
        decimals: 18,
        marketplace: "0x735faab1c4ec41128c367afb5c3bac73509f70bb",
        state: "settled",
        origin: "chain",
        mech: hex(0xec, 40),
        requester: hex(0xa5, 40),
        tool: "python_code_validator",
        mode: "static",
        valid: true,
        attempts: 0,
        problem: null,
        rate_wei: "10000000000000000",
        validation: null,
        asked: { block: 42_000_001, tx: hex(0xa001, 64) },
        request_cid: "bafyrequest1",
        verdict_cid: "bafyverdict1",
        verdict_url: `${service.url}/ipfs/bafyverdict1/${decimal}`,
        delivery: {
          tx: hex(0xb001, 64),
          block: 42_000_100,
          gas: 126_310,
          batch: 1,
          rate_wei: "10000000000000000",
        },
        times: {
          seen: "2026-11-15T12:00:00.000Z",
          fetched: "2026-11-15T12:00:01.000Z",
          judged: "2026-11-15T12:00:02.000Z",
          published: "2026-11-15T12:00:03.000Z",
          delivered: "2026-11-15T12:00:04.000Z",
          settled: "2026-11-15T12:00:05.000Z",
        },
        seconds_to_delivery: 4,
      },
    ]);
    expect(totals).toMatchObject({ seen: 0, settled: 1 });
  });

  test("is listed, if it is of a validation registry, with its hash, its agent and, once answered, the response", async () => {
    await using service = await services.open();
    const registry = hex(0x8004, 40);
    const validation = { registry, hash: hex(0xabc, 64), agentId: "22", uri: "ipfs://x", response: 87 };
    const request = { origin: "validation", rateWei: "0", validation } as const;
    const { store } = service.parts;
    await store.addEntry(makeEntry({ number: 1, seenAtMs: noon, state: "settled", request }));
    await store.addEntry(makeEntry({ number: 2, seenAtMs: noon - 1, state: "published", request }));
    const told = { registry, request_hash: hex(0xabc, 64), agent_id: "22", response: 87 };
    const { requests } = (await ask(service)).body;
    expect(requests).toMatchObject([
      {
        origin: "validation",
        validation: told,
        verdict_url: `${service.url}/ipfs/bafyverdict1/${BigInt(0xabc)}`,
      },
      { validation: { ...told, response: null }, verdict_url: null },
    ]);
    expect(JSON.stringify(requests)).not.toContain("ipfs://x");
  });

  test("has null for unknown values when it was only seen", async () => {
    await using service = await services.open();
    await service.parts.store.addEntry(makeEntry({ number: 1, seenAtMs: noon }));
    expect((await ask(service)).body.requests[0]).toMatchObject({
      state: "seen",
      tool: null,
      mode: null,
      valid: null,
      request_cid: null,
      verdict_cid: null,
      verdict_url: null,
      delivery: null,
      seconds_to_delivery: null,
      times: { seen: "2026-11-15T12:00:00.000Z" },
    });
  });

  test("has no transaction of its request when it was signed", async () => {
    await using service = await services.open();
    const entry = makeEntry({ number: 1, seenAtMs: noon, request: { origin: "signed" } });
    const { asked: _, ...request } = JSON.parse(entry.body);
    await service.parts.store.addEntry({ ...entry, body: JSON.stringify(request) });
    expect((await ask(service)).body.requests[0]).toMatchObject({ origin: "signed", asked: null });
  });

  test("has its answer's address once it is delivered, and never its content, when it was signed", async () => {
    await using service = await services.open();
    const signed = { signature: hex(0x5ec1, 130), nonce: "7", content: "{}" } as const;
    const states = ["published", "delivered", "settled"] as const;
    for (const [n, state] of states.entries())
      await service.parts.store.addEntry(
        makeEntry({ number: n, seenAtMs: noon, state, request: { signed } }),
      );
    const { requests } = (await ask(service)).body;
    expect(requests.map(({ state, verdict_cid }: any) => [state, verdict_cid])).toEqual([
      ["settled", "bafyverdict2"],
      ["delivered", "bafyverdict1"],
      ["published", null],
    ]);
    for (const request of requests) expect(request).toMatchObject({ valid: null, verdict_url: null });
  });

  test("shows nothing of what was submitted, published or signed", async () => {
    await using service = await services.open();
    const request = {
      signed: { signature: hex(0x5ec1, 130), nonce: "7", content: "SECRET-content" },
      task: { body: { code: "SECRET-code" }, prompt: "SECRET-prompt" },
      document: "SECRET-document",
    } as const;
    await service.parts.store.addEntry(makeEntry({ number: 1, seenAtMs: noon, state: "judged", request }));
    const text = JSON.stringify((await ask(service)).body);
    expect(text).toContain(requestId(1));
    expect(text).not.toMatch(/SECRET|5ec1/);
  });

  test("shows its problem without the addresses in it, which may contain keys", async () => {
    await using service = await services.open();
    const problem =
      'HTTP 503 from "https://rpc.example/v2/KEY?k=1", then wss://user:pass@node.example:1/KEY failed';
    await service.parts.store.addEntry(makeEntry({ number: 1, seenAtMs: noon, request: { problem } }));
    expect((await ask(service)).body.requests[0].problem).toBe(
      'HTTP 503 from "[address]", then [address] failed',
    );
  });

  test("has its long tool name and problem cut, and not within a character", async () => {
    await using service = await services.open();
    const request = { tool: "😀".repeat(1000), problem: "😀".repeat(1000) };
    await service.parts.store.addEntry(makeEntry({ number: 1, seenAtMs: noon, request }));
    const [{ tool, problem }] = (await ask(service)).body.requests;
    expect([tool, problem]).toEqual([`${"😀".repeat(79)}…`, `${"😀".repeat(299)}…`]);
  });
});

describe("an agent", () => {
  test("is listed before its first request", async () => {
    await using service = await services.open();
    await writeMechs(service.parts.store, { atMs: noon });
    const { agent, agents, earned_wei } = (await ask(service)).body;
    expect(agents).toEqual([agent]);
    expect(earned_wei).toBe("120000000000000000");
    expect(agent).toEqual({
      chain_id: 100,
      currency: "xDAI",
      marketplace: "0x735faab1c4ec41128c367afb5c3bac73509f70bb",
      signer: hex(0x51, 40),
      mechs: [
        {
          address: hex(0xec, 40),
          operator: hex(0x0f, 40),
          service_id: "2182",
          tools: ["python_code_validator"],
          token: null,
          currency: "xDAI",
          decimals: 18,
          rate_wei: "10000000000000000",
          rate: "0.01",
          karma: 12,
          balance_wei: "30000000000000000",
          deliveries: 12,
        },
      ],
      collected_wei: "90000000000000000",
      earned_wei: "120000000000000000",
      tokens: [],
      totals: Object.fromEntries(entryStates.map((state) => [state, 0])),
      updated_at: "2026-11-15T12:00:00.000Z",
    });
  });

  test("is listed by its requests when it wrote nothing else", async () => {
    await using service = await services.open();
    await service.parts.store.addEntry(makeEntry({ number: 1, seenAtMs: noon }));
    expect((await ask(service)).body.agent).toMatchObject({
      chain_id: 100,
      signer: null,
      mechs: [],
      earned_wei: null,
      updated_at: null,
      totals: { seen: 1 },
    });
  });

  test("is listed beside others, the last to write first, and each has its own totals", async () => {
    await using service = await services.open();
    const { store } = service.parts;
    await store.addEntry(makeEntry({ number: 1, seenAtMs: noon, state: "lost" }));
    await store.addEntry(makeEntry({ number: 2, seenAtMs: noon, book: base }));
    await store.addEntry(makeEntry({ number: 3, seenAtMs: noon, book: "5:0x01" }));
    await writeMechs(store, { book: gnosis, atMs: noon - 1 });
    await writeMechs(store, { book: base, atMs: noon, collectedWei: "1", mechs: [] });
    const { agent, agents, totals, earned_wei } = (await ask(service)).body;
    expect(agents.map(({ chain_id, currency }: any) => [chain_id, currency])).toEqual([
      [8453, "ETH"],
      [100, "xDAI"],
      [5, null],
    ]);
    expect([agent, earned_wei]).toEqual([agents[0], "1"]);
    expect(agents.map((each: any) => [each.totals.lost, each.totals.seen])).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    expect(totals).toMatchObject({ lost: 1, seen: 2 });
  });

  test.for<[string, string]>([
    ["1", "0.000000000000000001"],
    ["1000000000000000000", "1"],
    ["10000000000000000000", "10"],
    ["1230000000000000000", "1.23"],
    ["0", "0"],
  ])("shows a rate of %s wei as %s", async ([rateWei, rate]) => {
    await using service = await services.open();
    const { store } = service.parts;
    await writeMechs(store);
    const note = (await store.readNote(`agent-profile:${gnosis}`))!;
    const { mechs } = JSON.parse(note.text);
    await writeMechs(store, { mechs: [{ ...mechs[0], rateWei }] });
    expect((await ask(service)).body.agent.mechs[0]).toMatchObject({ rate_wei: rateWei, rate });
  });
});

test("mechs that are paid in tokens are listed in those, and added up by token", async () => {
  await using service = await services.open();
  const { store } = service.parts;
  await writeMechs(store);
  const note = (await store.readNote(`agent-profile:${gnosis}`))!;
  const { mechs } = JSON.parse(note.text);
  const token = { address: hex(0xdc, 40), symbol: "USDC", decimals: 6 };
  const paid = (rateWei: string, balanceWei: string) => ({ ...mechs[0], token, rateWei, balanceWei });
  const collectedTokens = { [token.address]: "5000000" };
  await writeMechs(store, {
    mechs: [mechs[0], paid("20000", "1000000"), paid("1", "2")],
    collectedTokens,
  });
  const request = { token, rateWei: "20000" };
  await store.addEntry(makeEntry({ number: 1, seenAtMs: noon, state: "settled", request }));
  const { agent, requests } = (await ask(service)).body;
  const money = { token: token.address, currency: "USDC", decimals: 6 };
  expect(agent.mechs).toMatchObject([
    { token: null, currency: "xDAI", decimals: 18, rate: "0.01" },
    { ...money, rate: "0.02", rate_wei: "20000", balance_wei: "1000000" },
    { ...money, rate: "0.000001" },
  ]);
  expect(agent.tokens).toEqual([{ ...money, collected: "5000000", earned: "6000002" }]);
  expect([agent.collected_wei, agent.earned_wei]).toEqual(["90000000000000000", "120000000000000000"]);
  expect(requests).toMatchObject([{ ...money, rate_wei: "20000" }]);
});

/** The ids of all pages. */
async function readPages(service: TestService, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | null = ""; next !== null;) {
    const { body } = await ask(service, `?limit=${limit}${next && `&before=${encodeURIComponent(next)}`}`);
    pages.push(body.requests.map((request: any) => request.request_id));
    next = body.next;
  }
  return pages;
}

describe("pages", () => {
  test("follow each other to the end, each request once and the newest first", async () => {
    await using service = await services.open();
    // Three were seen in one moment, across a page boundary.
    const seen = [0, 1, 2, 5, 5, 5, 6, 7].map((second) => noon + second * 1000);
    for (const [number, seenAtMs] of seen.entries())
      await service.parts.store.addEntry(makeEntry({ number, seenAtMs }));
    const pages = await readPages(service, 4);
    expect(pages).toEqual([[7, 6, 5, 4].map(requestId), [3, 2, 1, 0].map(requestId)]);
  });

  test("contain 25 requests by default, and up to 100", async () => {
    await using service = await services.open();
    for (let number = 0; number < 101; number += 1)
      await service.parts.store.addEntry(makeEntry({ number, seenAtMs: noon + number }));
    expect((await ask(service)).body.requests).toHaveLength(25);
    const { requests, next } = (await ask(service, "?limit=100")).body;
    expect([requests.length, typeof next]).toEqual([100, "string"]);
    expect((await ask(service, `?before=${next}`)).body).toMatchObject({
      requests: [{ request_id: requestId(0) }],
      next: null,
    });
  });

  test("end early when requests are long, and leave none out", async () => {
    await using service = await services.open();
    const request = { document: "x".repeat(400_000) };
    for (let number = 0; number < 10; number += 1)
      await service.parts.store.addEntry(makeEntry({ number, seenAtMs: noon + number, request }));
    const pages = await readPages(service, 100);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(Array.from({ length: 10 }, (_, index) => requestId(9 - index)));
  });

  const cursor = `1-${requestId(1)}`;
  test.for<[string, string[]]>([
    ["?limit=0", ["limit"]],
    ["?limit=101", ["limit"]],
    ["?limit=-1", ["limit"]],
    ["?limit=1.5", ["limit"]],
    ["?limit=1e1", ["limit"]],
    ["?limit=", ["limit"]],
    ["?limit=ten", ["limit"]],
    ["?limit=1&limit=2", ["limit"]],
    ["?before=", ["before"]],
    ["?before=1", ["before"]],
    ["?before=1-0x12", ["before"]],
    [`?before=${cursor}0`, ["before"]],
    [`?before=-${cursor}`, ["before"]],
    [`?before=999999999999999${cursor}`, ["before"]],
    [`?before=${cursor.replace("0x", "0X")}`, ["before"]],
    ["?before=x&limit=x", ["before", "limit"]],
  ])("are refused for %s, and the error names it", async ([query, names]) => {
    const { status, body } = await ask(untouched, query);
    expect([status, body.error, body.remedy.action]).toEqual([400, "bad_request", "fix_request"]);
    expect(body.fields.map(({ loc }: any) => loc)).toEqual(names.map((name) => ["query", name]));
    for (const { msg } of body.fields) expect(msg).toMatch(/^`\w+` must be .*\.$/);
  });
});

describe("many visitors", () => {
  test("see an answer at most a second old, by the clock", async () => {
    const clock = manualClock(noon);
    await using service = await services.open({ overrides: { clock } });
    const { store } = service.parts;
    const entry = makeEntry({ number: 1, seenAtMs: noon });
    const shown = async () => {
      const { requests, totals } = (await ask(service)).body;
      return [requests[0]?.state, totals.seen, totals.fetched];
    };
    await store.addEntry(entry);
    expect(await shown()).toEqual(["seen", 1, 0]);
    await moveEntry(store, { ...entry, state: "fetched" });
    await clock.advance(999);
    expect(await shown()).toEqual(["seen", 1, 0]);
    await clock.advance(1);
    expect(await shown()).toEqual(["fetched", 0, 1]);
  });

  test("cost the store one read, and another page another read", async () => {
    await using lower = await services.open();
    const { store } = lower.parts;
    for (let number = 0; number < 3; number += 1)
      await store.addEntry(makeEntry({ number, seenAtMs: noon + number }));
    const readings = { listEntries: 0, countEntries: 0 };
    const counting = {
      ...store,
      listEntries: async (page: Parameters<typeof store.listEntries>[0]) => {
        readings.listEntries += 1;
        return store.listEntries(page);
      },
      countEntries: async () => {
        readings.countEntries += 1;
        return store.countEntries();
      },
    };
    await using service = await services.open({ overrides: { clock: manualClock(noon), store: counting } });
    const answers = await Promise.all(Array.from({ length: 50 }, async () => ask(service, "?limit=2")));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(readings).toEqual({ listEntries: 1, countEntries: 1 });
    await ask(service, `?limit=2&before=${answers[0]!.body.next}`);
    expect(readings).toEqual({ listEntries: 2, countEntries: 1 });
  });

  test("see an error when the store is unavailable, and data again once it is back", async () => {
    await using lower = await services.open();
    let isGone = true;
    const store = {
      ...lower.parts.store,
      listEntries: async (page: Parameters<typeof lower.parts.store.listEntries>[0]) => {
        if (isGone) throw new Fault("store_unavailable");
        return lower.parts.store.listEntries(page);
      },
    };
    await using service = await services.open({ overrides: { clock: manualClock(noon), store } });
    const refused = await ask(service);
    expect([refused.status, refused.body.error]).toEqual([503, "store_unavailable"]);
    isGone = false;
    expect((await ask(service)).status).toBe(200);
  });

  test("may be served from a cache for a second", async () => {
    expect((await ask(untouched)).headers.get("cache-control")).toBe("public, max-age=1");
  });
});

test("the API's description matches the answers, and names the query", async () => {
  await using service = await services.open();
  const { store } = service.parts;
  await writeMechs(store, { atMs: noon });
  for (const [number, state] of entryStates.entries())
    await store.addEntry(makeEntry({ number, seenAtMs: noon + number, state }));
  const { paths } = (await (await service.send("/openapi.json")).json()) as any;
  const { parameters, responses } = paths["/v1/marketplace"].get;
  const query = parameters.filter(({ in: place }: any) => place === "query");
  expect(query.map(({ name, required }: any) => [name, required])).toEqual([
    ["before", undefined],
    ["limit", undefined],
  ]);
  const schema = z.fromJSONSchema(responses[200].content["application/json"].schema);
  const { body } = await ask(service);
  expect(body.requests).toHaveLength(entryStates.length);
  expect(schema.safeParse(body).error).toBeUndefined();
  expect(schema.safeParse({ ...body, requests: [{ ...body.requests[0], state: "asleep" }] }).success).toBe(
    false,
  );
});
