// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {DeliverWithSignature, IMechMarketplace} from "./IMechMarketplace.sol";
import {MechAccount} from "./MechAccount.sol";
import {NonReentrant} from "./NonReentrant.sol";
import {UndeliveredRequests} from "./UndeliveredRequests.sol";

/// @notice A mech with one price for everything it does.
contract Mech is MechAccount, UndeliveredRequests, NonReentrant {
    string public constant VERSION = "1.0.0";

    /// @notice The hash that names what it is paid in.
    bytes32 public immutable paymentType;
    address public immutable mechMarketplace;
    uint256 public maxDeliveryRate;
    uint256 public numTotalRequests;
    uint256 public numTotalDeliveries;

    event Request(address indexed mech, bytes32 requestId, bytes data);
    event Deliver(
        address indexed mech,
        address indexed mechServiceMultisig,
        bytes32 requestId,
        uint256 deliveryRate,
        bytes data
    );
    event RevokeRequest(bytes32 requestId);
    event MaxDeliveryRateUpdated(uint256 maxDeliveryRate);
    event NumRequestsIncrease(uint256 numRequests);

    modifier onlyMarketplace() {
        require(msg.sender == mechMarketplace, MarketplaceOnly(msg.sender, mechMarketplace));
        _;
    }

    constructor(address marketplace, address registry, uint256 id, uint256 rate, bytes32 payment)
        MechAccount(registry, id)
    {
        require(marketplace != address(0), ZeroAddress());
        require(rate > 0, ZeroValue());
        _requireInOperation();
        mechMarketplace = marketplace;
        paymentType = payment;
        maxDeliveryRate = rate;
    }

    function requestFromMarketplace(bytes32[] calldata requestIds, bytes[] calldata datas) external onlyMarketplace {
        for (uint256 i; i < requestIds.length; ++i) {
            _enlist(requestIds[i]);
            emit Request(address(this), requestIds[i], datas[i]);
        }
        numTotalRequests += requestIds.length;
    }

    /// @notice Delivers at the present rate. Only a `Deliver` event says that a delivery was taken.
    function deliverToMarketplace(bytes32[] calldata requestIds, bytes[] calldata datas)
        external
        onlyOperator
        nonReentrant
        returns (bool[] memory deliveredRequests)
    {
        uint256 count = requestIds.length;
        require(count > 0 && count == datas.length, WrongArrayLength(count, datas.length));
        uint256[] memory rates = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            rates[i] = maxDeliveryRate;
            _strike(requestIds[i]);
        }
        deliveredRequests = IMechMarketplace(mechMarketplace).deliverMarketplace(requestIds, rates);
        for (uint256 i; i < count; ++i) {
            if (!deliveredRequests[i]) {
                emit RevokeRequest(requestIds[i]);
                continue;
            }
            ++numTotalDeliveries;
            emit Deliver(address(this), msg.sender, requestIds[i], rates[i], datas[i]);
        }
    }

    function deliverMarketplaceWithSignatures(
        address requester,
        DeliverWithSignature[] calldata deliverWithSignatures,
        uint256[] calldata deliveryRates,
        bytes calldata paymentData
    ) external onlyOperator {
        IMechMarketplace(mechMarketplace).deliverMarketplaceWithSignatures(
            requester, deliverWithSignatures, deliveryRates, paymentData
        );
    }

    /// @notice Told by the marketplace of requests that came and were delivered in one step.
    function updateNumRequests(uint256 numRequests) external onlyMarketplace {
        numTotalRequests += numRequests;
        numTotalDeliveries += numRequests;
        emit NumRequestsIncrease(numRequests);
    }

    function changeMaxDeliveryRate(uint256 newMaxDeliveryRate) external onlyOperator {
        require(newMaxDeliveryRate > 0, ZeroValue());
        maxDeliveryRate = newMaxDeliveryRate;
        emit MaxDeliveryRateUpdated(newMaxDeliveryRate);
    }
}
