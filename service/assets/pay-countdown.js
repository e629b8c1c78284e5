/* oxlint-disable no-restricted-globals -- a browser has no clock part */

/** How much the clock of the service is ahead of the browser's. */
let aheadMs = 0;
export function setClock(now) {
  aheadMs = Date.parse(now) - Date.now();
}

/** Counts down to a moment, and calls when it has come. */
export function showTimeLeft(until, whenOver) {
  const untilMs = Date.parse(until);
  for (const time of document.querySelectorAll("time")) time.textContent = readable(untilMs);
  document.getElementById("left-line").hidden = false;
  const tick = () => {
    const leftMs = untilMs - Date.now() - aheadMs;
    document.getElementById("left").textContent = inWords(leftMs);
    if (leftMs <= 0) whenOver();
  };
  tick();
  setInterval(tick, 1000);
}

function readable(atMs) {
  return new Date(atMs).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "long" });
}

function inWords(leftMs) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)} h`
    : `${minutes}:${two(seconds % 60)} min`;
}
