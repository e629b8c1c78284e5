import type { FaultsOf } from "./fault.ts";

const delayMs = 200;

/** The Docker engine as the replicas see it: others use the real one, so only the proxy in front of it fails. */
export const sandboxFaults: FaultsOf = ({ proxies: { sandbox } }, { http }) => {
  const part = "sandbox engine";
  const probe = async (): Promise<void> => http.sendTo({ mode: "execute" });
  const end = (): void => sandbox.heal();
  return [
    { part, how: "killed", strike: () => sandbox.down(), end, probe },
    { part, how: "frozen", strike: () => sandbox.freeze(), end, probe },
    { part, how: "slowed", strike: () => sandbox.slow(delayMs), end, probe },
  ];
};
