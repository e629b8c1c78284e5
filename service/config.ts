import { fileURLToPath } from "node:url";
import { z } from "zod";
import { modes } from "../engine/job.ts";
import {
  blockNumber,
  chainAddress,
  count,
  creditPriceWei,
  httpUrl,
  operatorSecret,
  packagesFolder,
  privateKey,
  readEnvironment,
  storeVariables,
  validationAllow,
} from "../parts/settings/environment.ts";
import { kubernetesVariables } from "../parts/settings/kubernetes-variables.ts";
import { tracingVariables } from "../parts/observe/tracing-variables.ts";
import { logLevels } from "../platform/log.ts";
import { readDockerHost } from "../engine/docker-host.ts";
import { packageName, packagePin } from "../engine/package-pin.ts";
import { readRequirement } from "../engine/requirement.ts";
import { readSandboxImages } from "../engine/sandbox-images.ts";
import {
  dollars,
  x402Assets,
  x402Networks,
  x402Payee,
  x402Problems,
  x402RpcUrls,
  type X402Variables,
} from "../parts/x402/settings.ts";

const token = z.string().regex(/^[\x21-\x7e]+$/, "must be ASCII without spaces");

const origin = httpUrl.refine((url) => /^https?:\/\/[^/?#]+$/.test(url), "must be an address without a path");

/** A comma-separated list; empty for an empty text. */
const listOf = <Entry extends z.ZodType<string, string>>(entry: Entry) =>
  z
    .string()
    .default("")
    .transform((text) => text.split(",").map((name) => name.trim().toLowerCase()))
    .transform((names) => names.filter((name) => name !== ""))
    .pipe(z.array(entry));

const hostName = z
  .string()
  .regex(/^(?:\*|[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/, "must be host names without ports, or *");

const pageOrigin = z
  .string()
  .regex(/^(?:\*|[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+)$/, "must be origins such as https://example.com, or *");

const packagePins = listOf(z.string().regex(packagePin, "must be name==version, separated by commas")).refine(
  (pins) => new Set(pins.map(packageName)).size === pins.length,
  "must not name a package twice",
);

/** Sets with semicolons between them, their packages with spaces: `numpy pandas; requests`. */
const packageSets = z
  .string()
  .default("")
  .transform((text) =>
    text.split(";").map((set) =>
      set
        .trim()
        .split(/\s+/)
        .filter((each) => each !== ""),
    ),
  )
  .transform((sets) => sets.filter((set) => set.length > 0))
  .refine(
    (sets) => sets.flat().every((each) => typeof readRequirement(each) !== "string"),
    "must be packages with spaces between them, sets with semicolons",
  );

const sandboxImages = z
  .string()
  .default("")
  .transform((text, context) => {
    const images = readSandboxImages(text);
    if (typeof images !== "string") return [...images];
    context.addIssue({ code: "custom", message: images, input: text });
    return z.NEVER;
  });

/** How an index of packages is reached, as other programs read it. */
const networkVariables = {
  HTTP_PROXY: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  SSL_CERT_FILE: z.string().optional(),
  SSL_CERT_DIR: z.string().optional(),
};

/** Every variable the service reads, with its default. `deploy/example.env` explains each. */
const Variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: count(0, 65_535).default(8402),
  BASE_URL: httpUrl.optional(),
  SOURCE_URL: httpUrl.optional(),
  ...storeVariables,
  TRUST_PROXY: count(0, 16).default(0),
  ALLOWED_HOSTS: listOf(hostName),
  ALLOWED_ORIGINS: listOf(pageOrigin),
  LOG_LEVEL: z.enum(logLevels).default("info"),
  ...tracingVariables,
  ADMIN_TOKEN: operatorSecret.optional(),
  ADMIN_TOKEN_OLD: operatorSecret.optional(),
  RECORD_REJECTED: z.enum(["on", "off"]).default("off"),
  FREE_CALLS_PER_DAY: count(0, 1_000_000).default(25),
  KEYS_PER_ADDRESS_PER_DAY: count(0, 1_000_000).default(3),
  TRIAL_CALLS_PER_DAY: count(0, 1_000_000).default(0),
  WELCOME_CREDITS: count(0, 100_000).default(0),
  SHARED_VERDICT_DAYS: count(0, 3650).default(30),
  MAX_CODE_LENGTH: count(1, 200_000).default(200_000),
  MODES: z
    .string()
    .default(modes.join(","))
    .transform((names) => names.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(modes)).min(1)),
  SANDBOX: z.enum(["docker", "kubernetes", "off"]).default("docker"),
  SANDBOX_IMAGE: z.string().default("assay-sandbox"),
  SANDBOX_IMAGES: sandboxImages,
  SANDBOX_PACKAGES: packagePins,
  PACKAGES: z.enum(["on", "off"]).default("on"),
  PACKAGE_INDEX_URL: httpUrl.optional(),
  PACKAGE_FOLDER: z.string().optional(),
  PACKAGE_VOLUME: z.string().optional(),
  PACKAGE_SETS: packageSets,
  PACKAGE_CREDITS: count(0, 100_000).default(0),
  MAX_PACKAGES: count(1, 100).default(20),
  MAX_PACKAGE_MB: count(1, 10_000).default(300),
  MAX_LAYER_MB: count(1, 100_000).default(1000),
  PACKAGE_DISK_MB: count(1, 10_000_000).default(10_000),
  ...networkVariables,
  SANDBOX_PACKAGES_DIR: packagesFolder,
  SANDBOX_RUNTIME: z.string().optional(),
  SANDBOX_POOL: count(1, 32).default(4),
  DOCKER_HOST: z
    .string()
    .refine((host) => readDockerHost(host) !== undefined, "must be unix:///path or tcp://host:port")
    .optional(),
  ...kubernetesVariables,
  DEFAULT_TIMEOUT_S: z.coerce.number().positive().max(60).default(10),
  MAX_TIMEOUT_S: z.coerce.number().positive().max(60).default(60),
  MODEL_URL: httpUrl.optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  IPFS_API_URL: httpUrl.optional(),
  STRIPE_SECRET_KEY: token.optional(),
  STRIPE_WEBHOOK_SECRET: token.optional(),
  STRIPE_API_BASE: origin.optional(),
  CARD_MINIMUM_CENTS: count(0, 100_000).default(50),
  CHAIN_RPC_URL: httpUrl.optional(),
  CHAIN_ID: count(1, Number.MAX_SAFE_INTEGER).optional(),
  CHAIN_CONFIRMATIONS: count(1, 1000).default(12),
  DEPOSIT_CONTRACT: chainAddress.optional(),
  DEPOSIT_START_BLOCK: blockNumber.optional(),
  CREDIT_PRICE_WEI: creditPriceWei,
  NATIVE_CURRENCY: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,16}$/, "must be the currency's short name, such as xDAI")
    .default("xDAI"),
  X402_PAYEE: x402Payee.optional(),
  X402_NETWORK: x402Networks.optional(),
  X402_ASSET: x402Assets.optional(),
  X402_RPC_URL: x402RpcUrls.optional(),
  X402_FACILITATOR_URL: httpUrl.optional(),
  X402_FACILITATOR_KEY: privateKey.optional(),
  RECEIPT_PRIVATE_KEY: privateKey.optional(),
  RECEIPT_SIGNERS_OLD: listOf(chainAddress),
  CDP_API_KEY_ID: token.optional(),
  CDP_API_KEY_SECRET: z.string().optional(),
  X402_PRICE_STATIC: dollars.default("0.01"),
  X402_PRICE_REPAIR: dollars.default("0.03"),
  X402_PRICE_EXECUTE: dollars.default("0.10"),
  IDENTITY_REGISTRY: chainAddress.optional(),
  REPUTATION_REGISTRY: chainAddress.optional(),
  VALIDATION_REGISTRY: chainAddress.optional(),
  VALIDATION_ALLOW: validationAllow.default([]),
  AGENT_ID: count(0, Number.MAX_SAFE_INTEGER).optional(),
  SERVICE_KEY: operatorSecret.optional(),
  SERVICE_KEY_OLD: operatorSecret.optional(),
  PYTHON: z.string().default(fileURLToPath(new URL("../.tools/python/bin/python", import.meta.url))),
});

