import { expect, test } from "vitest";
import { borrowChain } from "../support/local-chain.ts";
import type { Board } from "../../scripts/observability/signal.ts";
import { boards } from "../../scripts/observability/signals.ts";
import { openTestAgent } from "../support/agent.ts";
import { startRedis } from "../support/redis-server.ts";
import { openTestService } from "../support/service.ts";

/** Labels that the scraper adds by itself. */
const ofPrometheus = ["up"];

test("every expression of a dashboard or an alert uses metrics that exist", async () => {
  await using chain = await borrowChain();
  await using redis = await startRedis();
  const env = { ...chain.env, REDIS_URL: redis.url };
  await using service = await openTestService({ env: { ...env, SANDBOX: "docker" } });
  await using agent = await openTestAgent({ ...env, SERVICE_URL: service.url });
  const missing = [
    ...missingOn(boards[0]!, await metricsOf(service.url)),
    ...missingOn(boards[1]!, await metricsOf(agent.url)),
  ];
  expect(missing).toEqual([]);
});

test("a metric that does not exist is reported", () => {
  const title = "x";
  const drawn = [{ expr: "sum by (a) (rate(assay_no_such_total[5m]))", legend: "a" }];
  const board: Board = { id: "b", title, signals: [{ title, drawn, unit: "count" }] };
  expect(missingOn(board, new Set(["assay_verdicts_total"]))).toEqual(["x: assay_no_such_total"]);
});

test("alerts have unique names", () => {
  const names = boards.flatMap(({ signals }) => signals.flatMap(({ alert }) => alert?.name ?? []));
  expect(new Set(names).size).toBe(names.length);
});

async function metricsOf(url: string): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name!));
}

function missingOn({ signals }: Board, metrics: ReadonlySet<string>): string[] {
  return signals.flatMap(({ title, drawn, alert }) =>
    [...drawn.map(({ expr }) => expr), alert?.when ?? ""]
      .flatMap((expr) =>
        Array.from(expr.matchAll(/\b(?:assay|nodejs|process)_\w+|\bup\b/g), ([name]) => name),
      )
      .map((name) => name.replace(/_bucket$/, ""))
      .filter((name) => !metrics.has(name) && !ofPrometheus.includes(name))
      .map((name) => `${title}: ${name}`),
  );
}
