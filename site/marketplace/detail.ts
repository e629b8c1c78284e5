import { make, setText } from "../parts/elements.ts";
import { exactTime } from "../parts/service-clock.ts";
import type { Delivery, ShownRequest } from "./answer.ts";
import { onExplorer } from "./explorer.ts";
import { setHash } from "./hash.ts";
import { duration } from "./times.ts";

const steps = [
  "seen",
  "fetched",
  "judged",
  "published",
  "delivered",
  "settled",
  "lost",
  "refused",
  "vanished",
];

/** All that is known of a request and too much for its row. */
export function fillDetail(list: HTMLElement, request: ShownRequest): void {
  const { asked, delivery, times, validation } = request;
  const valueOf = valuesIn(list);
  const hash = (name: string, value: string | null | undefined, kind?: "tx" | "address"): void => {
    if (value == null) return;
    const href = kind && onExplorer(request.chain_id, kind, value);
    setHash(valueOf(name), value, { what: name.toLowerCase(), href });
  };
  const text = (name: string, value: string | null): void => {
    if (value !== null) setText(valueOf(name), value);
  };
  hash(validation ? "Agent's owner" : "Requester", request.requester, "address");
  hash(validation ? "Validator" : "Mech", request.mech, "address");
  if (validation) {
    hash("Request hash", validation.request_hash);
    text("Agent", `${validation.agent_id} of ${validation.registry}`);
    text("Response", validation.response === null ? null : `${validation.response} of 100`);
  }
  hash("Decimal id", request.request_id_decimal);
  hash("Request's transaction", asked?.tx, "tx");
  hash("Delivery's transaction", delivery?.tx, "tx");
  hash("Request's CID", request.request_cid);
  hash("Verdict's CID", request.verdict_cid);
  text("Tool", request.tool);
  text("Tries", request.attempts > 1 ? String(request.attempts) : null);
  text("Asked in block", asked && asked.block.toLocaleString("en"));
  text("Delivered in block", delivery && delivery.block.toLocaleString("en"));
  text("Gas", delivery && `${delivery.gas.toLocaleString("en")}${sharedBy(delivery)}`);
  text("Problem", request.problem);
  for (const step of steps) text(capital(step), momentOf(times, step));
}

/** The value beside a name, added when it is first needed. */
function valuesIn(list: HTMLElement): (name: string) => HTMLElement {
  const known = new Map(
    Array.from(list.querySelectorAll("dt"), (name) => [
      name.textContent,
      name.nextElementSibling as HTMLElement,
    ]),
  );
  return (name) => known.get(name) ?? addValue(list, name);
}

function addValue(list: HTMLElement, name: string): HTMLElement {
  const value = make("dd");
  list.append(make("dt", {}, name), value);
  return value;
}

function momentOf(times: ShownRequest["times"], step: string): string | null {
  const at = Date.parse(times[step] ?? "");
  if (Number.isNaN(at)) return null;
  const seconds = (at - Date.parse(times.seen)) / 1000;
  return `${exactTime(at)}${step === "seen" ? "" : `, after ${duration(seconds)}`}`;
}

const sharedBy = ({ batch }: Delivery): string => (batch > 1 ? `, shared by ${batch} deliveries` : "");
const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
