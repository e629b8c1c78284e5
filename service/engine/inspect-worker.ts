import { inspect, type Inspection } from "./inspect.ts";
import { createLinter } from "./lint.ts";

const linter = createLinter();
// The first check pays for what ruff sets up lazily; no caller should.
inspect(linter, "import os\n\n\ndef f(x):  # noqa\n    return f'{x!r}'\n");

/** One text, in this thread. Ruff cannot be used again after it threw, so the thread ends and is replaced. */
export default function inspectHere(text: string): Inspection & { ruff: string } {
  try {
    return { ruff: linter.version, ...inspect(linter, text) };
  } catch {
    return process.exit(1);
  }
}
