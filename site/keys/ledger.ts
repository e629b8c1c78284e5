import { lineChart } from "../parts/charts/line-chart.ts";
import { drawAtWidth } from "../parts/charts/svg.ts";
import { byId, count, make } from "../parts/elements.ts";

/** The answer of `GET /v1/keys/ledger`, newest first. */
export type KeyLedgerAnswer = Readonly<{
  entries: readonly Readonly<{
    at: string;
    delta: number;
    reason: string;
    reference: string;
    balance: number;
  }>[];
}>;

const reasons: Readonly<Record<string, string>> = {
  grant: "Added by the operator",
  welcome: "Welcome credits",
  charge: "Used",
  give_back: "Given back",
  card: "Bought by card",
  deposit: "Bought by wallet",
  reversal: "Payment taken back",
  reversal_undone: "Payment restored",
};

export function showLedger({ entries }: KeyLedgerAnswer): void {
  byId("no-entries").hidden = entries.length > 0;
  byId("ledger").hidden = entries.length === 0;
  if (entries.length === 0) return;
  byId("entries").replaceChildren(...entries.map(toRow));
  showChart(entries);
}

function showChart(entries: KeyLedgerAnswer["entries"]): void {
  const points = entries.map(({ at, balance }) => ({ at: Date.parse(at), value: balance })).toReversed();
  const [first, last] = [points[0]!, points.at(-1)!];
  const highest = Math.max(...points.map(({ value }) => value));
  const finding = `${count(last.value, "credit")} now, ${highest.toLocaleString("en")} at most`;
  byId("ledger-found").textContent = finding;
  byId("ledger-of").textContent = `Balance in credits, ${day(first.at)} to ${day(last.at)}`;
  const summary = `Balance in credits from ${day(first.at)} to ${day(last.at)}: ${first.value} at first, ${finding}.`;
  drawAtWidth(byId("chart"), (width) => lineChart({ width, summary, points }));
}

function day(at: number): string {
  return new Date(at).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
}

function toRow({ at, delta, reason, reference, balance }: KeyLedgerAnswer["entries"][number]): HTMLElement {
  const isPayment = reason === "card" || reason === "deposit";
  const change = delta > 0 ? `+${delta.toLocaleString("en")}` : `−${Math.abs(delta).toLocaleString("en")}`;
  return make(
    "tr",
    {},
    make(
      "td",
      { class: "num nowrap" },
      make("time", { datetime: at }, `${at.slice(0, 10)} ${at.slice(11, 16)}`),
    ),
    make("td", {}, reasons[reason] ?? reason),
    make("td", { class: delta < 0 ? "r num" : "r num good" }, change),
    make("td", { class: "r num" }, balance.toLocaleString("en")),
    make("td", { class: "ref" }, isPayment ? make("code", {}, reference) : ""),
  );
}
