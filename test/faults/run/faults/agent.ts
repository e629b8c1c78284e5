import type { FaultsOf } from "./fault.ts";

/** One of the agents; the other continues, and takes over its work. */
export const agentFaults: FaultsOf = ({ agents }, { marketplace }, dice) => {
  const part = "agent";
  const [killed, frozen] = [1, 2].map(() => dice.pick(agents.all));
  const probe = async (): Promise<void> => marketplace.send();
  return [
    { part, how: "killed", strike: killed!.kill, end: killed!.start, probe },
    {
      part,
      how: "frozen",
      strike: () => frozen!.signal("SIGSTOP"),
      end: () => frozen!.signal("SIGCONT"),
      probe,
    },
  ];
};
