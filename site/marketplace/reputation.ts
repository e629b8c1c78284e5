import { ask } from "../parts/api.ts";
import { byId, count, make } from "../parts/elements.ts";

type Rating = Readonly<{ count: number; average: number | null }>;
type Reputation = Rating &
  Readonly<{
    tags: readonly (Rating & Readonly<{ tag: string }>)[];
    all: Rating | null;
    as_of: string;
    raters: readonly Readonly<{ address: string; is_requester: boolean; average: number | null }>[];
  }>;

/** What raters say of the agent, with who they are; nothing where there is no agent to rate. */
export async function showReputation(): Promise<void> {
  const found = await ask<Reputation>("/v1/reputation").catch(() => undefined);
  if (!found) return;
  const { count: ratings, average, tags, all, as_of, raters } = found.answer;
  byId("reputation").hidden = false;
  byId("rating").textContent =
    average === null
      ? "Nobody who was served has rated the agent yet."
      : `${average.toLocaleString("en")} of 100, by ${count(ratings, "rating")} of those who were served.`;
  byId("rating-tags").hidden = tags.length === 0;
  byId("rating-tags").textContent = `Other tags: ${tags.map(describeTag).join(", ")}.`;
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

/** What a tag measures is its rater's business: its average is told as it is, without a unit. */
function describeTag({ tag, count: ratings, average }: Reputation["tags"][number]): string {
  return `${tag} ${average?.toLocaleString("en") ?? "–"} (${count(ratings, "rating")})`;
}
