import { normalName } from "./requirement.ts";

/** One package in one version, as `name==version`. */
export const packagePin = /^[a-z0-9][a-z0-9._-]*==[a-z0-9.!+_-]+$/;

export function packageName(pin: string): string {
  return normalName(pin.replace(/==.*/, ""));
}
