/** A different text for each name, which takes the checkers long enough to do something meanwhile. */
export function slowCode(name: string): string {
  const functions = Array.from(
    { length: 400 },
    (_, n) =>
      `def ${name}_${n}(x: int, y: list[int]) -> list[int]:\n    return [x + n for n in y if n > ${n}]\n`,
  );
  return functions.join("\n");
}
