/* oxlint-disable no-restricted-globals -- a browser has no clock part */
import { duration, exactTime, setHash, setText } from "./marketplace-elements.js";

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
export function fillDetail(list, request) {
  const { asked, delivery, times, validation } = request;
  const places = placesOf(list);
  const hash = (name, value) => setHash(places(name), value, { what: name.toLowerCase() });
  const text = (name, value) => value !== null && setText(places(name), value);
  hash(validation ? "Agent's owner" : "Requester", request.requester);
  hash(validation ? "Validator" : "Mech", request.mech);
  if (validation) {
    hash("Request hash", validation.request_hash);
    text("Agent", `${validation.agent_id} of ${validation.registry}`);
    text("Response", validation.response === null ? null : `${validation.response} of 100`);
  }
  hash("Decimal id", request.request_id_decimal);
  text("Mode", request.mode);
  text("Asked in block", asked && asked.block.toLocaleString("en"));
  text("Delivered in block", delivery && delivery.block.toLocaleString("en"));
  text("Gas", delivery && `${delivery.gas.toLocaleString("en")}${sharedBy(delivery)}`);
  text("Problem", request.problem);
  for (const step of steps) text(capital(step), momentOf(times, step));
}

/** The value beside a name, added when it is first needed. */
function placesOf(list) {
  const known = new Map(
    [...list.children].map((row) => [row.firstElementChild.textContent, row.lastElementChild]),
  );
  return (name) => known.get(name) ?? addPlace(list, name);
}

function addPlace(list, name) {
  const row = document.createElement("div");
  const [term, value] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  row.append(term, value);
  list.append(row);
  return value;
}

function momentOf(times, step) {
  if (!times[step]) return null;
  const seconds = (Date.parse(times[step]) - Date.parse(times.seen)) / 1000;
  return `${exactTime(times[step])}${step === "seen" ? "" : `, after ${duration(seconds)}`}`;
}

const sharedBy = ({ batch }) => (batch > 1 ? `, shared by ${batch} deliveries` : "");
const capital = (word) => word[0].toUpperCase() + word.slice(1);
