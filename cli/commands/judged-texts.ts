import { checkFiles, checkInput } from "../checking/check-files.ts";
import { showProgress } from "../checking/progress.ts";
import { toUnchecked } from "../checking/to-checked.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { judgeFor } from "./options/judge-for.ts";

type Asked = Parameters<typeof judgeFor>[1] & Readonly<{ "stdin-name"?: string | undefined }>;

/** What comes from standard input is in no project, so that it is judged by itself. */
export async function judgeInput(terminal: Terminal, asked: Asked, settings: Settings): Promise<CheckedFile> {
  const { python } = settings;
  const { judge } = await judgeFor(terminal, asked, { mode: "static", files: 1, python });
  await using _ = judge;
  const file = asked["stdin-name"] ?? "stdin.py";
  return await checkInput(await terminal.readInput(), file, { judge, settings, signal: terminal.signal });
}

/** What a service says of files, as far as the key covers them. */
export async function judgeFiles(
  terminal: Terminal,
  asked: Asked,
  { files, settings }: Readonly<{ files: readonly string[]; settings: Settings }>,
): Promise<readonly CheckedFile[]> {
  const { cwd, signal } = terminal;
  const work = { mode: "static", files: files.length, python: settings.python } as const;
  const { judge, covered } = await judgeFor(terminal, asked, work);
  await using _ = judge;
  const { onDone } = showProgress(terminal, "Checking");
  const checked = await checkFiles(files.slice(0, covered), { judge, settings, cwd, signal, onDone });
  return [...checked, ...files.slice(covered).map((path) => toUnchecked(shownPath(cwd, path), "not sent"))];
}
