import { byId, fromTemplate, make, setText } from "../parts/elements.ts";
import { coins, setCoins } from "./amounts.ts";
import type { ShownRequest } from "./answer.ts";
import { blocksOf } from "./blocks.ts";
import { fillDetail } from "./detail.ts";
import { onExplorer } from "./explorer.ts";
import { setHash } from "./hash.ts";
import { setTime } from "./times.ts";

type Row = { readonly main: HTMLElement; readonly detail: HTMLElement; state: string | undefined };

const highlightMs = 4000;
const rows = new Map<string, Row>();

/** Shows exactly these requests, changing in place what is on the page. Answers how many came and moved on. */
export function showRequests(
  requests: readonly ShownRequest[],
  { isNews }: Readonly<{ isNews: boolean }>,
): Readonly<{ added: number; changed: number }> {
  const body = byId("rows");
  const keepPlace = readerPlace(body);
  let [added, changed] = [0, 0];
  let previous: HTMLElement | undefined;
  for (const request of requests) {
    const row = rows.get(request.request_id) ?? addRow(request, isNews);
    if (row.state === undefined) added += 1;
    else if (row.state !== request.state) changed += 1;
    fillRow(row, request);
    place(body, row, previous);
    previous = row.detail;
  }
  dropOthers(requests);
  keepPlace();
  return { added, changed };
}

function addRow({ request_id }: ShownRequest, isNews: boolean): Row {
  const [main, detail] = [fromTemplate("row"), fromTemplate("detail")];
  const button = main.querySelector(".expand")!;
  detail.id = `detail-${request_id}`;
  button.setAttribute("aria-controls", detail.id);
  button.setAttribute("aria-label", `Details of request ${request_id.slice(0, 10)}`);
  button.addEventListener("click", () => {
    detail.hidden = !detail.hidden;
    button.setAttribute("aria-expanded", String(!detail.hidden));
  });
  if (isNews) {
    main.classList.add("new");
    setTimeout(() => main.classList.remove("new"), highlightMs);
  }
  const row = { main, detail, state: undefined };
  rows.set(request_id, row);
  return row;
}

/** What a requester wants to know of a state: a word, and how it is meant. */
const states: Readonly<Record<string, Readonly<{ word: string; look: string }>>> = {
  seen: { word: "Working", look: "wait" },
  fetched: { word: "Working", look: "wait" },
  judged: { word: "Working", look: "wait" },
  published: { word: "Working", look: "wait" },
  delivered: { word: "Delivered", look: "ok" },
  settled: { word: "Delivered", look: "ok" },
  lost: { word: "Missed", look: "error" },
  refused: { word: "Not accepted", look: "error" },
  vanished: { word: "Reorganised", look: "none" },
};

function stateOf(request: ShownRequest): Readonly<{ word: string; look: string }> {
  if (isRefusal(request)) return { word: "Refused", look: "warning" };
  return states[request.state] ?? { word: request.state, look: "none" };
}

function fillRow(row: Row, request: ShownRequest): void {
  const find = <Kind extends HTMLElement>(selector: string): Kind => row.main.querySelector<Kind>(selector)!;
  row.state = request.state;
  setHash(find("[data-hash=id]"), request.request_id, {
    what: "request id",
    href: onExplorer(request.chain_id, "tx", request.asked?.tx ?? null),
  });
  const { word, look } = stateOf(request);
  find(".state").dataset["state"] = request.state;
  find(".state").className = `state sev ${look}`;
  setText(find(".state"), word);
  setText(find(".tool"), toolOf(request));
  setTime(find(".seen"), request.times.seen);
  setText(find(".blocks"), blocksOf(request)?.toLocaleString("en") ?? "–");
  fillPaid(find(".paid"), request);
  fillResult(find(".result"), request);
  fillDetail(row.detail.querySelector("dl")!, request);
}

const modeNames: Readonly<Record<string, string>> = {
  static: "Check",
  repair: "Fix",
  execute: "Run and prove",
};

function toolOf({ tool, mode, origin }: ShownRequest): string {
  const name = modeNames[mode ?? ""] ?? tool ?? "not read yet";
  return origin === "chain" ? name : `${name} (${origin})`;
}

function fillPaid(cell: HTMLElement, request: ShownRequest): void {
  const { state, delivery, rate_wei, validation } = request;
  if (validation) setText(cell, "free");
  else if (isOver(request) && delivery) setCoins(cell, delivery.rate_wei, request);
  else if (state === "lost" || state === "refused" || state === "vanished") setText(cell, "–");
  else setText(cell, coins(rate_wei, request));
}

const isOver = ({ state }: ShownRequest): boolean => state === "settled" || state === "delivered";
const isRefusal = (request: ShownRequest): boolean =>
  isOver(request) && request.valid === null && request.verdict_url !== null;

function fillResult(cell: HTMLElement, request: ShownRequest): void {
  const { verdict_cid: cid, verdict_url: url } = request;
  const words = resultOf(request);
  const href = cid === null || url === null ? undefined : `/verdicts/${encodeURIComponent(cid)}`;
  if (cell.dataset["shown"] === `${words} ${href}`) return;
  cell.dataset["shown"] = `${words} ${href}`;
  cell.replaceChildren(
    href === undefined ? make("span", { class: "soft" }, words) : make("a", { href }, words),
  );
}

function resultOf(request: ShownRequest): string {
  const { state, valid, verdict_cid, verdict_url, problem } = request;
  if (valid !== null) return valid ? "Valid" : "Not valid";
  if (isRefusal(request)) return "Why it was refused";
  if (verdict_cid !== null && verdict_url === null) return "For the requester only";
  if (state === "lost") return "Delivered by another agent";
  if (state === "refused") return "The marketplace did not take the delivery";
  if (state === "vanished") return "The request's block was reorganised away";
  return problem ?? "Not delivered yet";
}

/** Moves nothing that is in its place already: moving would drop the reader's focus. */
function place(body: HTMLElement, { main, detail }: Row, previous: HTMLElement | undefined): void {
  const expected = previous ? previous.nextElementSibling : body.firstElementChild;
  if (expected === main) return;
  body.insertBefore(main, expected);
  body.insertBefore(detail, expected);
}

function dropOthers(requests: readonly ShownRequest[]): void {
  const shown = new Set(requests.map(({ request_id }) => request_id));
  for (const [id, { main, detail }] of rows) {
    if (shown.has(id)) continue;
    main.remove();
    detail.remove();
    rows.delete(id);
  }
}

/** A reader who has scrolled into the table keeps seeing the same row in the same place. */
function readerPlace(body: HTMLElement): () => void {
  const topOf = (element: Element): number => element.getBoundingClientRect().top;
  const row = [...body.children].find((child) => child.getBoundingClientRect().bottom > 0);
  if (!row || topOf(body) >= 0) return () => undefined;
  const top = topOf(row);
  return () => {
    if (row.isConnected) scrollBy({ top: topOf(row) - top, behavior: "instant" });
  };
}
