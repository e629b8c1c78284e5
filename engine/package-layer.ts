import { createHash } from "node:crypto";
import type { PythonVersion } from "./python-version.ts";

/** One wheel, as an index has it. */
export type Wheel = Readonly<{
  name: string;
  version: string;
  sha256: string;
  url: string;
}>;

/** The wheels that one job sees: each in a folder of its own, named by its hash. */
export type Layer = Readonly<{
  /** Named by what it is made of: equal wheels are one layer. */
  name: string;
  python: PythonVersion;
  wheels: readonly Wheel[];
}>;

/** The packages of one call. */
export type Layers = Readonly<{
  program: Layer;
  /**
   * Those that the examples may import: what the caller asked for. What only the code declares is not among them, since
   * its author must not decide how it is judged.
   */
  judge: Layer | undefined;
}>;

export function layerOf(python: PythonVersion, wheels: readonly Wheel[]): Layer {
  const ordered = wheels.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sum = createHash("sha256").update(`${python} ${process.arch}`);
  for (const sha256 of ordered.map((wheel) => wheel.sha256).toSorted()) sum.update(` ${sha256}`);
  return { name: sum.digest("hex").slice(0, 32), python, wheels: ordered };
}

/** Packages whose types are known beside the standard library's. */
export type TypedPackages = Readonly<{
  folders: readonly string[];
  /** Where mypy keeps what it has read of them. */
  cache: string;
}>;

/** Those of one call. Equal names mean equal packages. */
export type TypedLayer = TypedPackages & Readonly<{ name: string }>;

/** What is installed, as `name==version`. */
export function pinsOf({ wheels }: Layer): readonly string[] {
  return wheels.map(({ name, version }) => `${name}==${version}`);
}

/** Where a box finds the store. */
export const boxFolder = "/layers";

/** In the order in which they are searched. */
export function foldersInBox({ wheels }: Layer): readonly string[] {
  return wheels.map(({ sha256 }) => `${boxFolder}/wheels/${sha256}`);
}
