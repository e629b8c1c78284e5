import { changelog } from "./changelog.ts";
import { docs, docsAsset } from "./docs.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { icon } from "./icon.ts";
import { info } from "./info.ts";
import { metrics } from "./metrics.ts";
import { mintKeyRoute } from "./mint-key.ts";
import { openapiRoute } from "./openapi.ts";
import { revokeKey } from "./revoke-key.ts";
import type { Route } from "./route.ts";
import { showKey } from "./show-key.ts";
import { stats } from "./stats.ts";
import { validate } from "./validate.ts";

const described: readonly Route[] = [
  validate,
  info,
  mintKeyRoute,
  showKey,
  revokeKey,
  stats,
  changelog,
  health,
  metrics,
  docs,
  docsAsset,
  home,
  icon,
];

/** Every address of the service. */
export const routes: readonly Route[] = [...described, openapiRoute(described)];
