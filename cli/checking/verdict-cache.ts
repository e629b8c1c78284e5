import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadVerdict } from "../../engine/verdict.ts";
import type { TextJudge, TextQuestion } from "../judge.ts";

/** Verdicts kept in a folder, by the digest of all that they depend on. */
export type VerdictCache = Readonly<{
  read(question: TextQuestion): ReadVerdict | undefined;
  keep(question: TextQuestion, verdict: ReadVerdict): void;
  /** Deletes the oldest where there are too many. */
  prune(): void;
}>;

const maxEntries = 20_000;

export function openVerdictCache(folder: string, identity: string, max = maxEntries): VerdictCache {
  let isWritten = false;

  function fileOf(question: TextQuestion): string {
    const { text, ...options } = question;
    const digest = createHash("sha256")
      .update(JSON.stringify([identity, options, text]))
      .digest("hex");
    return join(folder, `${digest}.json`);
  }

  return {
    read: (question) => {
      try {
        return JSON.parse(readFileSync(fileOf(question), "utf8")) as ReadVerdict;
      } catch {
        return undefined; // not there, or cut off by a crash: judged again
      }
    },
    keep: (question, verdict) => {
      // What a tool has not looked at may be found the next time; running a program may end differently.
      if (verdict.meta.incomplete.length > 0 || question.mode === "execute") return;
      const file = fileOf(question);
      const written = `${file}.${process.pid}`;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(written, JSON.stringify(verdict), { mode: 0o600 });
        renameSync(written, file);
        isWritten = true;
      } catch {
        rmSync(written, { force: true }); // a full or read-only disk costs time, not the result
      }
    },
    prune: () => {
      if (!isWritten) return;
      const names = readdirSync(folder);
      if (names.length <= max) return;
      const byAge = names
        .map((name) => ({ path: join(folder, name), age: writtenAt(join(folder, name)) }))
        .toSorted((a, b) => a.age - b.age);
      // Some room is made at once, so that not every run has to.
      const tooMany = names.length - Math.floor(max * 0.9);
      for (const { path } of byAge.slice(0, tooMany)) rmSync(path, { force: true });
    },
  };
}

/** Asks only what is not kept. */
export function withCache(judge: TextJudge, cache: VerdictCache): TextJudge {
  return {
    places: judge.places,
    ask: async (question, signal) => {
      const kept = cache.read(question);
      if (kept) return kept;
      const verdict = await judge.ask(question, signal);
      cache.keep(question, verdict);
      return verdict;
    },
    [Symbol.asyncDispose]: async () => {
      cache.prune();
      await judge[Symbol.asyncDispose]();
    },
  };
}

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
