import { readAsset } from "./assets.ts";
import type { Route } from "../../http/route.ts";

export const icon: Route = {
  method: "get",
  path: "/icon.svg",
  summary: "The service's icon",
  isDocument: true,
  isHidden: true,
  response: { status: 200, description: "A picture.", type: "image/svg+xml" },
  answer: () => ({
    status: 200,
    type: "image/svg+xml",
    headers: { "cache-control": "public, max-age=86400" },
    body: readAsset("icon.svg"),
  }),
};
