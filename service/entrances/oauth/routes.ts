import type { Route } from "../http/route.ts";
import { authorize } from "./authorize.ts";
import { consent } from "./consent.ts";
import { register } from "./register.ts";
import { resourceMetadata } from "./resource-metadata.ts";
import { revoke } from "./revoke.ts";
import { serverMetadata } from "./server-metadata.ts";
import { token } from "./token.ts";

/** Signing in, in the order in which a client goes through it. */
export const oauthRoutes: readonly Route[] = [
  ...resourceMetadata,
  ...serverMetadata,
  register,
  authorize,
  consent,
  token,
  revoke,
];
