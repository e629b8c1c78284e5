import { numberOf, type Concrete } from "./value.ts";

/** Whether a value counts as true. */
export function isTrue(value: Concrete): boolean {
  if (value.kind === "none") return false;
  if ("items" in value) return value.items.length > 0;
  if (value.kind === "str" || value.kind === "bytes") return value.value !== "";
  return Number(numberOf(value)) !== 0;
}
