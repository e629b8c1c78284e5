import { readUrl } from "../../service/keys.ts";
import type { Terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

/** For commands that are about a service: --url, or ASSAY_URL. */
export function serviceAddress({ env }: Terminal, url: string | undefined): string {
  const named = url ?? env.ASSAY_URL;
  if (named) return readUrl(named);
  throw new UsageError("Say which service: --url https://…, or set ASSAY_URL.");
}
