import { identifyKey } from "../../../caller/identify.ts";
import { toQuota } from "../../../payment/quota.ts";
import { servedModes } from "../../../terms/served-modes.ts";
import { nextUtcMidnight, toIso, utcDay } from "../../../../platform/clock.ts";
import { quotaHeaders } from "../../http/answer.ts";
import type { Route } from "../../http/route.ts";

export const showKey: Route = {
  method: "get",
  path: "/v1/keys/self",
  summary: "Show this key's balance",
  isOpenToPages: true,
  needsKey: true,
  response: {
    status: 200,
    description: "The key's account.",
    schema: { $ref: "#/components/schemas/KeyAccount" },
  },
  refusals: ["rate_limited", "store_unavailable"],
  answer: async (parts, { credential }) => {
    const { store, clock, config } = parts;
    const fingerprint = await identifyKey(parts, credential);
    const now = clock.now();
    const [account, key] = await Promise.all([
      store.readAccount(fingerprint, utcDay(now)),
      store.findKey(fingerprint),
    ]);
    const isPaid = account.credits > 0;
    const freeModes = config.FREE_CALLS_PER_DAY > 0 ? (["static"] as const) : [];
    const quota = toQuota(parts, { kind: "key", account: fingerprint }, "static", account);
    return {
      status: 200,
      headers: { ...quotaHeaders(quota), "cache-control": "no-store" },
      body: {
        tier: isPaid ? "paid" : "free",
        modes: isPaid ? servedModes(parts) : freeModes,
        credits: account.credits,
        calls_per_day: config.FREE_CALLS_PER_DAY,
        calls_remaining: Math.max(0, config.FREE_CALLS_PER_DAY - account.usedToday),
        reset_at: toIso(nextUtcMidnight(now)),
        deposit_data: `0x${fingerprint}`,
        created_at: key ? toIso(key.createdAtMs) : null,
        ...(key?.owed !== undefined && { owed_credits: key.owed }),
      },
    };
  },
};
