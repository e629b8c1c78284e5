/** Which findings the owner of a project wants to be fixed, in the lines of the submitted texts. */
export type WantedFixes = Readonly<{
  has(path: string, rule: string, line: number | null): boolean;
}>;
