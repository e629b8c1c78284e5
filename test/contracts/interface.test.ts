import { readFile } from "node:fs/promises";
import {
  type Abi,
  type AbiEvent,
  keccak256,
  toEventSelector,
  toFunctionSelector,
  toFunctionSignature,
  toHex,
} from "viem";
import { describe, expect, test } from "vitest";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";

/** The names on the real chains, recomputed from the contracts that are deployed there. */
const marketplace = {
  functions: {
    request: "0xf6938b09",
    requestBatch: "0xc7b6a9f0",
    deliverMarketplace: "0x9e592bb9",
    deliverMarketplaceWithSignatures: "0x4e894dd1",
    create: "0x46fbcbb2",
    getRequestStatus: "0x45d07664",
    mapRequestIdInfos: "0x8342d20e",
  },
  events: {
    MarketplaceRequest: "0xb1ea35a385d4517ac7b3fb0eac4f62db4f0c5b4cf8b7aef789bbd1db097edb25",
    MarketplaceDelivery: "0x894bb814a80f77e14febccf552394d95b38cc21a6dda1b0cf26434433fdf3e4c",
    Deliver: "0xb52c441d5d16afb15432ee2f89555eb92952fedce6726bbcb8aba672d49d28f6",
    MarketplaceDeliveryWithSignatures: "0xf980d83e9456535b0f9f3634d171df2a5f052f5d5e706b75d30c4e0433da927d",
    CreateMech: "0x46e1ca45c09520471c43e2e88eca33bb51803011cfd456933629dcc645ecacd6",
  },
};

const names: Record<string, { functions?: Record<string, string>; events?: Record<string, string> }> = {
  "marketplace/MechMarketplace": marketplace,
  "test/MechMarketplaceOldEvents": {
    functions: marketplace.functions,
    events: {
      MarketplaceRequest: "0x5d60556939d4ab71b3129033c865bf7e828306916fd94fd35019d3d530eb36b3",
      MarketplaceDelivery: marketplace.events.MarketplaceDelivery,
    },
  },
  "marketplace/Mech": {
    functions: {
      deliverToMarketplace: "0x6f6885bb",
      exec: "0xc7dec3fc",
      getUndeliveredRequestIds: "0x58ce0909",
    },
    events: {
      Request: "0x1ebd17f97038d3a14148566de635eab9901371bf904262f5498331b0c62921ce",
      Deliver: "0xb0d013658abb05dd269ff3ab257175d5ae3fa4107d4e142abd96e947cd5cb06f",
      RevokeRequest: "0xb5863ad79417b48f982fe746b7d7e7c00369bec5f782d4b58537541ff65e841a",
      MaxDeliveryRateUpdated: "0xb912b1469d50f9612d4378acbbf5469b04e6da0f6fe174443169d704ad534258",
      NumRequestsIncrease: "0xa9650c1f534f48ac9fe2937c5af1eb577dd1c6ade5a0422a538a6253e5d9e529",
    },
  },
  "marketplace/BalanceTracker": {
    functions: { processPaymentByMultisig: "0xf965a873" },
    events: {
      Deposit: "0x5548c837ab068cf56a2c2479df0882a4922fd203edb7517321831d95078c5f62",
      RequesterBalanceAdjusted: "0x00572a5ba2b0e6be13dc09fac07a0c06782c5defdef8694b0085972ebdb12012",
      MechBalanceAdjusted: "0xd11af879a940c7604caa3933cb8a021f09a06692f4d05a5843fe06a003abed68",
      Withdraw: "0x9b1bfa7fa9ee420a16e124f794c35ac9f90472acc99140eb2f6447c714cad8eb",
    },
  },
  "marketplace/Karma": {
    events: {
      MechKarmaChanged: "0x417740bdbf75bcc9cd063a95c8af25366c2a27f49d23d5eeafc2db269143af5f",
      RequesterMechKarmaChanged: "0x3df02d68ad731eb0c4caab8f9424137610f574d333c6a00ce3e0ef6b6d032ba4",
    },
  },
  "marketplace/ServiceMetadata": {
    functions: { changeHash: "0x44a885ff", isAbleChangeHash: "0xb764348a" },
    events: {
      ComplementaryMetadataUpdated: "0x87f9ed4fb4b8e6e4fae8db70df4b9445f5afb00ed253374f9d87cad37813068d",
    },
  },
  "reputation/IdentityRegistry": {
    functions: {
      "register()": "0x1aa3a008",
      "register(string)": "0xf2c298be",
      "register(string,(string,bytes)[])": "0x8ea42286",
    },
    events: {
      Registered: "0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a",
      MetadataSet: "0x2c149ed548c6d2993cd73efe187df6eccabe4538091b33adbd25fafdb8a1468b",
      URIUpdated: "0x3a2c7fffc2cba7582c690e3b82c453ea02a308326a98a3ad7576c606336409fb",
    },
  },
  "reputation/ReputationRegistry": {
    functions: { giveFeedback: "0x3c036a7e", getSummary: "0x81bbba58" },
    events: {
      NewFeedback: "0x6a4a61743519c9d648a14e6493f47dbe3ff1aa29e7785c96c8326a205e58febc",
      FeedbackRevoked: "0x25156fd3288212246d8b008d5921fde376c71ed14ac2e072a506eb06fde6d09d",
      ResponseAppended: "0xb1c6be0b5b8aef6539e2fac0fd131a2faa7b49edf8e505b5eb0ad487d56051d4",
    },
  },
  "reputation/ValidationRegistry": {
    functions: {
      validationRequest: "0xaaf400c4",
      validationResponse: "0x3d659a96",
      getValidationStatus: "0xff2febfc",
      getSummary: "0x1b7cabd6",
    },
    events: {
      ValidationRequest: "0x530436c3634a98e1e626b0898be2f1e9980cc1bd2a78c07a0aba52d0a48a5059",
      ValidationResponse: "0xafddf629e874ccc3963b6a888c477bd464a6c8525024fc88759ea3b2326349ae",
    },
  },
};

