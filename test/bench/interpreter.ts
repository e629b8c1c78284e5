import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The interpreter itself: a version manager's stand-in of the same name takes longer than it does. */
export async function interpreter(): Promise<string> {
  const itself = "import sys; print(getattr(sys, '_base_executable', None) or sys.executable)";
  return (await run("python3", ["-I", "-c", itself])).stdout.trim();
}
