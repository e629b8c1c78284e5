import type { Address, Hex } from "viem";
import { z } from "zod";

const hex = (bytes: number) =>
  z.custom<Hex>(
    (value) => typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value) && value.length === 2 + bytes * 2,
    `must be 0x and ${bytes * 2} hexadecimal digits`,
  );
const wholeNumber = z
  .string()
  .regex(/^\d{1,78}$/, "must be a whole number")
  .transform((digits) => BigInt(digits))
  .refine((number) => number < 2n ** 256n, "must fit into 256 bits");

/** By a key, or by a contract wallet, whose signatures may be longer. */
export const Signature = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x([0-9a-fA-F]{2}){65,}$/.test(value),
  "must be 0x and at least 65 bytes",
);

/** A request that its sender signed and sent to the agent, instead of putting it on chain. */
export const SignedSubmission = z.object({
  sender: hex(20).transform((address) => address.toLowerCase() as Address),
  signature: Signature,
  ipfs_hash: hex(32),
  request_id: wholeNumber,
  delivery_rate: wholeNumber,
  nonce: wholeNumber,
  ipfs_data: z.string().max(262_144, "must fit into one block of 256 KiB"),
});
export type SignedSubmission = z.infer<typeof SignedSubmission>;

/** The request id as the chain writes it. */
export function idOf({ request_id }: Pick<SignedSubmission, "request_id">): Hex {
  return `0x${request_id.toString(16).padStart(64, "0")}`;
}
