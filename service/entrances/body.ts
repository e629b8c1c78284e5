import { raw, type Request, type Response } from "express";
import { Fault } from "../faults.ts";

/** A code point takes at most twelve bytes when it is written as two escapes. */
const bytesACodePoint = 12;
const bytesForTheRest = 1_048_576;

/** The longest body that can hold an acceptable submission, in its longest spelling. */
export function mostBodyBytes(maxCodeLength: number): number {
  return maxCodeLength * bytesACodePoint + bytesForTheRest;
}

/** Reads the body as JSON. Bytes that are not UTF-8 are refused: replacing them would make two programs one. */
export async function readJson(request: Request, response: Response, mostBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, response, mostBytes);
  if (bytes.length === 0) return undefined;
  if (!isJson(request.headers["content-type"])) throw new Fault("unsupported_media_type");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw unreadable(
      error instanceof TypeError ? "The body is not valid UTF-8." : "The body is not valid JSON.",
      error,
    );
  }
}

function unreadable(message: string, cause: unknown): Fault {
  return new Fault(
    "bad_request",
    { message, fields: [{ loc: ["body"], msg: message, type: "unreadable" }] },
    { cause },
  );
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(contentType ?? "");
}

/** The body's exact bytes. */
export async function readBytes(request: Request, response: Response, mostBytes: number): Promise<Buffer> {
  const read = raw({ type: () => true, limit: mostBytes });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toFault(error, mostBytes));
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function toFault(error: unknown, limit: number): Fault {
  const { status } = error as { status?: number };
  if (status === 413)
    return new Fault(
      "too_large",
      { message: `The body is longer than ${limit} bytes.`, limit },
      { cause: error },
    );
  if (status === 415) return new Fault("unsupported_media_type", {}, { cause: error });
  return unreadable("The body could not be read to its end.", error);
}
