import "./older-node.ts";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { askPerson, askSecret } from "./asking.ts";
import { runProgram } from "./program.ts";
import { cacheFolder } from "./user-folders.ts";

// What V8 has compiled is kept for the next run; threads are told of it by the environment.
process.env["NODE_COMPILE_CACHE"] ??= join(cacheFolder(process.env), "code");
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interrupted.abort());
// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isOutTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  readInput: async () => buffer(process.stdin),
  askSecret: async (question) => askSecret(question, process),
  ask:
    process.stdin.isTTY === true && process.stdout.isTTY === true
      ? async (question) => askPerson(question, process, interrupted.signal)
      : undefined,
  streams: () => ({ input: process.stdin, output: process.stdout }),
  signal: interrupted.signal,
});
