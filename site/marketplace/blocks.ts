import { barChart, type Bars } from "../parts/charts/bar-chart.ts";
import { drawAtWidth } from "../parts/charts/svg.ts";
import { byId, count, setText } from "../parts/elements.ts";
import type { ShownRequest } from "./answer.ts";
import { duration } from "./times.ts";

/** Deliveries that took longer than this share the last bar. */
const maxShown = 8;

/** How many blocks a delivery took; undefined for what was requested off chain, or is still to be delivered. */
export function blocksOf({ asked, delivery }: ShownRequest): number | undefined {
  return asked === null || delivery === null ? undefined : delivery.block - asked.block;
}

/** How long deliveries took, in blocks: the finding in words, and how often each number came. */
export function showBlocks(requests: readonly ShownRequest[]): void {
  const delivered = requests.filter((request) => blocksOf(request) !== undefined);
  const blocks = delivered.map((request) => blocksOf(request)!).toSorted((one, other) => one - other);
  const seconds = delivered
    .flatMap(({ seconds_to_delivery }) => seconds_to_delivery ?? [])
    .toSorted((one, other) => one - other);
  byId("blocks").hidden = blocks.length === 0;
  if (blocks.length === 0) return setText(byId("usually"), "");
  const [half, nearlyAll] = [share(blocks, 0.5), share(blocks, 0.95)];
  const inTime = seconds.length > 0 ? ` (${duration(share(seconds, 0.5))})` : "";
  setText(byId("usually"), `, usually within ${count(half, "block")}${inTime}`);
  const finding =
    half === nearlyAll
      ? `95 of 100 arrive within ${count(nearlyAll, "block")}`
      : `Half arrive within ${count(half, "block")}, 95 of 100 within ${nearlyAll}`;
  setText(byId("blocks-found"), finding);
  const subject = `Blocks from request to delivery, last ${count(blocks.length, "delivery", "deliveries")}`;
  setText(byId("blocks-of"), subject);
  const groups = countEach(blocks, half);
  const place = byId("blocks-chart");
  const shown = groups.map(({ name, bars }) => `${name}: ${bars[0]!.value}`).join(", ");
  if (place.dataset["shown"] === shown) return;
  place.dataset["shown"] = shown;
  const summary = `${subject}. By number of blocks: ${shown}. ${finding}.`;
  drawAtWidth(place, (width) => barChart({ width, summary, groups, unit: "blocks" }));
}

/** The smallest of these numbers that so many of them do not exceed. */
function share(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1]!;
}

function countEach(blocks: readonly number[], half: number): readonly Bars[] {
  const first = Math.min(...blocks, 1);
  const last = Math.min(Math.max(...blocks), first + maxShown - 1);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const number = first + at;
    const isLast = number === last && blocks.some((each) => each > last);
    const value = blocks.filter((each) => each === number || (isLast && each > number)).length;
    return {
      name: isLast ? `${number}+` : String(number),
      bars: [{ value, tone: number <= half ? ("main" as const) : ("soft" as const) }],
    };
  });
}
