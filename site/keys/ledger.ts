import { byId, make } from "../parts/elements.ts";
import { lineChart } from "../parts/line-chart.ts";

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
  const points = entries.map(({ at, balance }) => ({ at: Date.parse(at), value: balance })).toReversed();
  byId("chart").replaceChildren(lineChart("Balance over time", points));
  byId("entries").replaceChildren(...entries.map(toRow));
}

function toRow({ at, delta, reason, reference, balance }: KeyLedgerAnswer["entries"][number]): HTMLElement {
  const isPayment = reason === "card" || reason === "deposit";
  return make(
    "tr",
    {},
    make("td", {}, make("time", { datetime: at }, `${at.slice(0, 10)} ${at.slice(11, 16)}`)),
    make("td", {}, reasons[reason] ?? reason),
    make("td", { class: delta < 0 ? "" : "good" }, delta > 0 ? `+${delta}` : String(delta)),
    make("td", {}, String(balance)),
    make("td", {}, isPayment ? make("code", {}, reference) : ""),
  );
}
