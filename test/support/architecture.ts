import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";

/** What a tree is held to. Paths are relative to its root; a folder stands for everything in it. */
export type Architecture = Readonly<{
  /**
   * Each program from its door down to its foundations. A file imports from its own floor or from one below; where a
   * floor has several rooms, they do not import each other.
   */
  programs: Readonly<Record<string, readonly Floor[]>>;
  /** Programs of which others know only the files that stand directly in their folders. */
  faces: readonly string[];
  /** Who may import anything: they stand outside the programs. */
  outside: readonly string[];
  /** Who may import each package. */
  owners: Readonly<Record<string, readonly string[]>>;
}>;

type Floor = string | readonly string[];

type File = Readonly<{
  path: string;
  text: string;
  imports: readonly string[];
  /** The imports that are still there when the program runs. */
  loads: readonly string[];
}>;

const drawers = new Set(["utils", "util", "lib", "common", "helpers", "misc", "shared"]);
/** Modules of Node that reach outside the process; the others are anybody's. */
const ownedModules = new Set(["node:sqlite", "node:child_process", "node:worker_threads"]);

/** Everything in the tree that contradicts its architecture, one sentence a problem. */
export function findProblems(root: string, architecture: Architecture): string[] {
  const files = [...Object.keys(architecture.programs), ...architecture.outside].flatMap((folder) =>
    readFiles(root, folder),
  );
  return [
    ...files.flatMap((file) => floorProblems(file, architecture)),
    ...files.flatMap((file) => ownerProblems(file, architecture)),
    ...packageProblems(root, architecture),
    ...cycleProblems(files),
    ...drawerProblems(files),
    ...barrelProblems(files),
  ];
}

function readFiles(root: string, folder: string): File[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|mjs)$/.test(name))
    .map((name) => {
      const path = posix.join(folder, name);
      const text = withoutComments(readFileSync(join(root, path), "utf8"));
      const untyped = text.replaceAll(/^\s*(?:import|export) type\s[^;"]*?\sfrom\s+"[^"]+"/gm, "");
      return { path, text, imports: importsIn(path, text), loads: importsIn(path, untyped) };
    });
}

/** Comments that stand on lines of their own; an import named in one is none. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

const importForms = [
  /^\s*(?:import|export)\s[^;"]*?\sfrom\s+"([^"]+)"/gm,
  /^\s*import\s+"([^"]+)"/gm,
  /\bimport\(\s*"([^"]+)"/g,
  /\brequire\.resolve\(\s*"([^"]+)"/g,
];

/** Files as paths from the root, packages by their names. */
function importsIn(path: string, text: string): string[] {
  return importForms.flatMap((form) =>
    Array.from(text.matchAll(form), ([, name = ""]) =>
      name.startsWith(".") ? posix.join(dirname(path), name) : packageOf(name),
    ),
  );
}

function packageOf(name: string): string {
  if (name.startsWith("node:")) return name;
  if (builtinModules.includes(name)) return `node:${name}`;
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const isFile = (name: string): boolean => /\.\w+$/.test(name) && name.includes("/");

type Room = Readonly<{ room: string; floor: number }>;

/** The room whose name fits the path most closely. */
function roomOf(path: string, floors: readonly Floor[]): Room | undefined {
  return floors
    .flatMap((rooms, floor) => [rooms].flat().map((room) => ({ room, floor })))
    .filter(({ room }) => isIn(path, room))
    .toSorted((a, b) => b.room.length - a.room.length)[0];
}

function floorProblems({ path, imports }: File, { programs, outside, faces }: Architecture): string[] {
  if (outside.some((place) => isIn(path, place))) return [];
  const [program, floors] = Object.entries(programs).find(([name]) => isIn(path, name)) ?? ["", []];
  const own = roomOf(path, floors);
  if (!own) return [`${path} stands on no floor`];
  return imports.filter(isFile).flatMap((target) => {
    const other = roomOf(target, floors);
    if (!other) return [`${path} imports ${target}, which is not part of its program`];
    if (other.floor < own.floor) return [`${path} imports ${target} from a floor above it`];
    if (other.floor === own.floor && other.room !== own.room)
      return [`${path} imports ${target} from a room beside it`];
    const face = faces.find((name) => name !== program && isIn(target, name));
    return face && dirname(target) !== face
      ? [`${path} imports ${target}, which ${face} keeps to itself`]
      : [];
  });
}

function ownerProblems({ path, imports }: File, { owners }: Architecture): string[] {
  const packages = imports.filter(
    (name) => !isFile(name) || (!name.endsWith(".ts") && !name.endsWith(".mjs")),
  );
  return packages
    .filter((name) => !name.startsWith("node:") || ownedModules.has(name))
    .flatMap((name) => {
      const places = owners[name];
      if (!places) return [`${path} imports ${name}, which has no owner`];
      return places.some((place) => isIn(path, place))
        ? []
        : [`${path} imports ${name}, which it does not own`];
    });
}

function packageProblems(root: string, { owners }: Architecture): string[] {
  const file = join(root, "package.json");
  if (!existsSync(file)) return [];
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies)
    .filter((name) => !owners[name])
    .map((name) => `package.json names ${name}, which has no owner`);
}

function cycleProblems(files: readonly File[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const problems: string[] = [];
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) {
      problems.push(`${[...trail.slice(trail.indexOf(path)), path].join(" → ")} is a cycle`);
      return;
    }
    if (done.has(path)) return;
    for (const target of byPath.get(path)?.loads ?? []) {
      if (byPath.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  }
  for (const { path } of files) visit(path, []);
  return problems;
}

function drawerProblems(files: readonly File[]): string[] {
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  return Array.from(folders).flatMap(([folder, inside]) => {
    const name = folder.split("/").find((step) => drawers.has(step));
    if (name) return [`${folder} is a drawer: nothing is called ${name}`];
    const doesSomething = inside.some(({ text }) =>
      /^export (?:async |default )?(?:function|const|class)/m.test(text),
    );
    return folder.endsWith("/types") && !doesSomething ? [`${folder} is a drawer of types`] : [];
  });
}

function barrelProblems(files: readonly File[]): string[] {
  const barrels = new Set(
    files.filter(({ text }) => /^export\s[^;"]*?\sfrom\s+"/m.test(text)).map(({ path }) => path),
  );
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => barrels.has(target)).map((target) => `${path} imports the barrel ${target}`),
  );
}
