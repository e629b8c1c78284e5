import { agentRegistrationRoute } from "./agent-registration.ts";
import { changelog } from "./changelog.ts";
import { checkout } from "./checkout.ts";
import { deposit } from "./deposit.ts";
import { depositStatus } from "./deposit-status.ts";
import { docs, docsAsset } from "./docs.ts";
import { funnel } from "./funnel.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { icon } from "./icon.ts";
import { info } from "./info.ts";
import { ipfsContent, ipfsFile } from "./ipfs.ts";
import { marketplace } from "./marketplace.ts";
import { marketplaceAsset, marketplacePage } from "./marketplace-page.ts";
import { metrics } from "./metrics.ts";
import { mintKeyRoute } from "./mint-key.ts";
import { openapiRoute } from "./openapi.ts";
import { payAsset, payPage } from "./pay-page.ts";
import { payStatus } from "./pay-status.ts";
import { pricing } from "./pricing.ts";
import { reputation } from "./reputation.ts";
import { revokeKey } from "./revoke-key.ts";
import type { Route } from "./route.ts";
import { showKey } from "./show-key.ts";
import { stats } from "./stats.ts";
import { stripeWebhook } from "./stripe-webhook.ts";
import { topup } from "./topup.ts";
import { validate } from "./validate.ts";
import { verify } from "./verify.ts";

const described: readonly Route[] = [
  validate,
  info,
  mintKeyRoute,
  showKey,
  revokeKey,
  pricing,
  checkout,
  deposit,
  depositStatus,
  topup,
  stripeWebhook,
  stats,
  funnel,
  reputation,
  verify,
  changelog,
  marketplace,
  ipfsContent,
  ipfsFile,
  health,
  metrics,
  docs,
  docsAsset,
  marketplacePage,
  marketplaceAsset,
  payAsset, // before those of a reservation: none is called assets
  payPage,
  payStatus,
  home,
  icon,
];

const registered = [...described, agentRegistrationRoute(described)];

/** Every address of the service. */
export const routes: readonly Route[] = [...registered, openapiRoute(registered)];
