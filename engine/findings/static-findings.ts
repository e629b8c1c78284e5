import type { Diagnostic, SecurityFinding } from "../verdict.ts";
import type { FindingData } from "./data.ts";
import type { Counts } from "./counts.ts";

/** A diagnostic as the engine hands it on; its data is for repairs, and no verdict holds it. */
export type StaticDiagnostic = Readonly<Diagnostic & { data?: FindingData | undefined }>;

/** Everything that can be said of a text without running it. */
export type StaticFindings = Readonly<{
  diagnostics: readonly StaticDiagnostic[];
  security: readonly SecurityFinding[];
  /** What was found beside them, where there was too much to be listed. */
  unlisted?: Counts | undefined;
  /** Python would refuse the text, or it is no program at all. */
  isBroken: boolean;
  /** The text as it may be run: without a byte order mark, and with no coding cookie that would change it. */
  text: string;
}>;
