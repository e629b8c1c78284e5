import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Route } from "../../service/entrances/http/route.ts";
import { routes } from "../../service/entrances/routes.ts";
import { hostileRequests, type HostileRequest } from "../support/hostile-requests.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";

/** How long the main thread may work without a pause, as the 99th percentile. */
const maxWorkedMs = 50;
/** Far above the normal value on a busy machine, and far below the value when a body could block the thread. */
const maxHealthMs = 5000;
const atOnce = 8;

/** Nothing answers at this address, which is enough to enable the routes. */
const nowhere = "http://127.0.0.1:9";
const everyRouteOpen = {
  FREE_CALLS_PER_DAY: "1",
  CHAIN_RPC_URL: nowhere,
  CHAIN_ID: "84532",
  DEPOSIT_CONTRACT: `0x${"1".repeat(40)}`,
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  STRIPE_API_BASE: nowhere,
  X402_PAYEE: `0x${"2".repeat(40)}`,
  X402_NETWORK: "eip155:84532",
  X402_FACILITATOR_URL: nowhere,
};

let service: ServiceProcess;
let folder: string;
let key: string;
beforeAll(async () => {
  // Building the requests takes seconds; connections would be closed meanwhile.
  for (const route of routes) for (const _ of requestsTo(route));
  folder = await mkdtemp(join(tmpdir(), "assay-event-loop-"));
  service = await startServiceProcess({ DATA_DIR: folder, ...everyRouteOpen }, { isMeasured: true });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  key = await service.createKey();
  // The day's only free call: from here on nothing reaches the engine, and the measurement starts after it.
  await service.validate(key, { code: "x = 1" });
  await service.workedMs();
});

describe("the main thread is not blocked by requests to", () => {
  test.for(routes.map((route): [string, Route] => [`${route.method.toUpperCase()} ${route.path}`, route]))(
    "%s",
    async ([, route]) => {
      const requests = [...requestsTo(route)];
      const watching = watchHealth();
      await eachOf([...requests.filter(isShort), ...requests.map(withKey)], send);
      const slowestHealthMs = await watching.stop();
      expect(percentile(await service.workedMs(), 0.99)).toBeLessThan(maxWorkedMs);
      expect(slowestHealthMs).toBeLessThan(maxHealthMs);
    },
  );
});

const requestsTo = (route: Route) => hostileRequests(route, 200_000);

/** An anonymous caller must be able to attack with few bytes; one who sends many has a key. */
const isShort = ({ body = "" }: HostileRequest): boolean => body.length <= 200_000;

const withKey = (request: HostileRequest): HostileRequest => ({
  ...request,
  headers: { authorization: `Bearer ${key}`, ...request.headers },
});

async function send({ name, method, path, headers, body }: HostileRequest): Promise<void> {
  const request = { method, headers, redirect: "manual", ...(body !== undefined && { body }) } as const;
  const response = await fetch(service.url + path, request);
  await response.arrayBuffer();
  expect({ name, status: response.status }).not.toEqual({ name, status: 500 });
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Polls the service's health, and returns the longest response time. */
function watchHealth() {
  const stopping = new AbortController();
  const watching = (async () => {
    let maxMs = 0;
    while (!stopping.signal.aborted) {
      const begunMs = performance.now();
      await (await fetch(`${service.url}/healthz`)).arrayBuffer();
      maxMs = Math.max(maxMs, performance.now() - begunMs);
      await setTimeout(20); // polling without a pause would use a whole core
    }
    return maxMs;
  })();
  return {
    stop: async () => {
      stopping.abort();
      return watching;
    },
  };
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
