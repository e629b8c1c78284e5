import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../usage-error.ts";
import { configFolder } from "../user-folders.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The address of a service without what must not be in it; a key is sent there and nowhere else. */
export function readUrl(url: string): string {
  const parsed = URL.parse(url);
  const isPlain = parsed && !parsed.search && !parsed.hash && !parsed.username && !parsed.password;
  if (isPlain && ["http:", "https:"].includes(parsed.protocol)) return url.replace(/(?<!\/)\/+$/, "");
  throw new UsageError(`--url ${url} is not an address. Use one such as https://assay.example.`);
}

/** One file for each service, so that no service is sent another's key. */
function keyFile(url: string, env: Env): string {
  const host = url.replace(/^\w+:\/\//, "").replaceAll(/[^A-Za-z0-9.-]+/g, "_");
  return env.ASSAY_KEY_FILE || join(configFolder(env), `${host}.key`);
}

export function findKey(url: string, env: Env): string {
  const kept = env.ASSAY_API_KEY?.trim() || readKept(keyFile(url, env));
  if (kept !== undefined) return checkKey(kept);
  throw new UsageError(`No key for ${url}. Run \`assay login --url ${url}\`, or set ASSAY_API_KEY.`);
}

/** Keeps a key for its owner's eyes only; gives the file it is in. */
export function keepKey(url: string, env: Env, key: string): string {
  const file = keyFile(url, env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${checkKey(key)}\n`, { mode: 0o600 });
  renameSync(written, file);
  return file;
}

function checkKey(key: string): string {
  if (/^[!-~]+$/.test(key)) return key;
  throw new UsageError("That is not a key: a key is one word without spaces.");
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
