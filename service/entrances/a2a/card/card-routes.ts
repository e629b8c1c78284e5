import { toHttpDate } from "../../../../platform/clock.ts";
import type { Parts } from "../../../parts.ts";
import type { Incoming, RouteReply, Route } from "../../http/route.ts";
import { statedVersion } from "../generation.ts";
import { signedCurrentCard, signedOlderCard } from "./sign-card.ts";

/** The agent card, at the addresses of both generations and where calls go. */
export const cardRoutes: readonly Route[] = [
  "/.well-known/agent-card.json",
  "/.well-known/agent.json",
  "/a2a",
].map((path) => ({
  method: "get",
  path,
  summary: "The agent card",
  description:
    "With `A2A-Version: 1.0` the card of A2A 1.0 only; otherwise that of 0.3, which also lists the interfaces of 1.0. " +
    "Both are signed (JWS) with the key at /.well-known/jwks.json.",
  isDocument: true,
  isOpenToPages: true,
  response: { status: 200, description: "The card.", schema: { $ref: "#/components/schemas/AgentCard" } },
  answer: showCard,
}));

function showCard(parts: Parts, incoming: Incoming): RouteReply {
  const isCurrent = /^1(?:\.|$)/.test(statedVersion(incoming) ?? "");
  return {
    status: 200,
    headers: {
      "last-modified": toHttpDate(parts.release.date),
      "cache-control": "public, max-age=300",
      vary: "A2A-Version",
    },
    body: isCurrent ? signedCurrentCard(parts) : signedOlderCard(parts),
  };
}
