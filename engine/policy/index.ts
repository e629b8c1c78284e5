import { archiveExtraction } from "./archive-extraction.ts";
import { assertAuthorisation } from "./assert-authorisation.ts";
import { cleartextProtocol } from "./cleartext-protocol.ts";
import { codeExecution } from "./code-execution.ts";
import { debugServer } from "./debug-server.ts";
import { destroyedFiles } from "./destroyed-files.ts";
import { downloadedCode } from "./downloaded-code.ts";
import { dynamicImport } from "./dynamic-import.ts";
import { exposedError } from "./exposed-error.ts";
import { headerInjection } from "./header-injection.ts";
import { hiddenCall } from "./hidden-call.ts";
import { installHook } from "./install-hook.ts";
import { logInjection } from "./log-injection.ts";
import { loggedSecret } from "./logged-secret.ts";
import { loosePermissions } from "./loose-permissions.ts";
import { nativeCode } from "./native-code.ts";
import { obfuscatedCode } from "./obfuscated-code.ts";
import { oldTls } from "./old-tls.ts";
import { openBinding } from "./open-binding.ts";
import { pathTraversal } from "./path-traversal.ts";
import { persistence } from "./persistence.ts";
import { pickleGadget } from "./pickle-gadget.ts";
import { processExecution } from "./process-execution.ts";
import { queryInjection } from "./query-injection.ts";
import { requestForgery } from "./request-forgery.ts";
import { reverseShell } from "./reverse-shell.ts";
import { sandboxEscape } from "./sandbox-escape.ts";
import type { Rule } from "./rule.ts";
import { similarPackage } from "./similar-package.ts";
import { slowPattern } from "./slow-pattern.ts";
import { sqlInjection } from "./sql-injection.ts";
import { stolenSecrets } from "./stolen-secrets.ts";
import { templateInjection } from "./template-injection.ts";
import { temporaryFile } from "./temporary-file.ts";
import { timingComparison } from "./timing-comparison.ts";
import { trustBoundary } from "./trust-boundary.ts";
import { unescapedMarkup } from "./unescaped-markup.ts";
import { unknownPackage } from "./unknown-package.ts";
import { unknownTarget } from "./unknown-target.ts";
import { unsafeDeserialisation } from "./unsafe-deserialisation.ts";
import { unverifiedHost } from "./unverified-host.ts";
import { unverifiedTls } from "./unverified-tls.ts";
import { unverifiedToken } from "./unverified-token.ts";
import { weakCipher } from "./weak-cipher.ts";
import { weakHash } from "./weak-hash.ts";
import { weakPasswordHash } from "./weak-password-hash.ts";
import { weakRandomness } from "./weak-randomness.ts";
import { webSetting } from "./web-setting.ts";
import { xmlEntities } from "./xml-entities.ts";

/** Every rule over the followed program, the gravest matters first. */
export const rules: readonly Rule[] = [
  codeExecution,
  obfuscatedCode,
  downloadedCode,
  processExecution,
  unsafeDeserialisation,
  pickleGadget,
  dynamicImport,
  unknownTarget,
  hiddenCall,
  sandboxEscape,
  nativeCode,
  reverseShell,
  stolenSecrets,
  installHook,
  similarPackage,
  unknownPackage,
  persistence,
  destroyedFiles,
  sqlInjection,
  queryInjection,
  templateInjection,
  unescapedMarkup,
  headerInjection,
  trustBoundary,
  xmlEntities,
  pathTraversal,
  archiveExtraction,
  temporaryFile,
  loosePermissions,
  requestForgery,
  openBinding,
  cleartextProtocol,
  unverifiedTls,
  oldTls,
  unverifiedHost,
  unverifiedToken,
  weakHash,
  weakPasswordHash,
  weakCipher,
  weakRandomness,
  webSetting,
  debugServer,
  assertAuthorisation,
  slowPattern,
  timingComparison,
  exposedError,
  loggedSecret,
  logInjection,
];
