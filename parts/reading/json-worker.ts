import { doTasks } from "../../platform/threads/thread-tasks.ts";
import { readDocument, type ReadDocument } from "../proof/verdict-document.ts";
import { readExactJson, type ExactJson } from "../json/exact-json.ts";
import { decodeUtf8, parseJson, UnreadableJson } from "../json/parse-json.ts";

export type JsonTask = Readonly<{ bytes: Uint8Array; isExact?: boolean }> | Readonly<{ document: string }>;
export type JsonOutcome =
  | Readonly<{ value: unknown }>
  | Readonly<{ exact: ExactJson }>
  | Readonly<{ problem: string }>
  | Readonly<{ read: ReadDocument }>;

/** Parses one text in this thread. An error's class would be lost between threads, so errors are returned as values. */
doTasks<JsonTask, JsonOutcome>((task) => {
  if ("document" in task) return { read: readDocument(task.document) };
  try {
    const text = decodeUtf8(task.bytes);
    return task.isExact === true ? { exact: readExactJson(text) } : { value: parseJson(text) };
  } catch (error) {
    if (error instanceof UnreadableJson) return { problem: error.message };
    throw error;
  }
});
