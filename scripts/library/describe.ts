import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LibraryData } from "../../engine/library/data.ts";
import { readTypeshed } from "./stubs.ts";

type Described = Omit<LibraryData, "types" | "modules"> &
  Readonly<Record<"types" | "modules", Readonly<Record<string, readonly string[]>>>>;

const root = join(import.meta.dirname, "../..");
/** In one piece, since the sandbox's image holds no other file. */
const program = ["stubs.py", "describe.py"]
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n");

/** What the CPython of a sandbox image and typeshed say of Python's library, as `engine/library/python.json` holds it. */
export async function describeLibrary(image: string): Promise<string> {
  const command = ["--entrypoint", "python3", image, "-I", "-c", program];
  const child = spawn("docker", ["run", "--rm", "-i", "--network", "none", "--read-only", ...command], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(readTypeshed(root)));
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The CPython of ${image} failed; see its output above.`);
  const told = JSON.parse(answer) as Described;
  const library: LibraryData = { ...told, types: joined(told.types), modules: joined(told.modules) };
  return `${JSON.stringify(library, null, 2)}\n`;
}

function joined(lines: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(lines).map(([name, each]) => [name, each.join("\n")]));
}
