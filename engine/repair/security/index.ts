import type { Repair } from "../repair.ts";
import { archiveExtraction } from "./archive-extraction.ts";
import { codingCookie } from "./coding-cookie.ts";
import { credentialToEnvironment } from "./credential-to-environment.ts";
import { debugServer } from "./debug-server.ts";
import { evalOfLiteral } from "./eval-of-literal.ts";
import { shellLiteralList } from "./shell-literal-list.ts";
import { sqlParameters } from "./sql-parameters.ts";
import { unsafeYamlLoad } from "./unsafe-yaml-load.ts";
import { unverifiedTls } from "./unverified-tls.ts";
import { weakRandomness } from "./weak-randomness.ts";

export const securityRepairs: readonly Repair[] = [
  codingCookie,
  credentialToEnvironment,
  evalOfLiteral,
  debugServer,
  unverifiedTls,
  archiveExtraction,
  shellLiteralList,
  sqlParameters,
  unsafeYamlLoad,
  weakRandomness,
];
