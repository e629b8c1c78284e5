import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import type { ServiceProcess } from "./service-process.ts";

const rounds = 9;
const warmUps = 2;

/** The same work in each way, one after the other in every round: medians. */
export async function inTurns<Way extends string>(
  ways: readonly Way[],
  what: string,
  work: (way: Way, round: number) => Promise<number>,
): Promise<Row[]> {
  const times = new Map(ways.map((way) => [way, [] as number[]]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const way of ways) {
      const ms = await work(way, round);
      if (round >= 0) times.get(way)!.push(ms);
    }
  }
  return ways.map((way) => ({ what: `${what}: ${way}`, value: quantile(times.get(way)!, 0.5), unit: "ms" }));
}

export async function timeExecute(
  service: ServiceProcess,
  code: string,
  { isRepaired = false, refillMs = 800 } = {},
): Promise<number> {
  // The box that was used is replaced behind the call; that is not part of a warm call.
  await new Promise((resolve) => setTimeout(resolve, refillMs));
  const { ms, result } = await timed(async () => service.ask({ code, mode: "execute" }));
  const isAsExpected = result.valid === !isRepaired && (result.fixes?.length ?? 0) > 0 === isRepaired;
  if (!isAsExpected) throw new Error(`the service answered ${JSON.stringify(result)}`);
  return ms;
}
