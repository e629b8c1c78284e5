import { createHash, timingSafeEqual } from "node:crypto";

/** Whether what was sent is the secret; how long that takes says nothing about either. */
export function isSameSecret(secret: string | undefined, sent: string): boolean {
  if (secret === undefined) return false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(secret), digest(sent));
}
