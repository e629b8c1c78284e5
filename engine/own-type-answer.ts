/** What one build of mypy and CPython's compiler say of the files of a project, and how they were asked. */
export type OwnTypeAnswer = Readonly<{
  /** Lines of `mypy --output json`. */
  messages: readonly string[];
  /** The files that mypy stopped in. */
  unfinished: readonly string[];
  /** Why CPython will not compile a file. */
  refusals: Readonly<
    Record<string, Readonly<{ message: string; line: number | null; column: number | null }> | null>
  >;
  /** The project has settings of its own for mypy. */
  isConfigured: boolean;
  /** The packages that the project uses are installed where mypy could read them. */
  hasPackages: boolean;
  /** The names of the project's own packages. */
  ownPackages: ReadonlySet<string>;
}>;

/** What mypy says because types of installed packages are not there to be read. */
const forLackOfTypes: ReadonlySet<string> = new Set([
  "import-not-found",
  "import-untyped",
  "misc",
  "no-any-return",
  "no-any-unimported",
  "redundant-cast",
  "untyped-decorator",
  "unused-ignore",
]);

/** A module that nobody has installed here is the machine's lack; one of the project that is not there is a mistake. */
export function isWorthTelling(
  { code, message }: Readonly<{ code: string | null; message: string }>,
  { isConfigured, hasPackages, ownPackages }: OwnTypeAnswer,
): boolean {
  if (code === null || !forLackOfTypes.has(code)) return true;
  if (isConfigured ? hasPackages : !code.startsWith("import-")) return true;
  const missing = /module named "([^".]+)/.exec(message)?.[1];
  return code === "import-not-found" && missing !== undefined && ownPackages.has(missing);
}
