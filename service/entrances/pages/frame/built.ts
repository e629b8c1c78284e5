import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const dist = new URL("../../../../site/dist/", import.meta.url);

type Manifest = Readonly<Record<string, Readonly<{ file: string; imports: readonly string[] }>>>;

let manifest: Manifest | undefined;

/** Where a built file is served, and the addresses of what it loads at once. */
export function builtFile(name: string): Readonly<{ href: string; imports: readonly string[] }> {
  manifest ??= JSON.parse(String(readBuilt("manifest.json"))) as Manifest;
  const found = manifest[name];
  if (!found) throw new Error(`site/dist has no ${name}: set-up builds it (npm run check)`);
  return { href: addressOf(found.file), imports: found.imports.map(addressOf) };
}

let style: Readonly<{ text: string; digest: string }> | undefined;

/** The one style sheet, to stand in the page itself, and its digest as a policy names it. */
export function inlineStyle(): Readonly<{ text: string; digest: string }> {
  if (style) return style;
  builtFile("site.css");
  const text = String(readBuilt(manifest!["site.css"]!.file)).trim();
  const hash = createHash("sha256").update(text).digest("base64");
  return (style = { text, digest: `'sha256-${hash}'` });
}

/** Everything in `site/dist`, by name: two megabytes, read when the first file is asked for. */
let files: ReadonlyMap<string, Buffer> | undefined;

/** A file of `site/dist`, as it was built; undefined where there is none. */
export function readBuilt(name: string): Buffer | undefined {
  files ??= new Map(readdirSync(dist).map((file) => [file, readFileSync(new URL(file, dist))]));
  return files.get(name);
}

function addressOf(file: string): string {
  return `/assets/${file}`;
}
