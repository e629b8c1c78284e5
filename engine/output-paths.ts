import { z } from "zod";
import { maxPathBytes, outputPathProblem } from "./file-path.ts";

const maxOutputs = 10;
/** Of all files together that one run may give back. */
export const maxOutputBytes = 1_000_000;

/** The files that a caller asks back from a run. */
export const OutputPaths = z
  .array(z.string())
  .max(maxOutputs)
  .check(({ value, issues }) => {
    for (const [at, path] of value.entries()) {
      const message = problemOf(path, value.slice(0, at));
      // What is too long to be a path is too long to be sent back.
      const input = path.length <= maxPathBytes ? path : "";
      if (message !== undefined) issues.push({ code: "custom", message, input, path: [at] });
    }
  })
  .default([])
  .describe(
    `Files that the program writes into its folder in mode execute, by relative path, to be returned in \`runtime.outputs\`: at most ${maxOutputs}, and ${maxOutputBytes} bytes together.`,
  );

function problemOf(path: string, before: readonly string[]): string | undefined {
  return (
    outputPathProblem(path) ??
    (before.includes(path) ? "must not be a path that is listed before" : undefined)
  );
}
