import { Fault } from "../../faults.ts";
import { readAsset } from "../assets.ts";
import type { Route } from "../route.ts";

export const consentAsset: Route = {
  method: "get",
  path: "/oauth/assets/{asset}",
  summary: "A file of the page that asks",
  response: { status: 200, description: "Its style.", type: "text/css" },
  refusals: ["not_found"],
  answer: (_, { pathPiece }) => {
    if (pathPiece("asset") !== "consent.css") throw new Fault("not_found");
    return {
      status: 200,
      type: "text/css; charset=utf-8",
      headers: { "cache-control": "public, max-age=60" },
      body: readAsset("consent.css"),
    };
  },
};
