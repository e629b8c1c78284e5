import { familyOf, readIfThere } from "../../../bench/process-family.ts";
import type { ServiceReplica } from "../replicas.ts";
import type { FaultsOf } from "./fault.ts";

/** Every process of one replica that checks types, and the one they are forked from. */
export const typeCheckerFaults: FaultsOf = ({ replicas }, { http }, dice) => {
  const part = "type checkers";
  const [killed, frozen] = [1, 2].map(() => dice.pick(replicas.all));
  const probe =
    ({ url }: ServiceReplica) =>
    async (): Promise<void> =>
      http.sendTo({ url, mode: "static" });
  return [
    {
      part,
      how: "killed",
      strike: () => signal(killed!, "SIGKILL"),
      end: () => undefined,
      probe: probe(killed!),
    },
    {
      part,
      how: "frozen",
      strike: () => signal(frozen!, "SIGSTOP"),
      end: () => signal(frozen!, "SIGCONT"),
      probe: probe(frozen!),
    },
  ];
};

function signal(replica: ServiceReplica, name: NodeJS.Signals): void {
  const checkers = familyOf(replica.pid()).filter((pid) =>
    readIfThere(`/proc/${pid}/cmdline`).includes("types_worker.py"),
  );
  for (const pid of checkers) {
    try {
      process.kill(pid, name);
    } catch {
      // It has exited meanwhile: with its parent, or because it was due.
    }
  }
}
