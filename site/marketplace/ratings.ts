import { ask } from "../parts/api.ts";
import { barChart } from "../parts/charts/bar-chart.ts";
import { drawAtWidth } from "../parts/charts/svg.ts";
import { byId, count, make } from "../parts/elements.ts";
import { onExplorer } from "./explorer.ts";
import { offerRating, type HowToRate } from "./rate.ts";

type Rating = Readonly<{ count: number; average: number | null }>;
type Rater = Readonly<{ address: string; is_requester: boolean; average: number | null }>;
type Reputation = Rating &
  Readonly<{
    chain_id: number;
    tags: readonly (Rating & Readonly<{ tag: string }>)[];
    all: Rating | null;
    as_of: string;
    raters: readonly Rater[];
    how_to_rate: HowToRate;
  }>;

/** What raters say of the agent, with who they are, and the form that adds a rating. */
export async function showRatings(): Promise<void> {
  try {
    const { answer } = await ask<Reputation>("/v1/reputation");
    showAverage(answer);
    showRaters(answer);
    offerRating(answer.how_to_rate);
  } catch (error) {
    byId("rating").textContent = error instanceof Error ? error.message : "The ratings cannot be read.";
    byId("rate-form").hidden = true;
  }
}

function showAverage({ count: ratings, average, all, tags, as_of }: Reputation): void {
  const everyone =
    all === null || all.average === null
      ? ""
      : ` Everyone's average: ${all.average.toLocaleString("en")} of 100, ${count(all.count, "rating")}.`;
  const asOf = ` Read from the chain at ${as_of.slice(11, 16)} UTC.`;
  byId("rating").replaceChildren(
    ...(average === null
      ? [
          make("b", {}, "No ratings yet"),
          make("span", {}, `from accounts that this agent served.${everyone}${asOf}`),
        ]
      : [
          make("b", { class: "num" }, average.toLocaleString("en")),
          make(
            "span",
            {},
            `of 100, from ${count(ratings, "rating")} by accounts that this agent served.${everyone}${asOf}`,
          ),
        ]),
  );
  byId("rating-tags").hidden = tags.length === 0;
  byId("rating-tags").textContent = `Other tags: ${tags.map(describeTag).join(", ")}.`;
}

/** What a tag measures is its rater's business: its average is told as it is, without a unit. */
function describeTag({ tag, count: ratings, average }: Reputation["tags"][number]): string {
  return `${tag} ${average?.toLocaleString("en") ?? "–"} (${count(ratings, "rating")})`;
}

const ranges = [
  { name: "0–19", from: 0 },
  { name: "20–39", from: 20 },
  { name: "40–59", from: 40 },
  { name: "60–79", from: 60 },
  { name: "80–100", from: 80 },
];

function showRaters({ raters, chain_id }: Reputation): void {
  const rated = raters.filter(({ average }) => average !== null);
  byId("ratings-shown").hidden = rated.length === 0;
  if (rated.length === 0) return;
  const inRange = (at: number, isServed: boolean): number =>
    rated.filter(
      ({ average, is_requester }) =>
        is_requester === isServed &&
        average! >= ranges[at]!.from &&
        average! < (ranges[at + 1]?.from ?? Number.POSITIVE_INFINITY),
    ).length;
  const [served, others] = [true, false].map((isServed) => ranges.map((_, at) => inRange(at, isServed)));
  const high = served!.at(-1)!;
  const total = served!.reduce((sum, each) => sum + each, 0);
  const finding =
    total === 0
      ? "No served account has rated yet"
      : `${high} of ${count(total, "served account")} rate 80 or more`;
  byId("ratings-found").textContent = finding;
  byId("ratings-of").textContent = `Accounts by rating; the ${rated.length} listed below`;
  const summary = `Accounts by rating, ${ranges.map(({ name }) => name).join(", ")}. Served: ${served!.join(", ")}. Others: ${others!.join(", ")}. ${finding}.`;
  const groups = ranges.map(({ name }, at) => ({
    name,
    bars: [
      { value: served![at]!, tone: "main" as const },
      { value: others![at]!, tone: "soft" as const },
    ],
  }));
  drawAtWidth(byId("ratings-chart"), (width) => barChart({ width, summary, groups, unit: "rating, of 100" }));
  byId("raters").replaceChildren(...rated.map((rater) => toRow(rater, chain_id)));
}

function toRow({ address, is_requester, average }: Rater, chainId: number): HTMLElement {
  const href = onExplorer(chainId, "address", address);
  const code = make("code", {}, address);
  return make(
    "tr",
    {},
    make("td", {}, href === undefined ? code : make("a", { href }, code)),
    make("td", {}, is_requester ? "yes" : "no"),
    make("td", { class: "r num" }, average!.toLocaleString("en")),
  );
}
