import type { Mode } from "../../engine/job.ts";
import { countOf } from "../finding.ts";
import { UsageError } from "../usage-error.ts";
import { explainRefusal, type KeyState, type RemoteService } from "./service.ts";

export async function readKeyState(service: RemoteService): Promise<KeyState> {
  const answer = await service.ask("GET", "/v1/keys/self").catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string } };
    throw new UsageError(`${service.url} cannot be reached (${cause?.code ?? "no answer"}).`);
  });
  if (answer.status === 200 && Array.isArray(answer.body.modes)) return answer.body as unknown as KeyState;
  throw new UsageError(explainRefusal(service, answer));
}

/**
 * Before the first file is sent: how many there are against what the key has left. Gives how many may be sent, or
 * refuses where not all may be and the user did not ask for a part.
 */
export async function planCalls(
  service: RemoteService,
  {
    mode,
    files,
    isPartial,
    say,
  }: { mode: Mode; files: number; isPartial: boolean; say: (text: string) => void },
): Promise<number> {
  const { tier, modes, calls_remaining: left, reset_at: reset, credits } = await readKeyState(service);
  if (!modes.includes(mode))
    throw new UsageError(
      `\`${mode}\` needs credits, and this key has ${credits}. See ${service.url}/pricing.`,
    );
  const price = tier === "paid" ? await readPrice(service, mode) : 0;
  const covered = tier === "free" ? left : Math.floor(credits / price);
  const has =
    tier === "free"
      ? `${countOf(left, "free check")} left today (more at ${reset})`
      : `${countOf(credits, "credit")} (at most ${price} for each file)`;
  say(`${countOf(files, "file")} to send to ${service.url}; the key has ${has}.\n`);
  if (files <= covered) return files;
  if (isPartial && covered > 0) {
    say(`Only the first ${covered} will be sent; ${countOf(files - covered, "file")} will not be checked.\n`);
    return covered;
  }
  throw new UsageError(
    `Not enough for ${countOf(files, "file")}, so nothing was sent. ` +
      `Check fewer files (--changed), use --partial to send ${covered}, or add credits at ${service.url}/keys.`,
  );
}

/** What a file costs at most: a fix that is found is checked by itself. */
async function readPrice(service: RemoteService, mode: Mode): Promise<number> {
  const answer = await service.ask("GET", "/v1/pricing");
  const prices = (answer.body.modes ?? {}) as Readonly<Record<string, { credits?: number }>>;
  const calls = mode === "repair" ? [mode, "static"] : [mode];
  const price = calls.reduce((sum, call) => sum + (prices[call]?.credits ?? Number.NaN), 0);
  if (price > 0) return price;
  throw new UsageError(explainRefusal(service, answer));
}
