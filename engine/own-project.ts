import { systemClock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createTroubles } from "../platform/troubles.ts";
import type { Instruments } from "../platform/instruments.ts";
import { maxListed } from "./findings/list-within.ts";
import { inspectOwned } from "./linked-inspection.ts";
import { unfinishedTools } from "./incomplete.ts";
import { readMessage } from "./lint/read-message.ts";
import { reportFound } from "./lint/report.ts";
import type { PythonVersion } from "./python-version.ts";
import type { ExportedReferences } from "./resolve/exported-references.ts";
import { toReadable } from "./static-check.ts";
import type { Inspection } from "./tasks/pieces.ts";
import { openWorkers, type Workers } from "./tasks/workers.ts";
import type { OwnTypeAnswer } from "./own-type-answer.ts";
import { toTypeMessages } from "./type-check/own-messages.ts";
import type { Diagnostic, SecurityFinding } from "./verdict.ts";

/** What ruff's own command has found. Lines and columns start at 1; columns count code points. */
export type RuffFinding = Readonly<{ code: string; message: string; line: number; column: number }>;

/** A file of a project whose owner asks, and what ruff says of it. */
export type OwnFile = Readonly<{ path: string; text: string; lint: readonly RuffFinding[] }>;

/** What all tools found in one of them. */
export type OwnFindings = Readonly<{
  diagnostics: readonly Diagnostic[];
  security: readonly SecurityFinding[];
  /** The tools that did not finish. */
  incomplete: readonly string[];
}>;

export type KeptInspection = Inspection;

/** Looks at texts that were looked at before are found again by their key. */
export type KeptInspections = Readonly<{
  read(key: readonly unknown[]): KeptInspection | undefined;
  keep(key: readonly unknown[], inspection: KeptInspection): void;
}>;

export type OwnChecks = Readonly<{
  /** Policy, crashes and credentials in files whose imports begin at one folder, together with what their types say. */
  check(
    files: readonly OwnFile[],
    base: string,
    types: Promise<OwnTypeAnswer>,
  ): Promise<ReadonlyMap<string, OwnFindings>>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  threads: number;
  python: PythonVersion | undefined;
  kept: KeptInspections;
  signal: AbortSignal;
  /** Told after each text. */
  onDone(path: string): void;
  log: Log;
  metrics: Instruments;
}>;

/** Processor time of each tool on one text. */
const limitMs = 10_000;

/** The threads are opened for the first text that nobody has looked at yet. */
export function openOwnChecks(settings: Settings): OwnChecks {
  const { threads, python, kept, signal, onDone, log, metrics } = settings;
  const opened = new AsyncDisposableStack();
  const troubles = createTroubles({ log, metrics });
  let opening: Promise<Workers> | undefined;
  const workers = async (): Promise<Workers> =>
    (opening ??= openWorkers({
      threads,
      spareThreads: 0,
      limitMs,
      clock: systemClock,
      troubles,
      isLinted: true,
    }).then((made) => opened.use(made)));

  return {
    check: async (files, base, types) => {
      const readable = new Map(files.map(({ path, text }) => [path, toReadable(text)]));
      const lints = new Map(
        files.map(({ path, lint }) => {
          const { text } = readable.get(path)!;
          return [
            text,
            reportFound(
              text,
              lint.map((each) => ({ ...each, data: readMessage(each.code, each.message) })),
            ),
          ];
        }),
      );
      const inspect = async (
        text: string,
        beside: ExportedReferences | undefined,
        isLent: boolean,
      ): Promise<Inspection> => {
        const asked = { text, beside, python, lint: lints.get(text), isLent };
        const whole = [text, asked.lint, beside, python];
        const key = isLent ? [...whole, "lent"] : whole;
        const known = kept.read(whole) ?? (isLent ? kept.read(key) : undefined);
        if (known) return known;
        const inspection = await (await workers()).inspect(asked, signal);
        kept.keep(key, inspection);
        return inspection;
      };
      const sources = new Map(Array.from(readable, ([path, { text }]) => [path, text]));
      const inspected = await inspectOwned(
        { sources, base },
        {
          inspect,
          onFirst: onDone,
          link: async (linked) =>
            (await workers()).link({ ...linked, areOwn: true }, signal).catch(() => undefined),
        },
      );
      const looks = Array.from(inspected, ([path, inspection]) => ({
        path,
        readable: readable.get(path)!,
        inspection: { ...inspection, lent: undefined },
        maxListed,
      }));
      const said = toTypeMessages(await types);
      const found = await (await workers()).join({ files: looks, said, base, areOwn: true }, signal);
      return new Map(
        Array.from(found, ([path, { diagnostics, security }]) => [
          path,
          { diagnostics, security, incomplete: unfinishedTools(diagnostics) },
        ]),
      );
    },
    [Symbol.asyncDispose]: async () => {
      await opening?.catch(() => undefined);
      await opened.disposeAsync();
    },
  };
}
