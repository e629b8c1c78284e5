import { setText } from "../parts/elements.ts";
import { exactTime, serviceNow } from "../parts/service-clock.ts";

export function setTime(element: HTMLTimeElement, iso: string): void {
  element.dateTime = iso;
  element.title = exactTime(Date.parse(iso));
  setText(element, timeSince(iso));
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

function timeSince(iso: string): string {
  const seconds = Math.floor((serviceNow() - Date.parse(iso)) / 1000);
  const [unit, length] = units.find(([, unitLength]) => seconds >= unitLength) ?? [];
  return unit === undefined ? "just now" : `${Math.floor(seconds / length)} ${unit} ago`;
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
