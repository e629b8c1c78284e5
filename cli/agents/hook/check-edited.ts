import { statSync } from "node:fs";
import { mayHoldPython } from "../../files/find-files.ts";
import type { CheckedFile } from "../../finding.ts";
import type { Terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import { tellFindings, tellUnfinished } from "../findings.ts";
import { openProject } from "../project.ts";
import { editedFiles, folderOf, isObject, isRepeat, type HookEvent } from "./edited-files.ts";

/** What a hook answers: the exit status and the streams that agents read. */
export type HookAnswer = Readonly<{ status: number; out: string; err: string }>;

/** As the agents read them: with 2 the model is told what standard error says, with 1 only the user. */
const statuses = { fine: 0, failed: 1, found: 2 } as const;
/** Some agents show this in the place of the result of the edit. */
const heading = "Written, but Assay rejects it. Fix what it found:";
const silent: HookAnswer = { status: statuses.fine, out: "", err: "" };

/** Checks what an event is about, or all that changed since the last commit. */
export async function checkEdited(
  terminal: Terminal,
  event: HookEvent,
  { isAboutChanges }: { isAboutChanges: boolean },
): Promise<HookAnswer> {
  if (isRepeat(event)) return silent;
  const root = folderOf(event) ?? terminal.cwd;
  const place = { ...terminal, cwd: root };
  const edited = isAboutChanges ? [] : editedFiles(event, root).filter(isThere);
  if (!isAboutChanges && edited.length === 0) return silent;
  await using project = openProject(place);
  const files = isAboutChanges ? project.changed(root) : project.find(root, edited);
  if (files.length === 0) return silent;
  const { signal } = terminal;
  const checked = await project.check({ root, files, shownFrom: root, signal, onDone: () => undefined });
  return toAnswer(event, checked);
}

/** A file that was deleted again, and what is not Python, is no matter of ours. */
function isThere(path: string): boolean {
  return mayHoldPython(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function toAnswer(event: HookEvent, checked: readonly CheckedFile[]): HookAnswer {
  const rejecting = checked
    .map((file) => ({ ...file, findings: file.findings.filter(({ rejects }) => rejects) }))
    .filter(({ findings }) => findings.length > 0);
  if (rejecting.length > 0) return toFound(event, tellFindings(rejecting));
  const unfinished = tellUnfinished(checked);
  if (unfinished.length === 0) return silent;
  return {
    status: statuses.failed,
    out: "",
    err: `${unfinished.map((line) => `assay: ${line}`).join("\n")}\n`,
  };
}

function toFound(event: HookEvent, lines: readonly string[]): HookAnswer {
  const text = [heading, ...lines].join("\n");
  // Cursor reads what its agent is told next from standard output.
  if (event.hook_event_name === "stop")
    return { ...silent, out: `${JSON.stringify({ followup_message: text })}\n` };
  return { status: statuses.found, out: "", err: `${text}\n` };
}

/** The event that an agent wrote to standard input. */
export function readEvent(bytes: Buffer): HookEvent {
  try {
    const event: unknown = JSON.parse(bytes.toString("utf8"));
    if (isObject(event)) return event;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError("Standard input is not the JSON object of a hook. See `assay hook --help`.");
}

/** For the user alone: the edit of the agent is not at fault. */
export function toFailure(message: string): HookAnswer {
  return { status: statuses.failed, out: "", err: `assay hook: ${message}\n` };
}
