import createIgnore from "ignore";

/** What is meant where it stands, in a project that says nothing of its rules: by patterns as in .gitignore. */
const usual = [
  // It reads the version by running the file that has it.
  { patterns: ["setup.py"], codes: ["S102", "F821"] },
  // They are written by a program.
  { patterns: ["migrations/"], codes: ["F401"] },
  // Django: an import there registers what a module has.
  { patterns: ["apps.py"], codes: ["F401"] },
].map(({ patterns, codes }) => ({ covered: createIgnore().add(patterns), codes }));

export function usualIgnoresIn(inside: string): readonly string[] {
  if (inside === "" || inside.startsWith("..")) return [];
  return usual.filter(({ covered }) => covered.ignores(inside)).flatMap(({ codes }) => codes);
}
