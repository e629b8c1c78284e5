import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./found/", import.meta.url);

/** Every program that was ever called wrong and works; each runs to its end. */
export function readFound(): { title: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".py"))
    .toSorted()
    .map((title) => ({ title, text: readFileSync(new URL(title, folder), "utf8") }));
}
