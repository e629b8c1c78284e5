import { make } from "./elements.ts";

const place = "assay-key-worth";

/** Writes what the visitor's key is worth into the head of the page. */
export function showWorth(worth: string): void {
  sessionStorage.setItem(place, worth);
  write("Your key ", worth);
}

/** What the last page wrote, until this one knows better. */
export function showLastWorth(): void {
  write("Your key ", sessionStorage.getItem(place) ?? "");
}

export function showNoKey(): void {
  sessionStorage.removeItem(place);
  write("Create a key");
}

function write(label: string, worth = ""): void {
  document.getElementById("key-chip")?.replaceChildren(label, make("b", { class: "num" }, worth));
}
