import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../service/entrances/routes.ts";
import { hostileRequests, type HostileRequest } from "../support/hostile-requests.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";

/** What no caller may make the thread that answers everybody work without a pause, as the 99th percentile. */
const maxWorkedMs = 50;

let service: ServiceProcess;
let folder: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-event-loop-"));
  service = await startServiceProcess({ DATA_DIR: folder, ...everyRouteOpen }, { program: "measured" });
  key = await service.mintKey();
  // The day's only free call: from here on nothing reaches the engine, and all that is measured comes before it.
  await service.validate(key, { code: "x = 1" });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Nobody answers at these addresses, which is enough for the routes to be there. */
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

describe("no request holds up the thread that answers everybody", () => {
  test.for(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    "%s",
    async ([, route]) => {
      await service.workedMs();
      const watching = watchHealth();
      const requests = [...hostileRequests(route)];
      await atOnce(8, [...requests, ...requests.map(withKey)], send);
      const slowestHealthMs = await watching.stop();
      expect(percentile(await service.workedMs(), 0.99)).toBeLessThan(maxWorkedMs);
      expect(slowestHealthMs).toBeLessThan(5000);
    },
  );
});

const withKey = (request: HostileRequest): HostileRequest => ({
  ...request,
  headers: { authorization: `Bearer ${key}`, ...request.headers },
});

async function send({ name, method, path, headers, body }: HostileRequest): Promise<void> {
  const response = await fetch(service.url + path, {
    method,
    headers,
    redirect: "manual",
    ...(body && { body }),
  });
  await response.arrayBuffer();
  expect([name, response.status]).not.toEqual([name, 500]);
}

async function atOnce<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Asks for the service's health again and again, and tells the longest that took. */
function watchHealth() {
  const stopping = new AbortController();
  const watching = (async () => {
    let slowest = 0;
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      await (await fetch(`${service.url}/healthz`)).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - begun);
    }
    return slowest;
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
  console.log(sorted.length, sorted.at(Math.floor(share * sorted.length)), sorted.at(-1));
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
