import { byId } from "../parts/elements.ts";
import { exactTime, serviceNow } from "../parts/service-clock.ts";

/** Counts down to a moment, and calls when it has come. */
export function showTimeLeft(until: string, whenOver: () => void): void {
  const untilMs = Date.parse(until);
  for (const time of document.querySelectorAll("time")) time.textContent = exactTime(untilMs);
  byId("left-line").hidden = false;
  const tick = (): void => {
    const leftMs = untilMs - serviceNow();
    byId("left").textContent = inWords(leftMs);
    if (leftMs <= 0) whenOver();
  };
  tick();
  setInterval(tick, 1000);
}

function inWords(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)} h`
    : `${minutes}:${two(seconds % 60)} min`;
}
