import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Box } from "../workers/sandbox/sandbox.ts";

const Compiled = z.object({
  type: z.literal("compiled"),
  /** By the path of the source: where its bytecode belongs, and the bytecode. */
  files: z.array(z.object({ path: z.string().max(1000), base64: z.string() })),
});

/** Parsing every file of a large package takes seconds; what is not done by then is compiled by each program again. */
const maxMs = 60_000;

/** Bytecode is written by the Python that will read it, in a box: there a wheel's files are parsed, and none is run. */
export async function compileWheel(
  box: Box,
  { inBox, folder }: Readonly<{ inBox: string; folder: string }>,
  signal: AbortSignal,
): Promise<void> {
  for await (const frame of box.request("B", { folder: inBox }, { deadlineMs: maxMs * 1.5, signal })) {
    if (frame.type === "done") return;
    const { files } = Compiled.parse(frame);
    for (const { path, base64 } of files) {
      const steps = path.split("/");
      if (!isBytecode(steps)) throw new Error(`no place for bytecode: ${path}`);
      const place = join(folder, ...steps);
      await mkdir(dirname(place), { recursive: true, mode: 0o755 });
      // Programs may read it at this moment: it is there whole or not at all.
      const part = `${place}.${randomUUID()}`;
      await writeFile(part, Buffer.from(base64, "base64"), { mode: 0o644 });
      await rename(part, place);
    }
  }
}

/** Only inside the wheel's folder, and only where Python looks for it. */
function isBytecode(steps: readonly string[]): boolean {
  return (
    steps.at(-2) === "__pycache__" &&
    steps.at(-1)!.endsWith(".pyc") &&
    !steps.some(
      (step) => step === "" || step === "." || step === ".." || step.includes("\\") || step.includes("\0"),
    )
  );
}
