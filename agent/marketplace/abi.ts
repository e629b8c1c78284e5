import { parseAbi } from "viem";

/** The errors of the marketplace, its mechs and its trackers, so that a refusal can be reported by name. */
const refusals = [
  "error UnauthorizedAccount(address account)",
  "error WrongServiceState(uint256 state, uint256 serviceId)",
  "error WrongPaymentType(bytes32 paymentType)",
  "error InsufficientBalance(uint256 balance, uint256 needed)",
  "error SignatureNotValidated(address requester, bytes32 requestId, bytes signature)",
  "error IncorrectSignatureLength(bytes signature, uint256 provided, uint256 expected)",
  "error AlreadyRequested(bytes32 requestId)",
  "error Overflow(uint256 provided, uint256 max)",
  "error OutOfBounds(uint256 provided, uint256 min, uint256 max)",
  "error WrongArrayLength(uint256 first, uint256 second)",
  "error TransferFailed(address token, address from, address to, uint256 amount)",
  "error ZeroAddress()",
  "error ZeroValue()",
  "error ReentrancyGuard()",
] as const;

/** The part of the marketplace that is used; the same in both generations. */
export const marketplaceAbi = parseAbi([
  "function getRequestStatus(bytes32 requestId) view returns (uint8)",
  "function mapRequestIdInfos(bytes32 requestId) view returns (address priorityMech, address deliveryMech, address requester, uint256 responseTimeout, uint256 deliveryRate, bytes32 paymentType)",
  "function getDomainSeparator() view returns (bytes32)",
  "function mapPaymentTypeBalanceTrackers(bytes32 paymentType) view returns (address)",
  "function mapNonces(address requester) view returns (uint256)",
  "function mapMechDeliveryCounts(address mech) view returns (uint256)",
  "function karma() view returns (address)",
]);

export const mechAbi = parseAbi([
  ...refusals,
  "function deliverToMarketplace(bytes32[] requestIds, bytes[] datas) returns (bool[])",
  "function deliverMarketplaceWithSignatures(address requester, (bytes requestData, bytes signature, bytes deliveryData)[] deliverWithSignatures, uint256[] deliveryRates, bytes paymentData)",
  "function exec(address to, uint256 value, bytes data, uint8 operation, uint256 txGas) returns (bytes)",
  "function getUndeliveredRequestIds(uint256 size, uint256 offset) view returns (bytes32[])",
  "function numUndeliveredRequests() view returns (uint256)",
  "function maxDeliveryRate() view returns (uint256)",
  "function paymentType() view returns (bytes32)",
  "function serviceId() view returns (uint256)",
  "function mechMarketplace() view returns (address)",
  "function getOperator() view returns (address)",
]);

export const trackerAbi = parseAbi([
  "function mapRequesterBalances(address requester) view returns (uint256)",
  "function mapMechBalances(address mech) view returns (uint256)",
  "function token() view returns (address)",
  "function processPaymentByMultisig(address mech) returns (uint256 mechPayment, uint256 marketplaceFee)",
]);

export const karmaAbi = parseAbi(["function mapMechKarma(address mech) view returns (int256)"]);

export const safeAbi = parseAbi([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
  "function getThreshold() view returns (uint256)",
  "function isOwner(address owner) view returns (bool)",
]);

/** The mech's own events: the only source of a request's data, and the only proof of a delivery, in both generations. */
export const mechEvents = parseAbi([
  "event Request(address indexed mech, bytes32 requestId, bytes data)",
  "event Deliver(address indexed mech, address indexed mechServiceMultisig, bytes32 requestId, uint256 deliveryRate, bytes data)",
]);

/** Payment types of mechs that are paid by subscription, which need another form of delivery. */
export const subscriptions: readonly string[] = [
  "0x803dd08fe79d91027fc9024e254a0942372b92f3ccabc1bd19f4a5c2b251c316",
  "0x0d6fd99afa9c4c580fab5e341922c2a5c4b61d880da60506193d7bf88944dd14",
];

/** Payment of a mech at a fixed price in the chain's own currency: keccak256("FixedPriceNative"). */
export const fixedPriceNative = "0xba699a34be8fe0e7725e93dcbce1701b0211a8ca61330aaeb8a05bf2ec7abed1";

export const requestStatus = { doesNotExist: 0, requestedPriority: 1, requestedExpired: 2, delivered: 3 };
