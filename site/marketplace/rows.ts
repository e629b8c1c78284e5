import { byId, fromTemplate, setText } from "../parts/elements.ts";
import { coins, setCoins } from "./amounts.ts";
import type { ShownRequest } from "./answer.ts";
import { fillDetail } from "./detail.ts";
import { setHash } from "./hash.ts";
import { duration, setTime } from "./times.ts";

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

function fillRow(row: Row, request: ShownRequest): void {
  const find = <Kind extends HTMLElement>(selector: string): Kind => row.main.querySelector<Kind>(selector)!;
  row.state = request.state;
  find(".state").dataset["state"] = request.state;
  setText(find(".state"), request.state);
  setText(find(".verdict"), verdictOf(request));
  const { classList } = find(".verdict");
  classList.toggle("good", request.valid === true);
  classList.toggle("bad", request.valid === false);
  classList.toggle("info", request.valid === null);
  setText(find(".tool"), request.tool ?? "not read yet");
  setText(find(".origin"), request.origin === "chain" ? "" : request.origin);
  setText(find(".problem"), isOver(request) ? "" : (request.problem ?? ""));
  setTime(find(".seen"), request.times.seen);
  setText(find(".took"), took(request));
  fillHashes(row.main, request);
  fillEarned(find(".earned"), request);
  fillDetail(row.detail.querySelector("dl")!, request);
}

function fillHashes(main: HTMLElement, request: ShownRequest): void {
  const { verdict_cid: cid, verdict_url: url } = request;
  const set = (name: string, hash: string | null, what: string, href?: string): void =>
    setHash(main.querySelector<HTMLElement>(`[data-hash=${name}]`)!, hash, { what, href });
  const verdictPage = cid === null || url === null ? undefined : `/verdicts/${encodeURIComponent(cid)}`;
  set("id", request.request_id, "request id");
  set("verdict", cid, "verdict's CID", verdictPage);
  set("request", request.request_cid, "request's CID");
  set("delivery", request.delivery?.tx ?? null, "delivery's transaction");
  set("asked", request.asked?.tx ?? null, "request's transaction");
}

function fillEarned(cell: HTMLElement, request: ShownRequest): void {
  const { state, delivery, rate_wei, validation } = request;
  cell.classList.toggle("soft", !isOver(request));
  if (validation) setText(cell, "free");
  else if (isOver(request) && delivery) setCoins(cell, delivery.rate_wei, request);
  else if (state === "lost" || state === "refused" || state === "vanished") setText(cell, "–");
  else setText(cell, `for ${coins(rate_wei, request)}`);
}

const isOver = ({ state }: ShownRequest): boolean => state === "settled" || state === "delivered";

function verdictOf({ valid, verdict_url, verdict_cid }: ShownRequest): string {
  if (valid !== null) return valid ? "✓ valid" : "✗ not valid";
  if (verdict_cid === null) return "";
  return verdict_url === null ? "for the requester" : "refusal";
}

function took({ seconds_to_delivery: seconds, attempts }: ShownRequest): string {
  if (seconds !== null) return `answered in ${duration(seconds)}`;
  return attempts > 1 ? `try ${attempts}` : "";
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
