import { hasMethod } from "./kinds.ts";

/** Python's truth value. */
export function truthy(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === null || value === "" || value === 0n || value === 0) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (hasMethod(value, "__bool__")) return value.__bool__();
  if (hasMethod(value, "__len__")) return value.__len__() !== 0n;
  return true;
}