/** Looked at even where a variable is not valid by itself, so that one start names every problem. */
export const Environment = Variables.superRefine(requireCompanions, { when: () => true });

export type Config = Readonly<z.infer<typeof Environment>>;

/** Reads the environment. Throws one error that names every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readEnvironment(Environment, env);
}

/**
 * Variables that need others: ratings and deposits need a chain to read, and a registration needs its chain. Cards need the
 * secret of their webhook, payments for single calls a facilitator. Recordings need an operator who can read them.
 */
function requireCompanions(env: Readonly<Record<string, unknown>>, context: Context): void {
  const needs = {
    IDENTITY_REGISTRY: ["CHAIN_ID"],
    REPUTATION_REGISTRY: ["CHAIN_ID", "CHAIN_RPC_URL"],
    DEPOSIT_CONTRACT: ["CHAIN_ID", "CHAIN_RPC_URL"],
    STRIPE_SECRET_KEY: ["STRIPE_WEBHOOK_SECRET"],
    STRIPE_WEBHOOK_SECRET: ["STRIPE_SECRET_KEY"],
    ADMIN_TOKEN_OLD: ["ADMIN_TOKEN"],
    SERVICE_KEY_OLD: ["SERVICE_KEY"],
    SANDBOX_WARM_POOL: ["SANDBOX_WARM_POOL_SECRET"],
    SANDBOX_WARM_POOL_SECRET: ["SANDBOX_WARM_POOL"],
  };
  for (const [name, others] of Object.entries(needs)) {
    const missing = env[name] === undefined ? [] : others.filter((other) => env[other] === undefined);
    for (const other of missing)
      context.addIssue({ code: "custom", path: [other], message: `must be set together with ${name}` });
  }
  if (env["RECORD_REJECTED"] === "on" && env["ADMIN_TOKEN"] === undefined)
    context.addIssue({
      code: "custom",
      path: ["ADMIN_TOKEN"],
      message: "must be set together with RECORD_REJECTED",
    });
  const images = env["SANDBOX_IMAGES"];
  if (Array.isArray(images) && images.length > 0 && env["SANDBOX_WARM_POOL"] !== undefined)
    context.addIssue({
      code: "custom",
      path: ["SANDBOX_IMAGES"],
      message: "must not be set together with SANDBOX_WARM_POOL, whose boxes have one image",
    });
  for (const { name, message } of x402ProblemsBeside(env, namesIn(context)))
    context.addIssue({ code: "custom", path: [name], message });
}

type Context = Readonly<{
  issues: readonly Readonly<{ path?: readonly PropertyKey[] | undefined }>[];
  addIssue(issue: { code: "custom"; path: string[]; message: string }): void;
}>;

/** The variables that are not valid by themselves. */
function namesIn({ issues }: Context): ReadonlySet<string> {
  return new Set(issues.map(({ path }) => String(path?.[0])));
}

/** Skips lists that failed to parse, and reports each problem once. */
function x402ProblemsBeside(env: Readonly<Record<string, unknown>>, broken: ReadonlySet<string>) {
  const lists = ["X402_NETWORK", "X402_ASSET", "X402_RPC_URL"].filter((name) => broken.has(name));
  const readable = { ...env, ...Object.fromEntries(lists.map((name) => [name, undefined])) };
  const isChainKnown = !broken.has("CHAIN_ID") && !broken.has("CHAIN_RPC_URL");
  return x402Problems(readable as X402Variables).filter(
    ({ name }) => !broken.has(name) && (name !== "X402_RPC_URL" || isChainKnown),
  );
}
