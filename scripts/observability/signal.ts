/** Something worth watching: a panel of a dashboard and, where somebody must act, an alert. */
export type Signal = Readonly<{
  title: string;
  /** What is drawn; a legend names the series. */
  drawn: Readonly<{ expr: string; legend: string }>[];
  unit: "per second" | "seconds" | "count" | "currency" | "yes or no" | "bytes";
  alert?: Alert;
}>;

export type Alert = Readonly<{
  /** CamelCase, as Prometheus has them. */
  name: string;
  when: string;
  /** How long it must be so. */
  forMinutes: number;
  /** `page`: wake somebody. `ticket`: look at it today. */
  severity: "page" | "ticket";
  /** One sentence: what is wrong. */
  says: string;
  /** What to do, in Markdown. */
  todo: string;
}>;

export type Board = Readonly<{ id: string; title: string; signals: readonly Signal[] }>;

/** What 99 of 100 stay below, of a histogram. */
export const p99 = (metric: string, by: string): string =>
  `histogram_quantile(0.99, sum by (le, ${by}) (rate(${metric}_bucket[5m])))`;
