import type { JsonPath } from "../../json/scan-json.ts";

/** Where a text, or the name of a member, holds half a character: what holds one cannot be signed. */
export function findHalfCharacter(value: unknown, path: JsonPath = []): JsonPath | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const inside = [...path, Array.isArray(value) ? Number(name) : name];
    const found = name.isWellFormed() ? findHalfCharacter(member, inside) : inside;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same with the character that stands for what cannot be read in place of each half. */
export function withoutHalfCharacters<Value>(value: Value): Value {
  if (findHalfCharacter(value) === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_, member) =>
    typeof member === "string" ? member.toWellFormed() : member,
  ) as Value;
}
