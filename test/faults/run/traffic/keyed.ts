import { utcDay } from "../../../../platform/clock.ts";
import { fingerprintOf } from "../../../../service/caller/keys.ts";
import { priceInCredits } from "../../../../service/terms/prices.ts";
import type { Mode } from "../../../../engine/job.ts";
import type { Entrance } from "../../../support/entrances.ts";
import { until } from "../../../support/until.ts";
import { askUntilRight, type Answered } from "../ask-until-right.ts";
import { programOf } from "../programs.ts";
import type { FaultScene } from "../scene.ts";
import { tryAgain } from "../try-again.ts";
import type { Traffic } from "./traffic.ts";

const credits = 1_000_000;
/** Of ten programs: most are only checked. */
const modes: readonly Mode[] = [
  "static",
  "static",
  "static",
  "repair",
  "static",
  "static",
  "execute",
  "static",
  "static",
  "repair",
];

export type KeyedTraffic = Traffic &
  Readonly<{
    /** The same at one replica, or in one mode. */
    sendTo(where: { url?: string; mode?: Mode }): Promise<void>;
  }>;

/** Calls with a key that pays for each of them once, whatever fails in between. */
export async function openKeyed(
  scene: FaultScene,
  { name, share, entrances }: { name: string; share: number; entrances: readonly Entrance[] },
): Promise<KeyedTraffic> {
  const { record } = scene;
  const key = await scene.createKey(credits);
  let sent = 0;
  let spent = 0;

  async function sendTo({ url = scene.url, mode }: { url?: string; mode?: Mode }): Promise<void> {
    const n = sent++;
    const program = programOf(mode ?? modes[n % modes.length]!, `${name}_${n}`.replaceAll(/\W/g, "_"));
    const entrance = entrances[n % entrances.length]!;
    const { isRight: _, ...job } = program;
    const ask = async (signal: AbortSignal): Promise<Answered> => {
      const { verdict, refusal } = await entrance.ask({ send: sender(url, signal) }, { key, job });
      if (verdict) return { verdict };
      return refusal ? { refusal: refusal.error } : { neither: "an answer without verdict and refusal" };
    };
    const incomplete = await askUntilRight({ traffic: name, program, record, ask });
    if (incomplete !== undefined) spent += (1 + incomplete) * priceInCredits[program.mode];
  }

  return {
    name,
    share,
    send: async () => sendTo({}),
    sendTo,
    prove: async () => {
      const account = fingerprintOf(key);
      const read = async (): Promise<number> =>
        (await tryAgain(async () => scene.store.readAccount(account, utcDay(Date.now())))).credits;
      // The charge of a dead process is given back by another one.
      await until(async () => (await read()) === credits - spent).catch(() => undefined);
      const left = await read();
      return left === credits - spent
        ? []
        : [`${name}: the key was charged ${credits - left} credits for calls worth ${spent}.`];
    },
  };
}

type Send = Parameters<Entrance["ask"]>[0]["send"];

function sender(url: string, signal: AbortSignal): Send {
  return async (path, { key, headers = {}, body } = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
}
