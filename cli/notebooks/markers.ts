/** The line above the code of a cell, in the text of all cells of a notebook. */
export const marker = /^# %% assay (?:cell (\d+)|names)$/;

/** Above what IPython knows and Python does not. */
export const namesMarker = "# %% assay names";

export function markerOf(cell: number): string {
  return `# %% assay cell ${cell}`;
}

/** Where a cell is in the text of its notebook. */
export type CellPlace = Readonly<{
  /** Undefined for lines that no cell has. */
  cell: number | undefined;
  /** The line of its first line of code, from 1. */
  start: number;
  /** How many lines it has. */
  length: number;
}>;

export function cellsIn(text: string): readonly CellPlace[] {
  const lines = text.split("\n");
  const marks = lines.flatMap((line, at) => {
    const found = marker.exec(line);
    return found ? [{ at, cell: found[1] === undefined ? undefined : Number(found[1]) }] : [];
  });
  return marks.map(({ at, cell }, index) => {
    const end = marks[index + 1]?.at ?? (lines.at(-1) === "" ? lines.length - 1 : lines.length);
    return { cell, start: at + 2, length: end - at - 1 };
  });
}
