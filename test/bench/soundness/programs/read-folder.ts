import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Programs that others wrote, each with what makes it run. */
export function readFolder(folder: string): { title: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .toSorted()
    .map((title) => ({ title, text: readFileSync(join(folder, title), "utf8") }));
}
