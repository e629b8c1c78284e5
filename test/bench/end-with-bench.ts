import type { ChildProcess } from "node:child_process";

/** What has a session of its own gets no signal that ends the bench, so it is ended when the bench exits. */
export function endWithBench(child: ChildProcess): void {
  const end = (): void => void child.kill("SIGTERM");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
