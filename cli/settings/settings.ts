/** What `[tool.assay]` and the command line say together. */
export type Settings = Readonly<{
  /** Only these rules count; empty: all. */
  select: readonly string[];
  ignore: readonly string[];
  /** Rules ignored in files that match a pattern. */
  perFileIgnores: Readonly<Record<string, readonly string[]>>;
  /** Warnings reject too. */
  strict: boolean;
  /** Patterns of files that are left out, as in .gitignore. */
  exclude: readonly string[];
  /** The folder that patterns are relative to. */
  root: string;
}>;
