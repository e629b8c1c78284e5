// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IBalanceTracker} from "./IBalanceTracker.sol";
import {IMech} from "./IMech.sol";
import {IMechMarketplace} from "./IMechMarketplace.sol";
import {NonReentrant} from "./NonReentrant.sol";

/// @notice The book of requesters and mechs: what was prepaid, what was earned, what is the fee. In what they are paid is
/// left to the trackers.
abstract contract MechBalances is IBalanceTracker, NonReentrant {
    uint256 public constant MAX_FEE_FACTOR = 10_000;
    /// @dev Of one unit the fee would leave nothing.
    uint256 public constant MIN_MECH_BALANCE = 2;

    address public immutable mechMarketplace;
    address public immutable drainer;
    uint256 public collectedFees;
    mapping(address requester => uint256) public mapRequesterBalances;
    mapping(address mech => uint256) public mapMechBalances;

    event Deposit(address indexed account, address indexed token, uint256 amount);
    event RequesterBalanceAdjusted(address indexed requester, uint256 deliveryRate, uint256 balance);
    event MechBalanceAdjusted(address indexed mech, uint256 deliveryRate, uint256 balance, uint256 rateDiff);
    event Withdraw(address indexed account, address indexed token, uint256 amount);
    event Drained(address indexed token, uint256 collectedFees);

    modifier onlyMarketplace() {
        require(msg.sender == mechMarketplace, MarketplaceOnly(msg.sender, mechMarketplace));
        _;
    }

    constructor(address marketplace, address feeReceiver) {
        require(marketplace != address(0) && feeReceiver != address(0), ZeroAddress());
        mechMarketplace = marketplace;
        drainer = feeReceiver;
    }

    /// @notice Takes the price of new requests from what comes with them and what was prepaid; the rest stays prepaid.
    function checkAndRecordDeliveryRates(
        address requester,
        uint256 numRequests,
        uint256 deliveryRate,
        bytes calldata
    ) external payable onlyMarketplace nonReentrant {
        uint256 price = deliveryRate * numRequests;
        mapRequesterBalances[requester] += _takeIn(requester, price);
        uint256 left = _charge(requester, price);
        emit RequesterBalanceAdjusted(requester, price, left);
    }

    /// @notice Pays a mech for what it delivered; what it took less than agreed goes back to the requester.
    function finalizeDeliveryRates(
        address mech,
        address[] calldata requesters,
        bool[] calldata deliveredRequests,
        uint256[] calldata mechDeliveryRates,
        uint256[] calldata requesterDeliveryRates
    ) external onlyMarketplace nonReentrant {
        uint256 earned;
        uint256 givenBack;
        for (uint256 i; i < deliveredRequests.length; ++i) {
            if (!deliveredRequests[i]) continue;
            uint256 difference = requesterDeliveryRates[i] - mechDeliveryRates[i];
            mapRequesterBalances[requesters[i]] += difference;
            givenBack += difference;
            earned += mechDeliveryRates[i];
        }
        _pay(mech, earned, givenBack);
    }

    /// @notice Pays a mech for signed requests from what their requester prepaid.
    function adjustMechRequesterBalances(
        address mech,
        address requester,
        uint256[] calldata mechDeliveryRates,
        bytes calldata
    ) external onlyMarketplace nonReentrant {
        uint256 price;
        for (uint256 i; i < mechDeliveryRates.length; ++i) {
            price += mechDeliveryRates[i];
        }
        uint256 left = _charge(requester, price);
        emit RequesterBalanceAdjusted(requester, price, left);
        _pay(mech, price, 0);
    }

    /// @notice Sends a mech's earnings, less the fee, to the mech contract, on its operator's order.
    function processPaymentByMultisig(address mech) external nonReentrant returns (uint256, uint256) {
        require(IMech(mech).isOperator(msg.sender), UnauthorizedAccount(msg.sender));
        return _withdraw(mech);
    }

    /// @notice The same on the mech's own order.
    function processPayment() external nonReentrant returns (uint256, uint256) {
        return _withdraw(msg.sender);
    }

    function drain() external nonReentrant {
        uint256 amount = collectedFees;
        require(amount > 0, ZeroValue());
        collectedFees = 0;
        _send(drainer, amount);
        emit Drained(_asset(), amount);
    }

    /// @dev What comes in with requests of this price.
    function _takeIn(address requester, uint256 price) internal virtual returns (uint256);
    function _send(address account, uint256 amount) internal virtual;
    /// @dev The token, or zero for the native currency.
    function _asset() internal view virtual returns (address);

    function _charge(address requester, uint256 price) private returns (uint256 left) {
        uint256 balance = mapRequesterBalances[requester];
        require(balance >= price, InsufficientBalance(balance, price));
        left = balance - price;
        mapRequesterBalances[requester] = left;
    }

    function _pay(address mech, uint256 earned, uint256 givenBack) private {
        require(earned > 0, ZeroValue());
        uint256 balance = mapMechBalances[mech] + earned;
        mapMechBalances[mech] = balance;
        emit MechBalanceAdjusted(mech, earned, balance, givenBack);
    }

    function _withdraw(address mech) private returns (uint256 mechPayment, uint256 marketplaceFee) {
        uint256 balance = mapMechBalances[mech];
        require(balance >= MIN_MECH_BALANCE, ZeroValue());
        uint256 fee = IMechMarketplace(mechMarketplace).fee();
        marketplaceFee = (balance * fee + MAX_FEE_FACTOR - 1) / MAX_FEE_FACTOR;
        mechPayment = balance - marketplaceFee;
        require(mechPayment > 0, ZeroValue());
        collectedFees += marketplaceFee;
        mapMechBalances[mech] = 0;
        _send(mech, mechPayment);
        emit Withdraw(mech, _asset(), mechPayment);
    }
}
