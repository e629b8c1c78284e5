import { ask } from "../parts/api.ts";
import { byId, count, make } from "../parts/elements.ts";

type Rating = Readonly<{ count: number; average: number | null }>;
type Reputation = Rating &
  Readonly<{
    all: Rating | null;
    as_of: string;
    raters: readonly Readonly<{ address: string; is_requester: boolean; average: number | null }>[];
  }>;

/** What raters say of the agent, with who they are; nothing where there is no agent to rate. */
export async function showReputation(): Promise<void> {
  const found = await ask<Reputation>("/v1/reputation").catch(() => undefined);
  if (!found) return;
  const { count: ratings, average, all, as_of, raters } = found.answer;
  byId("reputation").hidden = false;
  byId("rating").textContent =
    average === null
      ? "No requester has rated the agent yet."
      : `${average.toLocaleString("en")} of 100, by ${count(ratings, "rating")} of requesters it has delivered to.`;
  byId("rating-of").textContent =
    `${all === null ? "" : `Everyone's ratings: ${all.count.toLocaleString("en")}. `}As of ${as_of.slice(0, 16).replace("T", " ")} UTC.`;
  byId("raters-table").hidden = raters.length === 0;
  byId("raters").replaceChildren(
    ...raters.map((rater) =>
      make(
        "tr",
        {},
        make("td", {}, make("code", {}, rater.address)),
        make("td", {}, rater.is_requester ? "yes" : "no"),
        make("td", { class: "number" }, rater.average === null ? "–" : rater.average.toLocaleString("en")),
      ),
    ),
  );
}
