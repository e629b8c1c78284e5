/** A text of its own for each name, which keeps the checkers busy long enough to do something meanwhile. */
export function slowCode(name: string): string {
  const functions = Array.from(
    { length: 400 },
    (_, n) =>
      `def ${name}_${n}(x: int, y: list[int]) -> list[int]:\n    return [x + n for n in y if n > ${n}]\n`,
  );
  return functions.join("\n");
}
