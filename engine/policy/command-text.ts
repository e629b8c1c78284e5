import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import { onlyItems, onlyText, type PossibleValues } from "../resolve/value.ts";
import { argument, words } from "./rule.ts";

const maxCommandLength = 4000;

/** The whole command line, as far as it is known; unknown pieces are a sign. */
function commandText(value: PossibleValues | undefined): string {
  if (value === undefined) return "";
  const [first] = value;
  const list = first?.kind === "list" || first?.kind === "tuple" ? first.items : undefined;
  const text = list
    ? list
        .slice(0, 200)
        .map((part) => (onlyText(part) ?? skeletonsOf(part)[0] ?? "\0").slice(0, maxCommandLength))
        .join(" ")
    : skeletonsOf(value).join("\n");
  return text.slice(0, maxCommandLength);
}

/** The command line of a call that starts a program in any of Python's ways. */
export function commandLine(site: CallSite): string {
  if (!/^os\.(?:exec|spawn|posix_spawn)/.test(site.path))
    return commandText(argument(site, 0, "args", "command", "cmd"));
  const rest = site.args.slice(site.path.startsWith("os.spawn") ? 2 : 1);
  return commandText(rest[0]?.[0]?.kind === "str" ? [{ kind: "list", items: rest, isOpen: false }] : rest[0]);
}

/** The program that a call starts, by name where that is known. */
export function programOf(site: CallSite): PossibleValues | undefined {
  const command = argument(site, site.path.startsWith("os.spawn") ? 1 : 0, "args", "file", "path", "command");
  const [first] = command ?? [];
  if (first?.kind !== "list" && first?.kind !== "tuple") return command;
  return onlyItems(command)?.[0] ?? first.items[0];
}

/** The calls that start programs, with a shell or without. */
export const startingCalls =
  words(`os.system os.popen os.startfile os.execl os.execle os.execlp os.execlpe os.execv os.execve
  os.execvp os.execvpe os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe os.posix_spawn
  os.posix_spawnp subprocess.run subprocess.call subprocess.Popen subprocess.check_call subprocess.check_output
  subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell asyncio.create_subprocess_exec
  runpy.run_path`);