async function readAbi(contract: string): Promise<Abi> {
  const file = `artifacts/contracts/${contract}.sol/${contract.split("/").at(-1)}.json`;
  return JSON.parse(await readFile(file, "utf8")).abi;
}

describe.for(Object.entries(names))(
  "%s has the same names as the real one:",
  ([contract, { functions, events }]) => {
    test.for(Object.entries(functions ?? {}))("function %s", async ([name, selector]) => {
      const abi = await readAbi(contract);
      const found = abi.filter(
        (item) => item.type === "function" && (item.name === name || toFunctionSignature(item) === name),
      );
      expect(found.map((item) => item.type === "function" && toFunctionSelector(item))).toEqual([selector]);
    });

    test.for(Object.entries(events ?? {}))("event %s", async ([name, topic]) => {
      const abi = await readAbi(contract);
      const found = abi.filter((item): item is AbiEvent => item.type === "event" && item.name === name);
      expect(found.map((item) => toEventSelector(item))).toEqual([topic]);
    });
  },
);

test("the two layouts of MarketplaceDelivery differ only in what is indexed", async () => {
  const indexed = async (contract: string) =>
    (await readAbi(contract))
      .filter((item): item is AbiEvent => item.type === "event" && item.name === "MarketplaceDelivery")
      .map(({ inputs }) => inputs.map((input) => input.indexed));
  expect(await indexed("marketplace/MechMarketplace")).toEqual([[true, false, false, false, false]]);
  expect(await indexed("test/MechMarketplaceOldEvents")).toEqual([[true, true, false, false, false]]);
});

test("the payment type is the hash of its name", () => {
  expect(fixedPriceNative).toBe(keccak256(toHex("FixedPriceNative")));
});

test("the errors of the marketplace have the same names as the real ones", async () => {
  const errors = (await readAbi("marketplace/MechMarketplace")).filter((item) => item.type === "error");
  const signatures = errors.map(({ name, inputs }) => `${name}(${inputs.map(({ type }) => type).join(",")})`);
  expect(signatures).toEqual(
    expect.arrayContaining([
      "OwnerOnly(address,address)",
      "ZeroAddress()",
      "ZeroValue()",
      "AlreadyInitialized()",
      "WrongArrayLength(uint256,uint256)",
      "InsufficientBalance(uint256,uint256)",
      "NoDepositAllowed(uint256)",
      "Overflow(uint256,uint256)",
      "ReentrancyGuard()",
      "UnauthorizedAccount(address)",
      "WrongServiceState(uint256,uint256)",
      "OutOfBounds(uint256,uint256,uint256)",
      "AlreadyRequested(bytes32)",
      "WrongPaymentType(bytes32)",
      "TransferFailed(address,address,address,uint256)",
      "IncorrectSignatureLength(bytes,uint256,uint256)",
      "SignatureNotValidated(address,bytes32,bytes)",
    ]),
  );
});
