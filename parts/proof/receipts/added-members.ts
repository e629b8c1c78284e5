import { createHash } from "node:crypto";
import { Verdict } from "../../../engine/verdict.ts";
import { scanJson, type JsonPath } from "../../json/scan-json.ts";
import { canonicalJson } from "./canonical-json.ts";

/** Characters to hash at most in looking for one member; more would hold up other callers. */
const maxWork = 5_000_000;

/**
 * The members without which an answer has the digest that was signed: those that no answer has, or any one. Empty where
 * that explains nothing. The answer is given as it is signed.
 */
export function findAdded(answer: object, digest: string): JsonPath[] {
  const unknown: JsonPath[] = [];
  const known = dropUnknown(answer, Verdict.safeParse(answer).data ?? answer, [], unknown);
  const text = canonicalJson(known as object);
  if (sha256(text) === digest) return unknown;
  const one = findOne(text, digest);
  return one === undefined ? [] : [...unknown, one];
}

/** What both have, at every depth. */
function dropUnknown(value: unknown, known: unknown, path: JsonPath, dropped: JsonPath[]): unknown {
  if (typeof value !== "object" || value === null || typeof known !== "object" || known === null)
    return value;
  if (Array.isArray(value))
    return value.map((item, at) => dropUnknown(item, known[at as never], [...path, at], dropped));
  const kept = Object.entries(value).filter(([name]) => {
    const isKnown = Object.hasOwn(known, name);
    if (!isKnown) dropped.push([...path, name]);
    return isKnown;
  });
  return Object.fromEntries(
    kept.map(([name, member]) => [name, dropUnknown(member, known[name as never], [...path, name], dropped)]),
  );
}

function findOne(text: string, digest: string): JsonPath | undefined {
  let left = maxWork;
  let found: JsonPath | undefined;
  scanJson(text, {
    member: (path, { start, end }) => {
      left -= text.length;
      if (left < 0 || found !== undefined) return;
      const [from, to] =
        text[end] === "," ? [start, end + 1] : [start - (text[start - 1] === "," ? 1 : 0), end];
      if (sha256(text.slice(0, from), text.slice(to)) === digest) found = [...path];
    },
  });
  return found;
}

function sha256(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text, "utf8");
  return hash.digest("hex");
}
