import { fromTemplate, make } from "../parts/elements.ts";

type Meaning = Readonly<{ what: string; href?: string | undefined }>;

/** A hash in short, a button that copies the whole, and where there is an address, a link to what it names. */
export function setHash(place: HTMLElement, hash: string | null, { what, href }: Meaning): void {
  if (place.dataset["value"] === (hash ?? "")) return;
  place.dataset["value"] = hash ?? "";
  if (hash === null) return place.replaceChildren();
  const shown = fromTemplate("hash");
  const [code, button] = shown.children as unknown as readonly [HTMLElement, HTMLButtonElement];
  code.title = hash;
  code.append(href === undefined ? shorten(hash) : make("a", { href }, shorten(hash)));
  button.dataset["copy"] = hash;
  button.dataset["what"] = what;
  button.setAttribute("aria-label", `Copy the ${what}`);
  button.title = `Copy the ${what}`;
  place.replaceChildren(shown);
}

/** All CIDs begin alike, so of those the end says more. */
function shorten(hash: string): string {
  const [start, end] = hash.startsWith("baf") ? [4, 6] : [6, 4];
  return hash.length <= 12 ? hash : `${hash.slice(0, start)}…${hash.slice(-end)}`;
}
