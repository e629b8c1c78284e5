/* oxlint-disable no-restricted-globals -- a browser has no clock part */
import {
  coins,
  duration,
  fromTemplate,
  setCoins,
  setHash,
  setText,
  setTime,
} from "./marketplace-elements.js";
import { fillDetail } from "./marketplace-detail.js";

const highlightMs = 4000;
const rows = new Map();

/** Shows exactly these requests, changing in place what is on the page. Answers how many came and moved on. */
export function showRequests(requests, { isNews }) {
  const body = document.getElementById("rows");
  const anchor = anchorOf(body);
  const told = { added: 0, changed: 0 };
  let previous = null;
  for (const request of requests) {
    const row = rows.get(request.request_id) ?? addRow(request, isNews);
    if (row.state === undefined) told.added += 1;
    else if (row.state !== request.state) told.changed += 1;
    fillRow(row, request);
    place(body, row, previous);
    previous = row.detail;
  }
  dropOthers(requests);
  anchor?.();
  return told;
}

function addRow({ request_id }, isNews) {
  const main = fromTemplate("row");
  const detail = fromTemplate("detail");
  const row = { main, detail, state: undefined };
  const button = main.querySelector(".expand");
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
  rows.set(request_id, row);
  return row;
}

function fillRow(row, request) {
  const find = (selector) => row.main.querySelector(selector);
  row.state = request.state;
  const state = find(".state");
  state.dataset.state = request.state;
  setText(state, request.state);
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
  fillDetail(row.detail.querySelector("dl"), request);
}

function fillHashes(main, request) {
  const { verdict_cid: cid, verdict_url: url } = request;
  const set = (name, hash, what, href) =>
    setHash(main.querySelector(`[data-hash=${name}]`), hash, { what, href });
  set("id", request.request_id, "request id");
  set("verdict", cid, "verdict's CID", url && `/verdicts/${encodeURIComponent(cid)}`);
  set("request", request.request_cid, "request's CID");
  set("delivery", request.delivery?.tx ?? null, "delivery's transaction");
  set("asked", request.asked?.tx ?? null, "request's transaction");
}

function fillEarned(cell, request) {
  const { state, delivery, rate_wei, currency, decimals, validation } = request;
  const isEarned = state === "delivered" || state === "settled";
  cell.classList.toggle("soft", !isEarned);
  if (validation) setText(cell, "free");
  else if (isEarned && delivery) setCoins(cell, delivery.rate_wei, request);
  else if (state === "lost" || state === "refused" || state === "vanished") setText(cell, "–");
  else setText(cell, `for ${coins(rate_wei, currency, decimals)}`);
}

const isOver = ({ state }) => state === "settled" || state === "delivered";

function verdictOf({ valid, verdict_url, verdict_cid }) {
  if (valid === null && verdict_cid) return verdict_url ? "refusal" : "for the requester";
  if (valid === null) return "";
  return valid ? "✓ valid" : "✗ not valid";
}

function took({ seconds_to_delivery: seconds, attempts }) {
  if (seconds !== null) return `answered in ${duration(seconds)}`;
  return attempts > 1 ? `try ${attempts}` : "";
}

/** Moves nothing that is in its place already: moving would drop the reader's focus. */
function place(body, { main, detail }, previous) {
  const expected = previous ? previous.nextElementSibling : body.firstElementChild;
  if (expected === main) return;
  body.insertBefore(main, expected);
  body.insertBefore(detail, expected);
}

function dropOthers(requests) {
  const shown = new Set(requests.map(({ request_id }) => request_id));
  for (const [id, { main, detail }] of rows) {
    if (shown.has(id)) continue;
    main.remove();
    detail.remove();
    rows.delete(id);
  }
}

/** A reader who has scrolled into the table keeps seeing the same row in the same place. */
function anchorOf(body) {
  if (body.getBoundingClientRect().top >= 0) return undefined;
  const row = [...body.children].find((child) => child.getBoundingClientRect().bottom > 0);
  const top = row?.getBoundingClientRect().top;
  return () =>
    row?.isConnected && scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
}
