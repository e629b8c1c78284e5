// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IBalanceTracker} from "./IBalanceTracker.sol";
import {IMech} from "./IMech.sol";
import {DeliverWithSignature, RequestInfo} from "./IMechMarketplace.sol";
import {Karma} from "./Karma.sol";
import {MarketplaceSettings} from "./MarketplaceSettings.sol";
import {RequestIds} from "./RequestIds.sol";

/// @notice Requests and their deliveries. How they are announced is left to the generations of the marketplace.
abstract contract Marketplace is MarketplaceSettings, RequestIds {
    enum RequestStatus {
        DoesNotExist,
        RequestedPriority,
        RequestedExpired,
        Delivered
    }

    /// @dev A delivery under way: one row for each request, in memory.
    struct Delivery {
        address[] requesters;
        uint256[] agreedRates;
        bool[] delivered;
        uint256 count;
    }

    uint256 public numUndeliveredRequests;
    uint256 public numTotalRequests;
    mapping(address requester => uint256) public mapRequestCounts;
    mapping(address requester => uint256) public mapDeliveryCounts;
    mapping(address mech => uint256) public mapMechDeliveryCounts;
    mapping(address multisig => uint256) public mapMechServiceDeliveryCounts;
    mapping(bytes32 requestId => RequestInfo) public mapRequestIdInfos;

    constructor(address registry, address karmaContract, uint256 fee, uint256 minTimeout, uint256 maxTimeout)
        MarketplaceSettings(registry, karmaContract)
    {
        _setParams(fee, minTimeout, maxTimeout);
    }

    /// @notice Asks a mech to do something, for its present rate. Nobody else may deliver before the timeout.
    function request(
        bytes memory requestData,
        uint256 maxDeliveryRate,
        bytes32 paymentType,
        address priorityMech,
        uint256 responseTimeout,
        bytes calldata paymentData
    ) external payable nonReentrant returns (bytes32) {
        bytes[] memory requestDatas = new bytes[](1);
        requestDatas[0] = requestData;
        uint256 rate = _agreedRate(1, maxDeliveryRate, paymentType, priorityMech, responseTimeout);
        return _request(requestDatas, rate, paymentType, priorityMech, responseTimeout, paymentData)[0];
    }

    function requestBatch(
        bytes[] memory requestDatas,
        uint256 maxDeliveryRate,
        bytes32 paymentType,
        address priorityMech,
        uint256 responseTimeout,
        bytes calldata paymentData
    ) external payable nonReentrant returns (bytes32[] memory) {
        uint256 rate = _agreedRate(requestDatas.length, maxDeliveryRate, paymentType, priorityMech, responseTimeout);
        return _request(requestDatas, rate, paymentType, priorityMech, responseTimeout, paymentData);
    }

    /// @notice Records deliveries of the calling mech. What is not to be had any more, not yet or not at this rate
    /// is answered with false and not with a revert; an unknown id and one of another payment type do revert.
    function deliverMarketplace(bytes32[] calldata requestIds, uint256[] calldata deliveryRates)
        external
        nonReentrant
        returns (bool[] memory)
    {
        uint256 count = requestIds.length;
        require(count > 0 && count == deliveryRates.length, WrongArrayLength(count, deliveryRates.length));
        address multisig = checkMech(msg.sender);
        bytes32 paymentType = IMech(msg.sender).paymentType();
        Delivery memory delivery = Delivery(new address[](count), new uint256[](count), new bool[](count), 0);

        for (uint256 i; i < count; ++i) {
            RequestInfo storage info = mapRequestIdInfos[requestIds[i]];
            delivery.agreedRates[i] = info.deliveryRate;
            if (!_take(info, paymentType, deliveryRates[i])) continue;
            delivery.requesters[i] = info.requester;
            delivery.delivered[i] = true;
            ++delivery.count;
        }
        if (delivery.count > 0) {
            numUndeliveredRequests -= delivery.count;
            _countDeliveries(multisig, delivery.count);
            IBalanceTracker(_trackerOf(paymentType)).finalizeDeliveryRates(
                msg.sender, delivery.requesters, delivery.delivered, deliveryRates, delivery.agreedRates
            );
        }
        _announceDelivery(delivery.requesters, delivery.count, requestIds, delivery.delivered);
        return delivery.delivered;
    }

    /// @notice Settles requests that were signed and answered outside the chain, from the requester's prepaid balance.
    /// @dev The ids hold the requester's nonces, so signatures count only in the order they were given in.
    function deliverMarketplaceWithSignatures(
        address requester,
        DeliverWithSignature[] calldata items,
        uint256[] calldata deliveryRates,
        bytes calldata paymentData
    ) external nonReentrant {
        uint256 count = items.length;
        require(count > 0 && count == deliveryRates.length, WrongArrayLength(count, deliveryRates.length));
        bytes32 paymentType = IMech(msg.sender).paymentType();
        address multisig = checkMech(msg.sender);

        bytes32[] memory requestIds = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            requestIds[i] = _recordSigned(requester, items[i], deliveryRates[i], paymentType);
            _announceSignedDelivery(multisig, requestIds[i], deliveryRates[i], items[i]);
        }
        mapRequestCounts[requester] += count;
        mapDeliveryCounts[requester] += count;
        numTotalRequests += count;
        Karma(karma).changeRequesterMechKarma(requester, msg.sender, int256(count));
        _countDeliveries(multisig, count);
        IMech(msg.sender).updateNumRequests(count);
        _announceSignedDeliveries(requester, requestIds);
        IBalanceTracker(_trackerOf(paymentType)).adjustMechRequesterBalances(
            msg.sender, requester, deliveryRates, paymentData
        );
    }

    function getRequestStatus(bytes32 requestId) external view returns (RequestStatus) {
        RequestInfo storage info = mapRequestIdInfos[requestId];
        if (info.priorityMech == address(0)) return RequestStatus.DoesNotExist;
        if (info.deliveryMech != address(0)) return RequestStatus.Delivered;
        if (block.timestamp > info.responseTimeout) return RequestStatus.RequestedExpired;
        return RequestStatus.RequestedPriority;
    }

    function _announceRequest(address priorityMech, bytes32[] memory requestIds, bytes[] memory requestDatas)
        internal
        virtual;
    function _announceDelivery(
        address[] memory requesters,
        uint256 numDeliveries,
        bytes32[] calldata requestIds,
        bool[] memory deliveredRequests
    ) internal virtual;
    function _announceSignedDelivery(
        address multisig,
        bytes32 requestId,
        uint256 deliveryRate,
        DeliverWithSignature calldata item
    ) internal virtual;
    function _announceSignedDeliveries(address requester, bytes32[] memory requestIds) internal virtual;

    /// @dev What a request costs: the mech's present rate, whatever more the requester would have paid.
    function _agreedRate(
        uint256 count,
        uint256 maxDeliveryRate,
        bytes32 paymentType,
        address priorityMech,
        uint256 responseTimeout
    ) private view returns (uint256 rate) {
        uint256 end = block.timestamp + responseTimeout;
        require(end <= type(uint32).max, Overflow(end, type(uint32).max));
        require(
            responseTimeout >= minResponseTimeout && responseTimeout <= maxResponseTimeout,
            OutOfBounds(responseTimeout, minResponseTimeout, maxResponseTimeout)
        );
        require(count > 0 && maxDeliveryRate > 0 && paymentType != 0, ZeroValue());
        checkMech(priorityMech);
        rate = IMech(priorityMech).maxDeliveryRate();
        require(rate <= maxDeliveryRate, Overflow(rate, maxDeliveryRate));
        require(paymentType == IMech(priorityMech).paymentType(), WrongPaymentType(paymentType));
    }

    function _request(
        bytes[] memory requestDatas,
        uint256 rate,
        bytes32 paymentType,
        address priorityMech,
        uint256 responseTimeout,
        bytes calldata paymentData
    ) private returns (bytes32[] memory requestIds) {
        uint256 count = requestDatas.length;
        requestIds = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            requestIds[i] = _record(
                RequestInfo(priorityMech, address(0), msg.sender, block.timestamp + responseTimeout, rate, paymentType),
                requestDatas[i]
            );
        }
        IBalanceTracker(_trackerOf(paymentType)).checkAndRecordDeliveryRates{value: msg.value}(
            msg.sender, count, rate, paymentData
        );
        Karma(karma).changeRequesterMechKarma(msg.sender, priorityMech, int256(count));
        mapRequestCounts[msg.sender] += count;
        numUndeliveredRequests += count;
        numTotalRequests += count;
        IMech(priorityMech).requestFromMarketplace(requestIds, requestDatas);
        _announceRequest(priorityMech, requestIds, requestDatas);
    }

    function _recordSigned(
        address requester,
        DeliverWithSignature calldata item,
        uint256 rate,
        bytes32 paymentType
    ) private returns (bytes32 requestId) {
        requestId = _record(RequestInfo(msg.sender, msg.sender, requester, 0, rate, paymentType), item.requestData);
        _requireSigned(requester, requestId, item.signature);
    }

    function _record(RequestInfo memory info, bytes memory data) private returns (bytes32 requestId) {
        require(data.length > 0, ZeroValue());
        uint256 nonce = mapNonces[info.requester]++;
        requestId = getRequestId(info.priorityMech, info.requester, data, info.deliveryRate, info.paymentType, nonce);
        require(mapRequestIdInfos[requestId].priorityMech == address(0), AlreadyRequested(requestId));
        mapRequestIdInfos[requestId] = info;
    }

    /// @dev Gives the request to the calling mech if it is to be had. A mech that steps in costs the other its karma.
    function _take(RequestInfo storage info, bytes32 paymentType, uint256 rate) private returns (bool) {
        address priorityMech = info.priorityMech;
        require(priorityMech != address(0), ZeroAddress());
        require(info.paymentType == paymentType, WrongPaymentType(paymentType));
        if (info.deliveryMech != address(0) || rate > info.deliveryRate) return false;
        if (priorityMech != msg.sender) {
            if (block.timestamp <= info.responseTimeout) return false;
            Karma(karma).changeMechKarma(priorityMech, -1);
        }
        info.deliveryMech = msg.sender;
        ++mapDeliveryCounts[info.requester];
        return true;
    }

    function _countDeliveries(address multisig, uint256 count) private {
        mapMechDeliveryCounts[msg.sender] += count;
        mapMechServiceDeliveryCounts[multisig] += count;
        Karma(karma).changeMechKarma(msg.sender, int256(count));
    }
}
