import { fileURLToPath } from "node:url";
import { z } from "zod";
import { modes } from "./engine/job.ts";
import { logLevels } from "./parts/log.ts";
import { readDockerHost } from "./parts/sandbox/docker-host.ts";

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((url) => url.replace(/\/+$/, ""));

/** Every variable the service reads, with its default. `deploy/example.env` explains each. */
export const Environment = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: count(0, 65_535).default(8402),
  BASE_URL: httpUrl.optional(),
  DATA_DIR: z.string().default("./data"),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis or rediss address" }).optional(),
  TRUST_PROXY: count(0, 16).default(0),
  LOG_LEVEL: z.enum(logLevels).default("info"),
  FREE_CALLS_PER_DAY: count(0, 1_000_000).default(25),
  KEYS_PER_ADDRESS_PER_DAY: count(0, 1_000_000).default(3),
  TRIAL_CALLS_PER_DAY: count(0, 1_000_000).default(0),
  MAX_CODE_LENGTH: count(1, 200_000).default(200_000),
  MODES: z
    .string()
    .default(modes.join(","))
    .transform((names) => names.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(modes)).min(1)),
  SANDBOX: z.enum(["docker", "off"]).default("docker"),
  SANDBOX_IMAGE: z.string().default("assay-sandbox"),
  SANDBOX_RUNTIME: z.string().optional(),
  SANDBOX_POOL: count(1, 32).default(4),
  DOCKER_HOST: z
    .string()
    .refine((host) => readDockerHost(host) !== undefined, "must be unix:///path or tcp://host:port")
    .optional(),
  DEFAULT_TIMEOUT_S: z.coerce.number().positive().max(60).default(10),
  MAX_TIMEOUT_S: z.coerce.number().positive().max(60).default(60),
  MODEL_URL: httpUrl.optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  SERVICE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, "must be at least 32 characters of ASCII without spaces")
    .optional(),
  PYTHON: z.string().default(fileURLToPath(new URL("../.tools/python/bin/python", import.meta.url))),
});

export type Config = Readonly<z.infer<typeof Environment>>;

/** Reads the environment whole; every problem is named in the one error it throws. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const read = Environment.safeParse(set);
  if (!read.success) {
    throw new Error(
      `The configuration cannot be used:\n${z.prettifyError(read.error)}\nSee deploy/example.env.`,
    );
  }
  return read.data;
}
