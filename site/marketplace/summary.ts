import { byId, make, setText } from "../parts/elements.ts";
import { coins } from "./amounts.ts";
import type { AgentToken, Money, ShownAgent, ShownMarketplace, ShownMech, ShownRequest } from "./answer.ts";
import { duration } from "./times.ts";

export function showSummary({ agents, totals }: ShownMarketplace, requests: readonly ShownRequest[]): void {
  showTotals(totals);
  showMoney(agents);
  showKarma(agents.flatMap(({ mechs }) => mechs));
  showMedian(requests);
}

function showTotals(totals: ShownMarketplace["totals"]): void {
  const present = Object.entries(totals).filter(([, number]) => number > 0);
  const total = present.reduce((sum, [, number]) => sum + number, 0);
  setText(byId("total"), total.toLocaleString("en"));
  const text = present.map(([state, number]) => `${number.toLocaleString("en")} ${state}`).join(", ");
  if (byId("by-state").textContent === text) return;
  byId("by-state").replaceChildren(...present.flatMap(countOf));
}

function countOf([state, number]: readonly [string, number], index: number): readonly (Node | string)[] {
  const word = make("span", { class: "state", "data-state": state }, state);
  const both = make("span", { class: "count" }, `${number.toLocaleString("en")} `, word);
  return index > 0 ? [", ", both] : [both];
}

type Earnings = Readonly<{ earned: bigint; collected: bigint }>;

function showMoney(agents: readonly ShownAgent[]): void {
  const earnings = agents.flatMap(earningsOf);
  const sums = (amountOf: (earnings: Earnings) => bigint): string => sumByMoney(earnings, amountOf);
  const collected = sums((each) => each.collected);
  setText(
    byId("earned"),
    sums((each) => each.earned),
  );
  setText(byId("collected"), earnings.length > 0 ? `${collected} collected` : "");
  setText(
    byId("uncollected"),
    sums((each) => each.earned - each.collected),
  );
}

type NamedEarnings = Earnings & Readonly<{ name: string; money: Pick<Money, "currency" | "decimals"> }>;

/** What an agent has in the chain's coin and in each token; nothing where it wrote nothing of itself yet. */
function earningsOf(agent: ShownAgent): readonly NamedEarnings[] {
  const { chain_id, currency, earned_wei: earned, collected_wei: collected, tokens } = agent;
  if (earned === null || collected === null) return [];
  const coin = { name: String(currency), money: { currency, decimals: 18 } };
  return [
    { ...coin, earned: BigInt(earned), collected: BigInt(collected) },
    ...tokens.map((token) => tokenEarnings(chain_id, token)),
  ];
}

function tokenEarnings(chainId: number, token: AgentToken): NamedEarnings {
  const { earned, collected } = token;
  return {
    name: `${chainId}:${token.token}`,
    money: token,
    earned: BigInt(earned),
    collected: BigInt(collected),
  };
}

/** Coins of different chains are not added up, nor different tokens. */
function sumByMoney(earnings: readonly NamedEarnings[], amountOf: (earnings: Earnings) => bigint): string {
  const groups = Map.groupBy(earnings, ({ name }) => name).values();
  const shown = Array.from(groups, (group) =>
    coins(
      group.reduce((sum, each) => sum + amountOf(each), 0n),
      group[0]!.money,
    ),
  );
  return shown.join(" + ") || "–";
}

function showKarma(mechs: readonly ShownMech[]): void {
  setText(byId("karma"), mechs.map(({ karma }) => karma.toLocaleString("en")).join(" · ") || "–");
  setText(
    byId("karma-of"),
    mechs.length > 1 ? `of ${mechs.length} mechs` : mechs.length > 0 ? "of one mech" : "",
  );
}

function showMedian(requests: readonly ShownRequest[]): void {
  const times = requests
    .flatMap(({ seconds_to_delivery }) => seconds_to_delivery ?? [])
    .toSorted((one, other) => one - other);
  const middle = times.length / 2;
  const median = (times[Math.ceil(middle) - 1]! + times[Math.floor(middle)]!) / 2;
  setText(byId("median"), times.length > 0 ? duration(median) : "–");
  setText(byId("median-of"), times.length > 0 ? `of ${times.length} shown` : "none delivered yet");
}
