import { doTasks } from "../../../platform/threads/thread-tasks.ts";
import { readDocument, type ReadDocument } from "../verdict-document.ts";
import { decodeUtf8, parseJson, UnreadableJson } from "./parse-json.ts";

export type JsonTask = Readonly<{ bytes: Uint8Array }> | Readonly<{ document: string }>;
export type JsonOutcome =
  | Readonly<{ value: unknown }>
  | Readonly<{ problem: string }>
  | Readonly<{ read: ReadDocument }>;

/** One text, in this thread. An error's class would not survive the way back, so that is told as a value. */
doTasks<JsonTask, JsonOutcome>((task) => {
  if ("document" in task) return { read: readDocument(task.document) };
  try {
    return { value: parseJson(decodeUtf8(task.bytes)) };
  } catch (error) {
    if (error instanceof UnreadableJson) return { problem: error.message };
    throw error;
  }
});
