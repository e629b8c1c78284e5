import { setImmediate as afterOtherRequests } from "node:timers/promises";
import type { Instruments } from "../../platform/instruments.ts";
import { systemClock, type Clock } from "../../platform/clock.ts";
import { createSharedReadings } from "../limits/shared-readings.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

type Tier = "free" | "paid" | "x402" | "trial" | "operator";
type Text = Readonly<{ body: string; type: string }>;
type Totals = Record<string, Record<string, number>>;

/** Counts and durations, kept for this process alone. No label ever holds what a caller wrote. */
export type Metrics = Instruments &
  Readonly<{
    countVerdict(verdict: {
      tier: Tier;
      mode: string;
      isValid: boolean;
      isRepeat: boolean;
      /** The tools that did not finish. */
      incomplete: readonly string[];
    }): void;
    countRefusal(code: string): void;
    /** A call whose charge had been given back to the caller by the time its work was done. */
    countGone(paidBy: "allowance" | "credits" | "nothing" | "x402"): void;
    /** Begun work whose callers have all gone: stopped at no cost to them, or carried to its end. */
    countAbandoned(outcome: "stopped" | "carried on"): void;
    observeRequest(request: { route: string; method: string; status: number; seconds: number }): void;
    /** Sums by one label, whose values are ours. */
    adder(name: string, help: string, label: string): (value: string, amount: number) => void;
    /** Numbers by one label, whose values are ours, read at that moment; those that cannot be read are left out. */
    watchBy(
      name: string,
      help: string,
      watched: Readonly<{ label: string; read: () => Promise<Readonly<Record<string, number>>> }>,
    ): void;
    /** Verdicts given since the start, by tier and mode. */
    totals(): Promise<Totals>;
    text(): Promise<Text>;
  }>;

/** Anybody may ask for the metrics where no `ADMIN_TOKEN` is set: all who ask within this time cost one reading. */
const keptReadings = { ttlMs: 2000, maxEntries: 1 };

const seconds = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(clock: Pick<Clock, "monotonic"> = systemClock): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const verdicts = new Counter({
    name: "assay_verdicts_total",
    help: "Verdicts, by payment.",
    labelNames: ["tier", "mode", "valid", "repeat"],
    registers,
  });
  const incompletes = new Counter({
    name: "assay_incomplete_total",
    help: "Verdicts that a tool did not finish for, by tool.",
    labelNames: ["tool"],
    registers,
  });
  const refusals = new Counter({
    name: "assay_refusals_total",
    help: "Requests refused, by error code.",
    labelNames: ["error"],
    registers,
  });
  const gone = new Counter({
    name: "assay_calls_gone_total",
    help: "Running calls whose charge was refunded as if this process had ended.",
    labelNames: ["paid_by"],
    registers,
  });
  const abandoned = new Counter({
    name: "assay_calls_abandoned_total",
    help: "Calls whose callers left after the work had started.",
    labelNames: ["outcome"],
    registers,
  });
  const requests = new Histogram({
    name: "assay_request_seconds",
    help: "How long requests took, by route.",
    labelNames: ["route", "method", "status"],
    buckets: seconds,
    registers,
  });
  /** Takes milliseconds of the thread that answers everybody: all who ask before it begins share one text. */
  let nextText: Promise<Text> | undefined;
  async function renderText(): Promise<Text> {
    await afterOtherRequests();
    nextText = undefined;
    return { body: await registry.metrics(), type: registry.contentType };
  }
  /** A metric that is created again continues its count. */
  function counterOf(name: string, help: string, ...labelNames: string[]): Counter {
    const known = registry.getSingleMetric(name) as Counter | undefined;
    return known ?? new Counter({ name, help, labelNames, registers });
  }
  return {
    countVerdict: ({ tier, mode, isValid, isRepeat, incomplete }) => {
      verdicts.inc({ tier, mode, valid: String(isValid), repeat: String(isRepeat) });
      for (const tool of incomplete) incompletes.inc({ tool });
    },
    countRefusal: (error) => refusals.inc({ error }),
    countGone: (paidBy) => gone.inc({ paid_by: paidBy }),
    countAbandoned: (outcome) => abandoned.inc({ outcome }),
    observeRequest: ({ route, method, status, seconds: duration }) =>
      requests.observe({ route, method, status }, duration),
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    watchBy: (name, help, { label, read }) => {
      const shared = createSharedReadings<Readonly<Record<string, number>>>(clock, keptReadings);
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset();
          // What cannot be read is missing, not zero.
          const numbers = await shared("", read).catch(() => ({}));
          for (const [value, number] of Object.entries(numbers)) this.set({ [label]: value }, number);
        },
      });
    },
    counter: (name, help, ...labels) => {
      const counter = counterOf(name, help, ...labels);
      return (...values) => counter.inc(Object.fromEntries(labels.map((label, at) => [label, values[at]!])));
    },
    adder: (name, help, label) => {
      const counter = counterOf(name, help, label);
      return (value, amount) => counter.inc({ [label]: value }, amount);
    },
    timer: (name, help, label) => {
      const known = registry.getSingleMetric(name) as Histogram | undefined;
      const histogram =
        known ?? new Histogram({ name, help, labelNames: [label], buckets: seconds, registers });
      return (value, duration) => histogram.observe({ [label]: value }, duration);
    },
    totals: async () => {
      const totals: Totals = { free: {}, paid: {}, x402: {}, trial: {}, operator: {} };
      for (const { labels, value } of (await verdicts.get()).values) {
        const modes = (totals[String(labels.tier)] ??= {});
        modes[String(labels.mode)] = (modes[String(labels.mode)] ?? 0) + value;
      }
      return totals;
    },
    text: async () => (nextText ??= renderText()),
  };
}
