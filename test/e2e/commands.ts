import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Surroundings } from "../../scripts/command.ts";
import { nodeArguments, passedOn } from "../support/processes.ts";

export type Ended = Readonly<{ code: number; stdout: string; stderr: string }>;

type Command = (args: readonly string[], around: Surroundings) => Promise<number>;

/** A command in this process: what it would print, and the code it would end with. */
export async function runHere(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const code = await command(args, {
    env,
    say: (text) => {
      printed.stdout += `${text}\n`;
    },
    complain: (text) => {
      printed.stderr += `${text}\n`;
    },
  });
  return { code, ...printed };
}

/** A script in a process of its own, as npm runs it once everything is set up. */
export async function runScript(script: string, args: readonly string[]): Promise<Ended> {
  try {
    const options = { env: passedOn() };
    const ended = await promisify(execFile)(process.execPath, [...nodeArguments, script, ...args], options);
    return { code: 0, ...ended };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}
