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
  code.textContent = shorten(hash);
  if (href !== undefined) shown.prepend(make("a", { href }, code, elsewhere(href)));
  button.dataset["copy"] = hash;
  button.dataset["what"] = what;
  button.setAttribute("aria-label", `Copy the ${what}`);
  place.replaceChildren(shown);
}

/** Said to those who do not see where a link leads. */
function elsewhere(href: string): HTMLElement | undefined {
  return href.startsWith("http") ? make("span", { class: "sr" }, " on the explorer") : undefined;
}

/** All CIDs begin alike, so of those the end says more. */
function shorten(hash: string): string {
  const [start, end] = hash.startsWith("baf") ? [4, 6] : [6, 4];
  return hash.length <= 12 ? hash : `${hash.slice(0, start)}…${hash.slice(-end)}`;
}
