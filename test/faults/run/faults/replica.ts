import type { FaultsOf } from "./fault.ts";

const delayMs = 300;

/** One of the service's replicas, called directly to see whether it is back. */
export const replicaFaults: FaultsOf = ({ replicas }, { http }, dice) => {
  const part = "service replica";
  const [killed, frozen, slowed] = [1, 2, 3].map(() => dice.pick(replicas.all));
  const probe =
    ({ url }: { url: string }) =>
    async (): Promise<void> =>
      http.sendTo({ url, mode: "static" });
  return [
    { part, how: "killed", strike: killed!.kill, end: killed!.start, probe: probe(killed!) },
    {
      part,
      how: "frozen",
      strike: () => frozen!.signal("SIGSTOP"),
      end: () => frozen!.signal("SIGCONT"),
      probe: probe(frozen!),
    },
    {
      part,
      how: "slowed",
      strike: () => slowed!.proxy.slow(delayMs),
      end: () => slowed!.proxy.heal(),
      probe: probe(slowed!),
    },
  ];
};
