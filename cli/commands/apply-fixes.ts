import { reasonOf } from "../checking/each-file.ts";
import type { FixedFile } from "../checking/fix-group.ts";
import { toUnchecked } from "../checking/to-checked.ts";
import { toBytes } from "../files/source.ts";
import { writeFixed } from "../files/write-file.ts";
import type { CheckedFile } from "../finding.ts";
import { unifiedDiff } from "../formats/unified-diff.ts";
import { paintFor, printable, type Terminal } from "../terminal.ts";

/** What is done with fixes: printed as a patch, written, or shown and written where the person says so. */
export type Applying = "print" | "write" | "ask";

export type AppliedFixes = Readonly<{
  /** The files as they are now, or as they would be with the printed fixes. */
  files: readonly CheckedFile[];
  /** How many were printed or written, and how many nobody wanted. */
  fixes: number;
  declined: number;
}>;

type Answer = "yes" | "no" | "all" | "quit";

export async function applyFixes(
  fixed: readonly FixedFile[],
  terminal: Terminal,
  applying: Applying,
): Promise<AppliedFixes> {
  const { err, signal } = terminal;
  const files: CheckedFile[] = [];
  let [fixes, declined] = [0, 0];
  let answer: Answer = applying === "ask" ? "yes" : "all";
  for (const each of fixed) {
    const { file } = each.checked;
    if (each.skipped !== undefined) err(`Skipped the fix of ${printable(file)}: ${each.skipped}.\n`);
    if (each.fix === undefined) {
      files.push(each.checked);
      continue;
    }
    signal.throwIfAborted();
    if (answer !== "all" && answer !== "quit") answer = await askAbout(each, terminal);
    if (answer === "no" || answer === "quit") {
      declined += 1;
      files.push(each.unfixed);
      continue;
    }
    const failed = await apply(each, terminal, applying !== "print");
    if (failed === undefined) fixes += 1;
    files.push(failed === undefined ? each.checked : toUnchecked(file, failed));
  }
  return { files, fixes, declined };
}

const answers: Readonly<Record<string, Answer>> = { y: "yes", n: "no", a: "all", q: "quit" };

/** Asks until there is an answer; the end of the input is the end of the questions. */
async function askAbout(each: FixedFile, terminal: Terminal): Promise<Answer> {
  const { file } = each.checked;
  terminal.out(shown(each, terminal));
  for (const words of each.fix!.fixes) terminal.err(`  ${printable(words)}\n`);
  for (;;) {
    const typed = await terminal.ask!(`Apply this fix to ${printable(file)}? [y]es / [n]o / [a]ll / [q]uit `);
    terminal.signal.throwIfAborted();
    const answer = typed === undefined ? "quit" : answers[typed.trim().toLowerCase().slice(0, 1)];
    if (typed === undefined) terminal.err("\n");
    if (answer !== undefined) return answer;
  }
}

/** The patch for a person's eyes: what the file holds must not steer the terminal. */
function shown(each: FixedFile, terminal: Terminal): string {
  const paint = paintFor(terminal);
  const lines = patchOf(each)
    .split("\n")
    .map((line) => line.split("\t").map(printable).join("\t"));
  const painted = lines.map((line) => {
    if (/^(?:---|\+\+\+) /.test(line)) return paint("bold", line);
    return line.startsWith("+") ? paint("green", line) : line.startsWith("-") ? paint("red", line) : line;
  });
  return painted.join("\n");
}

function patchOf({ checked, fix }: FixedFile): string {
  const { source, text } = fix!;
  return unifiedDiff(checked.file, source.bytes.toString("utf8"), toBytes(source, text).toString("utf8"));
}

/** Prints or writes one fix; gives why that could not be done. */
async function apply(
  each: FixedFile,
  { out, err }: Terminal,
  isWriting: boolean,
): Promise<string | undefined> {
  const { path, checked } = each;
  const { source, text, fixes } = each.fix!;
  try {
    if (isWriting) {
      await writeFixed(path, source, text);
      err(`Fixed ${printable(checked.file)}: ${fixes.map(printable).join("; ")}\n`);
    } else out(patchOf(each));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
