import { resolve } from "node:path";

/** What an agent tells a hook, as far as it matters here. */
export type HookEvent = Readonly<Record<string, unknown>>;

const patchedFile = /^\*\*\* (?:(?:Add|Update) File|Move to): (.+?)\r?$/gm;

/**
 * The files that an event is about, by their full paths. Claude Code and Gemini CLI name one in the tool's arguments,
 * Cursor at the top, Codex in the patch that it applied.
 */
export function editedFiles(event: HookEvent, folder: string): string[] {
  const input = isObject(event.tool_input) ? event.tool_input : event;
  const named = [input.file_path, input.notebook_path].filter((name) => typeof name === "string");
  const patch =
    typeof input.command === "string" && input.command.includes("*** Begin Patch") ? input.command : "";
  const patched = Array.from(patch.matchAll(patchedFile), ([, name]) => name!);
  return [...new Set([...named, ...patched].map((name) => resolve(folder, name)))];
}

/** The folder that the agent works in. */
export function folderOf({ cwd, workspace_roots: roots }: HookEvent): string | undefined {
  return [cwd, Array.isArray(roots) ? (roots[0] as unknown) : undefined].find(
    (folder): folder is string => typeof folder === "string" && folder !== "",
  );
}

/** Whether the agent goes on already since a hook told it to: to tell it again could go on forever. */
export function isRepeat({ stop_hook_active: isActive, loop_count: loops }: HookEvent): boolean {
  return isActive === true || (typeof loops === "number" && loops > 0);
}

export function isObject(value: unknown): value is HookEvent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
