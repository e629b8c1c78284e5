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

/** One text, in this thread. An error's class would not survive the way back, so that is told as a value. */
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
