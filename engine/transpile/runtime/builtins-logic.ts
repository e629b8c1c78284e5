import { iterateUnordered } from "./iterate.ts";
import { truthy } from "./truth.ts";

export function any(values: unknown): boolean {
  for (const value of iterateUnordered(values)) if (truthy(value)) return true;
  return false;
}

export function all(values: unknown): boolean {
  for (const value of iterateUnordered(values)) if (!truthy(value)) return false;
  return true;
}
