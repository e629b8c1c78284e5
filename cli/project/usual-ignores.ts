/** What is meant where it stands, in a project that says nothing of its rules. */
const usual: readonly Readonly<{ covers(parts: readonly string[]): boolean; codes: readonly string[] }>[] = [
  // It reads the version by running the file that has it.
  { covers: (parts) => parts.at(-1) === "setup.py", codes: ["S102", "F821"] },
  // They are written by a program.
  { covers: (parts) => parts.slice(0, -1).includes("migrations"), codes: ["F401"] },
  // Django: an import there registers what a module has.
  { covers: (parts) => parts.at(-1) === "apps.py", codes: ["F401"] },
];

/** Of a file, by its path from the project's folder. */
export function usualIgnoresIn(path: string): readonly string[] {
  const parts = path.split("/");
  return usual.filter(({ covers }) => covers(parts)).flatMap(({ codes }) => codes);
}
