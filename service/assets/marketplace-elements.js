/* oxlint-disable no-restricted-globals -- a browser has no clock part */

/** Whatever is shown goes through here: as text, never as markup, and only when it changed, so a selection stays. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function fromTemplate(id) {
  return document.getElementById(`${id}-template`).content.firstElementChild.cloneNode(true);
}

/** All CIDs begin alike, so of those the end says more. */
function shorten(hash) {
  const [start, end] = hash.startsWith("baf") ? [4, 6] : [6, 4];
  return hash.length <= 12 ? hash : `${hash.slice(0, start)}…${hash.slice(-end)}`;
}

/** A hash in short, a button that copies the whole, and where there is an address, a link to what it names. */
export function setHash(place, hash, { what, href }) {
  if (place.dataset.value === (hash ?? "")) return;
  place.dataset.value = hash ?? "";
  if (hash === null) {
    place.replaceChildren();
    return;
  }
  const shown = fromTemplate("hash");
  const [code, button] = shown.children;
  code.title = hash;
  code.append(href ? link(href, shorten(hash)) : shorten(hash));
  button.dataset.copy = hash;
  button.dataset.what = what;
  button.setAttribute("aria-label", `Copy the ${what}`);
  button.title = `Copy the ${what}`;
  place.replaceChildren(shown);
}

function link(href, text) {
  const anchor = document.createElement("a");
  anchor.href = href;
  anchor.textContent = text;
  return anchor;
}

/** How much the clocks of service and browser differ. */
let aheadMs = 0;
export function setClock(now) {
  aheadMs = Date.parse(now) - Date.now();
}

export function setTime(element, iso) {
  element.dateTime = iso;
  element.title = exactTime(iso);
  setText(element, sinceThen(iso));
}

export function exactTime(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" });
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
];

function sinceThen(iso) {
  const seconds = Math.floor((Date.now() + aheadMs - Date.parse(iso)) / 1000);
  const [unit, length] = units.find(([, unitLength]) => seconds >= unitLength) ?? [];
  return unit ? `${Math.floor(seconds / length)} ${unit} ago` : "just now";
}

export function duration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const shownDecimals = 6;

/** An amount in whole coins, short enough to read; the exact amount belongs in a title. */
export function coins(units, currency, decimals = 18) {
  // As if the coin had six decimals, or the more that are shown.
  const [scale, smallest] = [
    10n ** BigInt(Math.max(0, shownDecimals - decimals)),
    10n ** BigInt(Math.max(0, decimals - shownDecimals)),
  ];
  const amount = BigInt(units) * scale;
  const unit = currency ? ` ${currency}` : "";
  if (amount > 0n && amount < smallest) return `< 0.${"1".padStart(shownDecimals, "0")}${unit}`;
  const digits = (amount / smallest).toString().padStart(shownDecimals + 1, "0");
  const [whole, part] = [digits.slice(0, -shownDecimals), digits.slice(-shownDecimals).replace(/0+$/, "")];
  return `${Number(whole).toLocaleString("en")}${part && `.${part}`}${unit}`;
}

/** Amounts come with what they are in. */
export function setCoins(element, units, { currency, decimals, token }) {
  setText(element, coins(units, currency, decimals));
  element.title = token ? `${units} of the smallest unit of ${token}` : `${units} wei`;
}
