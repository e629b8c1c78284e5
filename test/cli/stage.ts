import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import type { Terminal } from "../../cli/terminal.ts";
import { runProgram } from "../../cli/program.ts";

export type CliRun = Readonly<{ status: number; out: string; err: string }>;

/** A folder of files, and the command run in it as a user would, in this process. */
export type CliStage = Readonly<{
  folder: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  assay(args: readonly string[], around?: Partial<Terminal>): Promise<CliRun>;
}>;

export function openCliStage(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  home = mkdtempSync(join(tmpdir(), "assay-home-")),
): CliStage {
  const folder = mkdtempSync(join(tmpdir(), "assay-cli-"));
  const write: CliStage["write"] = (written) => {
    for (const [name, content] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  };
  write(files);
  return {
    folder,
    write,
    assay: async (args, around = {}) => {
      let [out, err] = ["", ""];
      const status = await runProgram(args, {
        ...terminalIn(folder, home),
        out: (text) => (out += text),
        err: (text) => (err += text),
        ...around,
      });
      return { status, out, err };
    },
  };
}

/** Where nobody reads. */
export function terminalIn(cwd: string, home: string): Terminal {
  return {
    env: { HOME: home, PATH: process.env.PATH },
    cwd,
    out: () => undefined,
    err: () => undefined,
    isOutTerminal: false,
    isErrTerminal: false,
    readInput: async () => Buffer.alloc(0),
    askSecret: async () => "",
    streams: () => ({ input: Readable.from([]), output: new PassThrough() }),
    signal: new AbortController().signal,
  };
}

export const programs = {
  valid: "def double(n: int) -> int:\n    return n * 2\n",
  warned: "import os\n\n\ndef double(n: int) -> int:\n    return n * 2\n",
  wrong: 'def total(xs: list[int]) -> int:\n    return sum(xs) + "1"\n',
  dangerous: 'import subprocess\n\n\ndef go(name):\n    subprocess.run("ls " + name, shell=True)\n',
};
