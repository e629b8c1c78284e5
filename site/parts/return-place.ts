import { make } from "./elements.ts";

const place = "assay-return";
/** Where nobody was doing anything: a payment only passes through them. */
const passedThrough = /^\/(?:keys|pay\/)/;

/** Keeps where the visitor is, when they leave for another page: the code of the playground is in its address. */
export function keepPlace(): void {
  if (passedThrough.test(location.pathname)) return;
  addEventListener("pagehide", () => {
    sessionStorage.setItem(place, `${location.pathname}${location.search}${location.hash}`);
  });
}

/** A link back to what the visitor was doing. */
export function linkBack(): HTMLAnchorElement {
  const kept = sessionStorage.getItem(place) ?? "/";
  const path = kept.split(/[?#]/)[0];
  // What was kept is an address of this site: it begins with one slash.
  const href = /^\/(?!\/)/.test(kept) ? kept : "/";
  return make("a", { href }, path === "/" ? "Back to your code" : "Back to where you were");
}
