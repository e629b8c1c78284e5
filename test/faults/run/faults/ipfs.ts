import type { FaultsOf } from "./fault.ts";

const delayMs = 500;

export const ipfsFaults: FaultsOf = ({ ipfs, proxies }, { marketplace }) => {
  const part = "IPFS node";
  const probe = async (): Promise<void> => marketplace.send();
  return [
    { part, how: "killed", strike: async () => ipfs.kill(), end: async () => ipfs.start(), probe },
    { part, how: "frozen", strike: () => ipfs.freeze(), end: () => ipfs.thaw(), probe },
    { part, how: "slowed", strike: () => proxies.ipfs.slow(delayMs), end: () => proxies.ipfs.heal(), probe },
  ];
};
