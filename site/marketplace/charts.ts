import { byId, count, make } from "../parts/elements.ts";
import { lineChart } from "../parts/line-chart.ts";
import type { ShownRequest } from "./answer.ts";

type Point = Readonly<{ at: number; value: number }>;

export function showCharts(requests: readonly ShownRequest[]): void {
  const delivered = requests.filter(({ times }) => times["delivered"] !== undefined);
  // A validation earns nothing.
  const paid = delivered.filter(({ delivery }) => delivery !== null && delivery.rate_wei !== "0");
  const { currency = null, token = null } = paid[0] ?? {};
  const charts = [
    chartOf("Requests", toSum(requests.map(({ times }) => ({ at: timeOf(times["seen"]), value: 1 })))),
    chartOf("Seconds to delivery", inOrder(delivered.map(toLatency))),
    // Coins of different chains and tokens are not added up: those of the newest delivery are shown.
    chartOf(
      `Earned${currency === null ? "" : `, in ${currency}`}`,
      toSum(paid.filter((each) => each.currency === currency && each.token === token).map(toEarning)),
    ),
  ].filter((chart) => chart !== undefined);
  byId("charts").hidden = charts.length === 0;
  byId("chart-list").replaceChildren(...charts);
  byId("charts-of").textContent = `Of the ${count(requests.length, "request")} shown below.`;
}

const timeOf = (moment: string | undefined): number => Date.parse(moment ?? "");
const toLatency = ({ times, seconds_to_delivery }: ShownRequest): Point => ({
  at: timeOf(times["delivered"]),
  value: seconds_to_delivery ?? 0,
});
const toEarning = ({ times, delivery, decimals }: ShownRequest): Point => ({
  at: timeOf(times["delivered"]),
  value: Number(delivery?.rate_wei ?? 0) / 10 ** decimals,
});

function inOrder(points: readonly Point[]): readonly Point[] {
  return points.filter(({ at }) => Number.isFinite(at)).toSorted((one, other) => one.at - other.at);
}

/** Each point with everything before it added. */
function toSum(points: readonly Point[]): readonly Point[] {
  let sum = 0;
  return inOrder(points).map(({ at, value }) => ({ at, value: (sum += value) }));
}

/** One point has no shape over time. */
function chartOf(name: string, points: readonly Point[]): HTMLElement | undefined {
  if (points.length < 2) return undefined;
  const last = points.at(-1)!;
  const caption = `${name}: ${last.value.toLocaleString("en", { maximumFractionDigits: 4 })}`;
  const [from, to] = [points[0]!, last].map(({ at }) =>
    new Date(at).toISOString().slice(0, 16).replace("T", " "),
  );
  return make(
    "figure",
    {},
    make("figcaption", {}, caption),
    lineChart(`${name} over time`, points),
    make("p", { class: "soft" }, `${from} to ${to} UTC`),
  );
}
