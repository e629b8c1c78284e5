import { setTimeout as wait } from "node:timers/promises";
import { proveLedger } from "../../../scripts/ledger/prove.ts";
import { openRecord, type RunRecord } from "./record.ts";
import { openScene } from "./scene.ts";
import { planFaults } from "./schedule.ts";
import { measureCapacity, sendAtRate } from "./send-traffic.ts";
import { tryAgain } from "./try-again.ts";
import { openA2a } from "./traffic/a2a.ts";
import { openHttp } from "./traffic/http.ts";
import { openMarketplace } from "./traffic/marketplace.ts";
import { openMcp } from "./traffic/mcp.ts";
import { openX402 } from "./traffic/x402.ts";

export type RunSettings = Readonly<{
  minutes: number;
  seed: number;
  /** A fixed rate instead of four fifths of the measured one. */
  perSecond?: number;
  /** The longest that a fault lasts; the shortest is half of it. */
  maxFaultMs: number;
  say(line: string): void;
  /** Stops everything that was started, and rejects. */
  signal?: AbortSignal;
}>;

/** The time from the end of a fault to the first right answer of what it affected. */
export type Recovery = Readonly<{ part: string; how: string; lastedMs: number; recoveredMs: number }>;

export type FaultReport = Readonly<{
  record: Pick<RunRecord, "violations" | "counts" | "count">;
  recoveries: readonly Recovery[];
  perSecond: number;
  skipped: number;
  /** What the proof of the ledger read. */
  ledger: Readonly<{ accounts: number; entries: number }>;
}>;

/** Lets one part after the other fail under traffic, and proves in the end that nothing was lost, doubled or wrong. */
export async function runFaults({
  minutes,
  seed,
  say,
  signal,
  ...settings
}: RunSettings): Promise<FaultReport> {
  const record = openRecord();
  const startedAt = performance.now();
  const tell = (words: string): void => say(`${clockOf(performance.now() - startedAt)}  ${words}`);
  tell("starting PostgreSQL, Redis, a chain, IPFS, a facilitator, three replicas and two agents");
  await using scene = await openScene(record);
  const http = await openHttp(scene);
  const x402 = await openX402(scene);
  const marketplace = await openMarketplace(scene);
  const traffics = [http, await openMcp(scene), await openA2a(scene), x402, marketplace];

  let { perSecond } = settings;
  if (perSecond === undefined) {
    const capacity = await measureCapacity(traffics, { forMs: 15_000, callers: 16, seed });
    perSecond = 0.8 * capacity;
    tell(`measured ${capacity.toFixed(1)} answers a second; sending ${perSecond.toFixed(1)}`);
  }
  const sending = sendAtRate(traffics, { perSecond, seed, record });
  const recoveries: Recovery[] = [];
  const endsAt = performance.now() + minutes * 60_000;
  const probes = { http, x402, marketplace };
  for (const { fault, lastsMs, quietMs } of planFaults(scene, probes, { seed, maxMs: settings.maxFaultMs })) {
    signal?.throwIfAborted();
    if (performance.now() + quietMs + lastsMs > endsAt) break;
    await wait(quietMs);
    const { part, how } = fault;
    await fault.strike();
    const struckAt = performance.now();
    await wait(lastsMs);
    await fault.end();
    const endedAt = performance.now();
    await fault.probe();
    const recoveredMs = performance.now() - endedAt;
    recoveries.push({ part, how, lastedMs: endedAt - struckAt, recoveredMs });
    tell(
      `${part} ${how} for ${seconds(endedAt - struckAt)}, right again after ${seconds(recoveredMs)}; so far ` +
        `${record.count("right")} right, ${record.count("refused")} refused, ${record.count("lost")} lost`,
    );
  }
  await sending.stop();
  tell("no more traffic; proving the ledger, the payments and the journal");
  for (const { prove } of traffics) for (const sentence of await prove()) record.violate(sentence);
  const { contradictions, accounts, entries } = await tryAgain(async () => proveLedger(scene.store));
  for (const contradiction of contradictions) record.violate(`ledger: ${contradiction}`);
  return { record, recoveries, perSecond, skipped: sending.skipped(), ledger: { accounts, entries } };
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function clockOf(ms: number): string {
  const whole = Math.floor(ms / 1000);
  return `${String(Math.floor(whole / 60)).padStart(2)}:${String(whole % 60).padStart(2, "0")}`;
}
