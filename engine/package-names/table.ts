import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { normalName } from "../requirement.ts";

/**
 * What `npm run names` writes. Each file is read when it is first needed: a thread that checks programs of the standard
 * library reads none of them.
 */
function linesOf(name: string): string[] {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

function once<T>(make: () => T): () => T {
  let made: Readonly<{ value: T }> | undefined;
  return () => (made ??= { value: make() }).value;
}

/** As an import would name a package of that name. */
export function asModule(name: string): string {
  return normalName(name).replaceAll("-", "_");
}

/** The most downloaded packages, the first the most. */
export const popularPackages: () => readonly string[] = once(() => linesOf("popular.txt"));

const ranks = once(() => new Map(popularPackages().map((name, at) => [name, at])));

/** The place of a package among the popular ones, from 0. */
export function rankOf(name: string): number | undefined {
  return ranks().get(normalName(name));
}

/** Modules with the package that has them, where its name is another one. */
export const moduleOwners: () => ReadonlyMap<string, string> = once(
  () => new Map(linesOf("modules.txt").map((line) => line.split(" ") as [string, string])),
);

const commonModules = once(() => new Set(linesOf("common-modules.txt")));

/** Whether it is what many call a module of their own, as `utils`. */
export function isCommonModule(name: string): boolean {
  return commonModules().has(name.toLowerCase());
}

const filter = once(() => readFileSync(new URL("known-names.bin", import.meta.url)));
const marks = 4;

/** Whether any package is known to have this name or a module of it. Of the names that none has, one in fifteen is taken for known. */
export function isKnownName(name: string): boolean {
  const bits = filter();
  const shift = 32 - Math.log2(bits.length * 8);
  const digest = createHash("sha256").update(asModule(name)).digest();
  return Array.from({ length: marks }, (_, mark) => digest.readUInt32BE(4 * mark) >>> shift).every(
    (at) => ((bits[at >> 3]! >> (at & 7)) & 1) === 1,
  );
}
