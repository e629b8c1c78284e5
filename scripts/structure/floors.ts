import { dirname } from "node:path";
import { isFile, isIn, type SourceFile } from "./source-files.ts";

/** What a tree is held to. Paths are relative to its root; a folder stands for everything in it. */
export type FloorMap = Readonly<{
  /**
   * Each program from its door down to its foundations. A file imports from its own floor or from one below; where a
   * floor has several rooms, they do not import each other.
   */
  programs: Readonly<Record<string, readonly Floor[]>>;
  /**
   * Programs of which others know only the files that stand directly in their folders. Each folder in them is a room
   * on the map.
   */
  faces: readonly string[];
  /** Files of other programs of which a program imports the types, and nothing that is there when it runs. */
  typesOf?: Readonly<Record<string, readonly string[]>>;
  /** Who may import anything: they stand outside the programs. */
  outside: readonly string[];
}>;

type Floor = string | readonly string[];

/** An import that contradicts the map; of a file that is not on the map, the file. */
export type WrongImport = Readonly<{
  kind: "no floor" | "outside" | "up" | "beside" | "past the face";
  path: string;
  target: string;
  words: string;
}>;

export function wrongImports({ path, imports, loads }: SourceFile, map: FloorMap): WrongImport[] {
  if (map.outside.some((place) => isIn(path, place))) return [];
  const program = programOf(path, map);
  const floors = map.programs[program] ?? [];
  const bare = map.faces.includes(program) ? program : undefined;
  const own = roomOf(path, floors, bare);
  if (!own) return [{ kind: "no floor", path, target: path, words: `${path} stands on no floor` }];
  return imports.filter(isFile).flatMap((target): WrongImport[] => {
    const wrong = (kind: WrongImport["kind"], words: string): WrongImport[] => [
      { kind, path, target, words: `${path} imports ${target}${words}` },
    ];
    const other = roomOf(target, floors, bare);
    if (!other && isIn(target, program)) return wrong("no floor", ", which stands on no floor");
    if (map.typesOf?.[program]?.includes(target) && !loads.includes(target)) return [];
    if (!other) return wrong("outside", ", which is not part of its program");
    if (other.floor < own.floor) return wrong("up", " from a floor above it");
    if (other.floor === own.floor && other.room !== own.room)
      return wrong("beside", " from a room beside it");
    const face = map.faces.find((name) => name !== program && isIn(target, name));
    return face && dirname(target) !== face ? wrong("past the face", `, which ${face} keeps to itself`) : [];
  });
}

function programOf(path: string, { programs }: FloorMap): string {
  const around = Object.keys(programs).filter((name) => isIn(path, name));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

type FloorRoom = Readonly<{ room: string; floor: number }>;

/** The room whose name fits the path most closely; the bare one is that of the files directly in its folder. */
function roomOf(path: string, floors: readonly Floor[], bare: string | undefined): FloorRoom | undefined {
  return floors
    .flatMap((rooms, floor) => [rooms].flat().map((room) => ({ room, floor })))
    .filter(({ room }) => isIn(path, room) && (room !== bare || dirname(path) === bare))
    .toSorted((a, b) => b.room.length - a.room.length)[0];
}
