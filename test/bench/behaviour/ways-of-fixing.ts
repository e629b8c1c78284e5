import { glob, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { TextDocument, type TextEdit } from "vscode-languageserver-textdocument";
import { codeActions, fixAllKind } from "../../../cli/lsp/fixes/code-actions.ts";
import { rulesFor } from "../../../cli/lsp/document-rules.ts";
import { createDocuments } from "../../../cli/lsp/documents.ts";
import { proposeFor } from "../../../cli/lsp/fixes/proposals.ts";
import { toBody, type TextJudge } from "../../../cli/judge.ts";
import type { Engine } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import { openCliStage } from "../../cli/stage.ts";

/** What was done to the files of a package. */
export type FixedPackage = Readonly<{
  fixes: readonly string[];
  /** Files in which a fix was made that `meta.fixes` calls changing. */
  changing: readonly string[];
}>;

/** A way in which a package comes to its fixes. */
export type WayOfFixing = Readonly<{
  name: string;
  /** Whether nothing may behave differently afterwards; else only what a changing fix explains. */
  isSafe: boolean;
  fix(folder: string): Promise<FixedPackage>;
}>;

const maxLength = 200_000;

export function waysOfFixing(engine: Engine): WayOfFixing[] {
  return [
    {
      name: "file by file, safe",
      isSafe: true,
      fix: async (folder) => fixEach(folder, engine, "safe"),
    },
    { name: "assay fix --write", isSafe: true, fix: fixWithCommand },
    { name: "on save", isSafe: true, fix: async (folder) => saveEach(folder, engine) },
    {
      name: "file by file, all",
      isSafe: false,
      fix: async (folder) => fixEach(folder, engine, "all"),
    },
  ];
}

async function* textsIn(folder: string): AsyncGenerator<{ name: string; text: string }> {
  const names = await Array.fromAsync(glob("**/*.py", { cwd: folder }));
  for (const name of names.toSorted()) {
    const text = await readFile(join(folder, name), "utf8");
    if (text.trim() !== "" && text.length <= maxLength) yield { name, text };
  }
}

/** Each file by itself, as a caller of the service sends it. */
async function fixEach(folder: string, engine: Engine, wanted: "safe" | "all"): Promise<FixedPackage> {
  const fixes: string[] = [];
  const changing: string[] = [];
  for await (const { name, text: code } of textsIn(folder)) {
    const path = name
      .split(sep)
      .join("/")
      .replace(/^src\//, "");
    const job = Job.parse({ code, mode: "repair", options: { fixes: wanted, path } });
    const { verdict } = await engine.judge(job, new AbortController().signal);
    if (verdict.fixed_code === null) continue;
    const made = verdict.meta.fixes ?? [];
    fixes.push(...made.map(({ text, kind, repair }) => `${text} (${repair}, ${kind})`));
    if (made.some(({ kind }) => kind === "changing")) changing.push(name);
    await writeFile(join(folder, name), verdict.fixed_code);
  }
  return { fixes, changing };
}

/** All files at once, as a person does it in the folder. */
async function fixWithCommand(folder: string): Promise<FixedPackage> {
  const { err } = await openCliStage().assay(["fix", ".", "--write", "--no-cache"], { cwd: folder });
  return { fixes: err.split("\n").filter((line) => line.startsWith("Fixed ")), changing: [] };
}

/** Each file opened and saved in an editor that has what can be fixed fixed on save. */
async function saveEach(folder: string, engine: Engine): Promise<FixedPackage> {
  const { signal } = new AbortController();
  const judge: TextJudge = {
    places: 1,
    ask: async (question) => (await engine.judge(Job.parse(toBody(question)), signal)).verdict,
    [Symbol.asyncDispose]: async () => undefined,
  };
  const documents = createDocuments();
  const fixes: string[] = [];
  for await (const { name, text } of textsIn(folder)) {
    const uri = pathToFileURL(join(folder, name)).href;
    documents.open({ textDocument: { uri, languageId: "python", version: 1, text } });
    const snapshot = documents.find(uri)!;
    const rules = rulesFor(snapshot, [folder], folder);
    const context = { diagnostics: [], only: [fixAllKind] };
    const propose = async () => proposeFor(judge, snapshot, rules, signal);
    const asked = { snapshot, context, isVersioned: false, run: undefined, propose };
    const [action] = await codeActions(asked, signal);
    const edits = action?.edit?.changes?.[uri] as TextEdit[] | undefined;
    if (!edits) continue;
    fixes.push(`${name}: ${edits.length} edits`);
    const document = TextDocument.create(uri, "python", 1, text);
    await writeFile(join(folder, name), TextDocument.applyEdits(document, edits));
  }
  return { fixes, changing: [] };
}
