import { reasonOf } from "../../../checking/each-file.ts";
import type { FixedFile } from "../../../checking/fix-group.ts";
import { toBytes } from "../../../files/source.ts";
import { writeFixed } from "../../../files/write-file.ts";
import { countOf } from "../../../finding.ts";
import { unifiedDiff } from "../../../formats/unified-diff.ts";
import { printable } from "../../../terminal.ts";
import { tellFindings } from "../../findings.ts";
import { eachRoot, nothingFor, pathsSchema, type PathArguments } from "../targets.ts";
import type { AgentTool } from "../tool.ts";

type FixArguments = PathArguments & Readonly<{ write?: boolean; unsafe?: boolean }>;

/** Longer patches are left out: clients cut what is too long for a model, somewhere in the middle. */
const maxPatches = 40_000;

export const fix: AgentTool<FixArguments> = {
  name: "fix",
  description:
    "Fixes what has one clear fix. Answers with patches and what is left to do by hand; a fix is kept only if fewer " +
    "problems are found with it. Nothing is written unless `write` is true.",
  inputSchema: {
    type: "object",
    properties: {
      paths: pathsSchema,
      write: { type: "boolean", default: false, description: "Write the fixed files" },
      unsafe: {
        type: "boolean",
        default: false,
        description: "Also fixes that change what working code does, and guesses",
      },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  call: async (args, call) => {
    const { write = false, unsafe = false } = args;
    const choice = { fixes: unsafe ? "all" : "safe", takesGuesses: unsafe || !write } as const;
    const files = await eachRoot(args, call, async (work) => call.project.fix({ ...work, ...choice }));
    if (files.length === 0) return nothingFor(args);
    call.signal.throwIfAborted();
    const told = write ? await writeAll(files) : showAll(files);
    const left = tellFindings(files.map(({ checked }) => checked));
    return [...told, ...(left.length === 0 ? [] : ["Left after these fixes:", ...left])].join("\n");
  },
};

async function writeAll(files: readonly FixedFile[]): Promise<string[]> {
  const told = [];
  for (const { path, checked, fix: found } of files.filter((file) => file.fix !== undefined))
    try {
      await writeFixed(path, found!.source, found!.text);
      told.push(`Fixed ${printable(checked.file)}: ${found!.fixes.map(printable).join("; ")}`);
    } catch (error) {
      told.push(`Not fixed: ${printable(checked.file)} ${reasonOf(error)}`);
    }
  return [...told, ...tellSkipped(files), `${countOf(told.length, "file")} to fix.`];
}

function showAll(files: readonly FixedFile[]): string[] {
  const shown: string[] = [];
  const omitted: string[] = [];
  let length = 0;
  for (const { checked, fix: found } of files) {
    if (found === undefined) continue;
    const { source, text, fixes } = found;
    const patch = unifiedDiff(
      checked.file,
      source.bytes.toString("utf8"),
      toBytes(source, text).toString("utf8"),
    );
    length += patch.length;
    if (length > maxPatches && shown.length > 0) omitted.push(checked.file);
    else shown.push(`# ${printable(checked.file)}: ${fixes.map(printable).join("; ")}\n${patch.trimEnd()}`);
  }
  const count = shown.length + omitted.length;
  return [
    ...shown,
    ...(omitted.length > 0
      ? [`Patches left out, name these in \`paths\`: ${omitted.map(printable).join(", ")}`]
      : []),
    ...tellSkipped(files),
    count === 0 ? "There is nothing to fix." : `${countOf(count, "file")} can be fixed; nothing was written.`,
  ];
}

function tellSkipped(files: readonly FixedFile[]): string[] {
  return files.flatMap(({ checked, skipped }) =>
    skipped === undefined ? [] : [`Skipped the fix of ${printable(checked.file)}: ${skipped}.`],
  );
}
