import { quantile } from "../../bench/numbers.ts";
import type { Table } from "../../bench/table.ts";
import { seconds, type FaultReport, type Recovery } from "./run.ts";

/** How long it took to recover from each kind of fault. */
export function recoveryTable(recoveries: readonly Recovery[]): Table {
  const groups = Map.groupBy(recoveries, ({ part, how }) => `${part} ${how}`);
  const rows = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const times = own.map(({ recoveredMs }) => recoveredMs);
      return [name, String(own.length), seconds(quantile(times, 0.5)), seconds(Math.max(...times))];
    });
  return { head: ["fault", "times", "recovery: median", "longest"], rows };
}

/** The result of every attempt, by entrance. */
export function answerTable({ record: { counts } }: Pick<FaultReport, "record">): Table {
  const first = ["right", "lost", "incomplete"];
  const others = new Set([...counts.values()].flatMap((own) => [...own.keys()]));
  const names = [...first, ...[...others].filter((name) => !first.includes(name)).toSorted()];
  const rows = [...counts].map(([traffic, own]) => [
    traffic,
    ...names.map((name) => String(own.get(name) ?? 0)),
  ]);
  return { head: ["attempts", ...names], rows };
}
