import { ask } from "./api.ts";

const place = "assay-key";

/** The visitor's key. It is kept in this browser and leaves it only in the header of a request. */
export function readKey(): string | undefined {
  return localStorage.getItem(place) ?? undefined;
}

export function keepKey(key: string): void {
  localStorage.setItem(place, key);
}

export function forgetKey(): void {
  localStorage.removeItem(place);
}

/** A new free key, kept. */
export async function createKey(): Promise<string> {
  const { answer } = await ask<{ api_key: string }>("/v1/keys", { body: { note: "playground" } });
  keepKey(answer.api_key);
  return answer.api_key;
}

/** Enough of a key to tell it from another, and too little to use it. */
export function shortened(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`;
}
