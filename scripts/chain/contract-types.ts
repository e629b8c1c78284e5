import type { BalanceTracker$Type } from "../../artifacts/contracts/marketplace/BalanceTracker.sol/artifacts.d.ts";
import type { Karma$Type } from "../../artifacts/contracts/marketplace/Karma.sol/artifacts.d.ts";
import type { Mech$Type } from "../../artifacts/contracts/marketplace/Mech.sol/artifacts.d.ts";
import type { MechFactory$Type } from "../../artifacts/contracts/marketplace/MechFactory.sol/artifacts.d.ts";
import type { MechMarketplace$Type } from "../../artifacts/contracts/marketplace/MechMarketplace.sol/artifacts.d.ts";
import type { ServiceMetadata$Type } from "../../artifacts/contracts/marketplace/ServiceMetadata.sol/artifacts.d.ts";
import type { ServiceRegistry$Type } from "../../artifacts/contracts/marketplace/ServiceRegistry.sol/artifacts.d.ts";
import type { TokenBalanceTracker$Type } from "../../artifacts/contracts/marketplace/TokenBalanceTracker.sol/artifacts.d.ts";
import type { TokenMechFactory$Type } from "../../artifacts/contracts/marketplace/TokenMechFactory.sol/artifacts.d.ts";
import type { Deposits$Type } from "../../artifacts/contracts/payments/Deposits.sol/artifacts.d.ts";
import type { PaymentToken$Type } from "../../artifacts/contracts/payments/PaymentToken.sol/artifacts.d.ts";
import type { IdentityRegistry$Type } from "../../artifacts/contracts/reputation/IdentityRegistry.sol/artifacts.d.ts";
import type { ReputationRegistry$Type } from "../../artifacts/contracts/reputation/ReputationRegistry.sol/artifacts.d.ts";
import type { ValidationRegistry$Type } from "../../artifacts/contracts/reputation/ValidationRegistry.sol/artifacts.d.ts";
import type {
  DepositImpostor$Type,
  DepositOldWallet$Type,
  DepositPayer$Type,
  DepositReenterer$Type,
  DepositToken$Type,
} from "../../artifacts/contracts/test/DepositPayers.sol/artifacts.d.ts";
import type { PlainToken$Type } from "../../artifacts/contracts/test/PlainToken.sol/artifacts.d.ts";
import type { MechMarketplaceOldEvents$Type } from "../../artifacts/contracts/test/MechMarketplaceOldEvents.sol/artifacts.d.ts";
import type { ReceiptReader$Type } from "../../artifacts/contracts/test/ReceiptReader.sol/artifacts.d.ts";
import type { TokenTracker$Type } from "../../artifacts/contracts/test/TokenTracker.sol/artifacts.d.ts";

/** What the compiler says about the contracts that are deployed by name. */
export type ContractTypes = {
  BalanceTracker: BalanceTracker$Type;
  DepositImpostor: DepositImpostor$Type;
  DepositOldWallet: DepositOldWallet$Type;
  DepositPayer: DepositPayer$Type;
  DepositReenterer: DepositReenterer$Type;
  Deposits: Deposits$Type;
  DepositToken: DepositToken$Type;
  IdentityRegistry: IdentityRegistry$Type;
  Karma: Karma$Type;
  Mech: Mech$Type;
  MechFactory: MechFactory$Type;
  MechMarketplace: MechMarketplace$Type;
  MechMarketplaceOldEvents: MechMarketplaceOldEvents$Type;
  ReceiptReader: ReceiptReader$Type;
  PaymentToken: PaymentToken$Type;
  PlainToken: PlainToken$Type;
  ReputationRegistry: ReputationRegistry$Type;
  ServiceMetadata: ServiceMetadata$Type;
  ServiceRegistry: ServiceRegistry$Type;
  TokenBalanceTracker: TokenBalanceTracker$Type;
  TokenMechFactory: TokenMechFactory$Type;
  TokenTracker: TokenTracker$Type;
  ValidationRegistry: ValidationRegistry$Type;
};
