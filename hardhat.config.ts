import { createRequire } from "node:module";
import { defineConfig } from "hardhat/config";

const require = createRequire(import.meta.url);

export default defineConfig({
  solidity: {
    compilers: [
      {
        version: "0.8.30",
        // The compiler of the package of this name: with a path, Hardhat downloads none.
        path: require.resolve("solc/soljson.js"),
        settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: "prague" },
      },
    ],
  },
  test: {
    solidity: {
      fuzz: { runs: 256 },
      // An actor whose action reverts has found something: either a defect or a condition it did not know of.
      invariant: { runs: 64, depth: 64, failOnRevert: true },
    },
  },
  networks: {
    local: {
      type: "edr-simulated",
      chainType: "l1",
      chainId: 31337,
      // Otherwise each block is a second later than the last one, and the chain's clock runs ahead of everyone's.
      allowBlocksWithSameTimestamp: true,
    },
  },
});
