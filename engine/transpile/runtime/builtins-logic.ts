import { iterateUnordered } from "./iterate.ts";
import { truthy } from "./truth.ts";

export function any(values: any): boolean {
  for (const value of iterateUnordered(values)) if (truthy(value)) return true;
  return false;
}

export function all(values: any): boolean {
  for (const value of iterateUnordered(values)) if (!truthy(value)) return false;
  return true;
}
