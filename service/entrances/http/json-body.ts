import { UnreadableJson } from "../../../parts/json/parse-json.ts";
import { Fault } from "../../../parts/faults.ts";
import { unreadable } from "./body.ts";

type Body = Readonly<{ bytes: Uint8Array; contentType: string | undefined; signal: AbortSignal }>;

/** A body as JSON; `undefined` when there is none. */
export async function parseBody<Value>(
  read: (bytes: Uint8Array, signal: AbortSignal) => Promise<Value>,
  { bytes, contentType, signal }: Body,
): Promise<Value | undefined> {
  if (bytes.length === 0) return undefined;
  if (!isJson(contentType)) throw new Fault("unsupported_media_type");
  try {
    return await read(bytes, signal);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    throw unreadable(`The body ${error.message}.`, error);
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(contentType ?? "");
}
