/** What has been done of a job so far: a number that only grows, and of how many where that is known. */
export type WorkStep = Readonly<{
  what: "packages installed" | "files checked" | "rounds of repair" | "examples run" | "candidates screened";
  done: number;
  of?: number;
}>;

/** Is told each step while a job is judged. It must be quick, and must not throw. */
export type Report = (step: WorkStep) => void;
