import type { FaultsOf } from "./fault.ts";

const delayMs = 500;

export const facilitatorFaults: FaultsOf = ({ facilitator, proxies }, { x402 }) => {
  const part = "facilitator";
  const probe = async (): Promise<void> => x402.send();
  const { slow, heal } = proxies.facilitator;
  return [
    {
      part,
      how: "killed",
      strike: async () => facilitator.kill(),
      end: async () => facilitator.start(),
      probe,
    },
    {
      part,
      how: "frozen",
      strike: () => facilitator.signal("SIGSTOP"),
      end: () => facilitator.signal("SIGCONT"),
      probe,
    },
    { part, how: "slowed", strike: () => slow(delayMs), end: heal, probe },
  ];
};
