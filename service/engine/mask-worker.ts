import { maskCredentials } from "./credentials/mask.ts";

/** One text, in this thread; undefined when it cannot be masked. */
export default function maskHere(text: string): string | undefined {
  return maskCredentials(text);
}
