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
