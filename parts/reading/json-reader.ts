import { Fault } from "../faults.ts";
import type { Clock } from "../../platform/clock.ts";
import { openThreads } from "../../platform/threads/threads.ts";
import { readDocument, type ReadDocument } from "../proof/verdict-document.ts";
import { readExactJson, type ExactJson } from "../json/exact-json.ts";
import type { JsonOutcome, JsonTask } from "./json-worker.ts";
import { decodeUtf8, parseJson, UnreadableJson } from "../json/parse-json.ts";

/** Parses untrusted JSON. Long texts are parsed in another thread, so that they delay no other request. */
export type JsonReader = Readonly<{
  /** Bytes as JSON; rejects with `UnreadableJson`, or `busy` where it could not be read in time. */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<unknown>;
  /** As `read`, with what the text says beyond its value. */
  readExact(bytes: Uint8Array, signal: AbortSignal): Promise<ExactJson>;
  /** A published verdict, or what it lacks. */
  readDocument(text: string, signal: AbortSignal): Promise<ReadDocument>;
}> &
  AsyncDisposable;

/** What is shorter is read at once: that takes less than a millisecond. */
const maxInline = 32_768;
const limitMs = 5000;

export async function openJsonReader(clock: Clock): Promise<JsonReader> {
  const file = new URL("./json-worker.ts", import.meta.url);
  const thread = await openThreads<JsonTask, JsonOutcome>(file, {
    threads: 1,
    isSeldomNeeded: true,
    limitMs,
    clock,
  });

  async function ask(task: JsonTask, signal: AbortSignal): Promise<JsonOutcome> {
    try {
      return await thread.run(task, signal);
    } catch (cause) {
      signal.throwIfAborted();
      throw new Fault(
        "busy",
        { message: "The request could not be read in time.", retryAfterS: 1 },
        { cause },
      );
    }
  }

  return {
    read: async (bytes, signal) => {
      if (bytes.length <= maxInline) return parseJson(decodeUtf8(bytes));
      const outcome = await ask({ bytes }, signal);
      return "value" in outcome ? outcome.value : fail(outcome);
    },
    readExact: async (bytes, signal) => {
      if (bytes.length <= maxInline) return readExactJson(decodeUtf8(bytes));
      const outcome = await ask({ bytes, isExact: true }, signal);
      return "exact" in outcome ? outcome.exact : fail(outcome);
    },
    readDocument: async (text, signal) => {
      if (text.length <= maxInline) return readDocument(text);
      const outcome = await ask({ document: text }, signal);
      return "read" in outcome ? outcome.read : fail(outcome);
    },
    [Symbol.asyncDispose]: async () => thread[Symbol.asyncDispose](),
  };
}

function fail(outcome: JsonOutcome): never {
  if ("problem" in outcome) throw new UnreadableJson(outcome.problem);
  throw new Error("the thread answered something else than it was asked");
}
