import type { ReadVerdict } from "../../engine/verdict.ts";
import { systemClock } from "../../platform/clock.ts";
import { programAround } from "../checking/programs/program-around.ts";
import { partOf, toChecked, toEmpty } from "../checking/to-checked.ts";
import type { CheckedFile } from "../finding.ts";
import type { TextJudge } from "../judge.ts";
import type { DocumentRules } from "./document-rules.ts";
import type { OpenDocuments, Snapshot } from "./documents.ts";
import type { Editor } from "./editor.ts";
import { toDiagnostics, toProblem } from "./to-diagnostic.ts";

/** Checks of open documents. A newer one of the same document takes the place of an older one that is under way. */
export type Checks = Readonly<{
  /** Begins a check after a pause, in which nothing else may happen to the document. */
  begin(uri: string, pauseMs: number): void;
  /** What was last found, if the document has not changed since. */
  found(uri: string): CheckedFile | undefined;
  /** What running a document showed: it stands for its text, until that changes. */
  keepRun(snapshot: Snapshot, verdict: ReadVerdict): void;
  /** The kept run of a document as it is now. */
  runOf(snapshot: Snapshot): ReadVerdict | undefined;
  /** Stops the work on a document that was closed. */
  forget(uri: string): void;
  stop(): void;
}>;

type Needs = Readonly<{
  documents: OpenDocuments;
  editor: Editor;
  judge: TextJudge;
  rulesFor(snapshot: Snapshot): DocumentRules;
}>;

export function createChecks({ documents, editor, judge, rulesFor }: Needs): Checks {
  const underWay = new Map<string, AbortController>();
  const results = new Map<string, CheckedFile>();
  const runs = new Map<string, Readonly<{ text: string; verdict: ReadVerdict }>>();
  const told = new Set<string>();

  async function check(uri: string, pauseMs: number, signal: AbortSignal): Promise<void> {
    if (pauseMs > 0) await systemClock.sleep(pauseMs, signal);
    const snapshot = documents.find(uri);
    if (!snapshot) return;
    const { version } = snapshot;
    const publish = (diagnostics: ReturnType<typeof toDiagnostics>): void =>
      editor.publish({ uri, version, diagnostics });
    try {
      results.delete(uri);
      const rules = rulesFor(snapshot);
      if (rules.isExcluded) return publish([]);
      const checked = await judged(snapshot, rules, signal);
      signal.throwIfAborted();
      results.set(uri, checked);
      publish(toDiagnostics(checked));
    } catch (error) {
      signal.throwIfAborted();
      const message = `Not checked: ${messageOf(error)}`;
      publish([toProblem(message)]);
      if (!told.has(message)) editor.show("error", `Assay: ${message}`);
      told.add(message);
    }
  }

  async function judged(snapshot: Snapshot, rules: DocumentRules, signal: AbortSignal): Promise<CheckedFile> {
    const { uri: file, text, path } = snapshot;
    if (text.trim() === "") return toEmpty({ file, text });
    const run = runOf(snapshot);
    if (run) return toChecked({ file, text }, run, rules);
    // What the document imports from beside itself is known to the checkers, as to `assay check`.
    const program = path === undefined ? { text } : programAround(path, { text, withTests: false });
    const verdict = await judge.ask({ ...program, mode: "static", python: rules.python }, signal);
    const own = "path" in program && program.path !== undefined ? partOf(verdict, program.path) : verdict;
    return toChecked({ file, text }, own, rules);
  }

  function runOf({ uri, text }: Snapshot): ReadVerdict | undefined {
    const kept = runs.get(uri);
    return kept?.text === text ? kept.verdict : undefined;
  }

  function cancel(uri: string): void {
    underWay.get(uri)?.abort();
    underWay.delete(uri);
  }

  return {
    begin: (uri, pauseMs) => {
      cancel(uri);
      const controller = new AbortController();
      underWay.set(uri, controller);
      check(uri, pauseMs, controller.signal).catch((error: unknown) => {
        if (!controller.signal.aborted) editor.log(`A check failed: ${messageOf(error)}`);
      });
    },
    found: (uri) => {
      const checked = results.get(uri);
      return checked?.text === documents.find(uri)?.text ? checked : undefined;
    },
    keepRun: ({ uri, text }, verdict) => void runs.set(uri, { text, verdict }),
    runOf,
    forget: (uri) => {
      cancel(uri);
      results.delete(uri);
      runs.delete(uri);
    },
    stop: () => {
      for (const controller of underWay.values()) controller.abort();
    },
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
