import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

export const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ""));

export const webSocketUrl = z.url({ protocol: /^wss?$/, error: "must be a ws or wss address" });

/** The packages whose types are known beside the standard library's. */
export const packagesFolder = z
  .string()
  .refine((folder) => existsSync(folder), "must be a folder that is there")
  .optional();

/** Where the store is: a database that several machines share, or else a file in the data folder. A Redis holds no money. */
export const storeVariables = {
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/, error: "must be a postgres or postgresql address" })
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis or rediss address" }).optional(),
};

/** An address on a chain, as the chain writes it or in lower case. */
export const chainAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x and 40 hexadecimal digits")
  .transform((address) => address.toLowerCase() as `0x${string}`);

/** Several values in one variable, separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

/** Whose agents are validated: owners by their address, agents by their id, or `*` for all. */
export const validationAllow = list.pipe(
  z.array(
    z
      .string()
      .regex(/^(?:\*|0|[1-9]\d{0,77}|0x[0-9a-fA-F]{40})$/, "must be an owner's address, an agent's id, or *")
      .toLowerCase(),
  ),
);

export const wei = z
  .string()
  .regex(/^\d{1,30}$/, "must be a whole number of wei")
  .transform((amount) => BigInt(amount));

export const blockNumber = z
  .string()
  .regex(/^\d{1,15}$/, "must be the number of a block")
  .transform((digits) => BigInt(digits));

/** Cheaper, there would be too few amounts in whole gwei to tell reservations of it apart. */
const minCreditPriceWei = 10n ** 12n;
export const creditPriceWei = wei
  .refine((price) => price >= minCreditPriceWei, `must be at least ${minCreditPriceWei}`)
  .default(2n * 10n ** 16n);

export const operatorSecret = z
  .string()
  .regex(/^[\x21-\x7e]{32,}$/, "must be at least 32 characters of ASCII without spaces");

export const privateKey = z
  .string()
  .trim()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits")
  .transform((digits): `0x${string}` => `0x${digits.replace(/^0x/, "")}`);

/** A file that holds a private key, so that it is in no environment. */
export const keyFile = z.string().transform((path, context): `0x${string}` => {
  const text = readOrUndefined(path);
  const read = privateKey.safeParse(text);
  if (read.success) return read.data;
  context.addIssue(text === undefined ? `${path} cannot be read` : `${path} does not hold a private key`);
  return z.NEVER;
});

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Reads an environment whole; an empty variable counts as unset, and every problem is named in the one error it throws. */
export function readEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
  example = "deploy/example.env",
): z.infer<Schema> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const read = schema.safeParse(set);
  if (read.success) return read.data;
  throw new Error(`The configuration cannot be used:\n${z.prettifyError(read.error)}\nSee ${example}.`);
}
