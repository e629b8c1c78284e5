import { isOAuthOn } from "../../caller/oauth/addresses.ts";
import { creditCents } from "../../terms/prices.ts";
import { describePricing } from "../../terms/pricing.ts";
import { baseUrlOf } from "../../terms/remedy.ts";
import { servedModes } from "../../terms/served-modes.ts";
import type { Mode } from "../../../engine/job.ts";
import type { ProcessParts, ReleaseParts, WorkParts } from "../../parts.ts";

export const slogan = "Checks Python and proves its fixes: source in, verdict out.";

/** What this very deployment has, as every description of it for people and programs tells it. */
export type Offer = Readonly<{
  baseUrl: string;
  version: string;
  /** Of the modes that are served. */
  prices: readonly Readonly<{ mode: Mode; credits: number; cents: number; x402Usd: string | undefined }>[];
  freeCallsPerDay: number;
  keysPerDay: number;
  trialCallsPerDay: number;
  maxCodeLength: number;
  maxTimeoutS: number;
  /** The ways to pay that there are. */
  payments: readonly Readonly<{ route: string; method: string; url: string }>[];
  has: (path: string) => boolean;
  signsIn: boolean;
  sellsCalls: boolean;
  serves: (mode: Mode) => boolean;
}>;

type Needs = ProcessParts & ReleaseParts & WorkParts;

export function describeOffer(parts: Needs, paths: ReadonlySet<string>): Offer {
  const { config, release } = parts;
  const { modes, routes } = describePricing(parts);
  const served = servedModes(parts);
  const sellsCalls = routes.some(({ route }) => route === "x402");
  return {
    baseUrl: baseUrlOf(config),
    version: release.version,
    prices: served.map((mode) => {
      const { credits, x402_usd: x402Usd } = modes[mode] as { credits: number; x402_usd?: string };
      return { mode, credits, cents: credits * creditCents, x402Usd };
    }),
    freeCallsPerDay: config.FREE_CALLS_PER_DAY,
    keysPerDay: config.KEYS_PER_ADDRESS_PER_DAY,
    trialCallsPerDay: config.TRIAL_CALLS_PER_DAY,
    maxCodeLength: config.MAX_CODE_LENGTH,
    maxTimeoutS: config.MAX_TIMEOUT_S,
    payments: routes,
    has: (path) => paths.has(path),
    signsIn: isOAuthOn(config) && paths.has("/.well-known/oauth-protected-resource"),
    sellsCalls,
    serves: (mode) => served.includes(mode),
  };
}
