import type { FaultsOf } from "./fault.ts";

const delayMs = 500;

/** The chain's RPC node; the chain itself continues. */
export const rpcFaults: FaultsOf = ({ proxies: { rpc } }, { marketplace }) => {
  const part = "RPC node";
  const probe = async (): Promise<void> => marketplace.send();
  const end = (): void => rpc.heal();
  return [
    { part, how: "killed", strike: () => rpc.down(), end, probe },
    { part, how: "frozen", strike: () => rpc.freeze(), end, probe },
    { part, how: "slowed", strike: () => rpc.slow(delayMs), end, probe },
  ];
};
