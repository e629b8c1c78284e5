import { coins, duration, setText } from "./marketplace-elements.js";

const byId = (id) => document.getElementById(id);

export function showSummary({ agents, totals }, requests) {
  showTotals(totals);
  showMoney(agents);
  showKarma(agents.flatMap(({ mechs }) => mechs));
  showMedian(requests);
}

function showTotals(totals) {
  const present = Object.entries(totals).filter(([, count]) => count > 0);
  const total = present.reduce((sum, [, count]) => sum + count, 0);
  setText(byId("total"), total.toLocaleString("en"));
  const text = present.map(([state, count]) => `${count.toLocaleString("en")} ${state}`).join(", ");
  if (byId("by-state").textContent === text) return;
  byId("by-state").replaceChildren(...present.flatMap(countOf));
}

function countOf([state, count], index) {
  const [both, word] = [document.createElement("span"), document.createElement("span")];
  both.className = "count";
  word.className = "state";
  word.dataset.state = state;
  word.textContent = state;
  both.append(`${count.toLocaleString("en")} `, word);
  return index > 0 ? [", ", both] : [both];
}

function showMoney(agents) {
  const known = agents.filter(({ earned_wei }) => earned_wei !== null);
  const sums = (coinOf, tokenOf) => sumByMoney(known, coinOf, tokenOf);
  setText(
    byId("earned"),
    sums(
      ({ earned_wei }) => earned_wei,
      ({ earned }) => earned,
    ),
  );
  const collected = sums(
    ({ collected_wei }) => collected_wei,
    (token) => token.collected,
  );
  setText(byId("collected"), known.length > 0 ? `${collected} collected` : "");
  setText(
    byId("uncollected"),
    sums(
      ({ earned_wei, collected_wei }) => BigInt(earned_wei) - BigInt(collected_wei),
      (token) => BigInt(token.earned) - BigInt(token.collected),
    ),
  );
}

/** Coins of different chains are not added up, nor different tokens. */
function sumByMoney(agents, coinOf, tokenOf) {
  const sums = new Map();
  const add = (name, { currency, decimals }, amount) =>
    sums.set(name, { currency, decimals, sum: (sums.get(name)?.sum ?? 0n) + BigInt(amount) });
  for (const agent of agents) {
    add(agent.currency, agent, coinOf(agent));
    for (const token of agent.tokens) add(`${agent.chain_id}:${token.token}`, token, tokenOf(token));
  }
  const shown = [...sums.values()].map(({ currency, decimals, sum }) => coins(sum, currency, decimals));
  return shown.join(" + ") || "–";
}

function showKarma(mechs) {
  setText(byId("karma"), mechs.map(({ karma }) => karma.toLocaleString("en")).join(" · ") || "–");
  setText(
    byId("karma-of"),
    mechs.length > 1 ? `of ${mechs.length} mechs` : mechs.length > 0 ? "of one mech" : "",
  );
}

function showMedian(requests) {
  const times = requests
    .map(({ seconds_to_delivery }) => seconds_to_delivery)
    .filter((time) => time !== null);
  const sorted = times.sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  setText(byId("median"), sorted.length > 0 ? duration(median) : "–");
  setText(byId("median-of"), sorted.length > 0 ? `of ${sorted.length} shown` : "none delivered yet");
}
