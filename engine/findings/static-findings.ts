import type { Diagnostic, SecurityFinding } from "../verdict.ts";

/** Everything that can be said of a text without running it. */
export type StaticFindings = Readonly<{
  diagnostics: readonly Diagnostic[];
  security: readonly SecurityFinding[];
  /** Python would refuse the text, or it is no program at all. */
  isBroken: boolean;
  /** The text as it may be run: without a byte order mark, and with no coding cookie that would change it. */
  text: string;
}>;
