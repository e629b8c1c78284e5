import { z } from "zod";
import { identifyKey, type Credential } from "./identify.ts";

/** A key may pay for another one: the body names which. Without it the key that asks gets the credits. */
export const keyInBody = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe("The key that gets the credits, where it is not the one in the `Authorization` header.");

export async function identifyKeyToCredit(
  parts: Parameters<typeof identifyKey>[0],
  { secret, address }: Credential,
  named: string | undefined,
): Promise<string> {
  return identifyKey(parts, { secret: named ?? secret, address });
}
