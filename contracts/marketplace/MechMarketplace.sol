// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {DeliverWithSignature} from "./IMechMarketplace.sol";
import {Marketplace} from "./Marketplace.sol";

/// @notice The marketplace as deployed since August 2025, whose events carry the data of the requests.
contract MechMarketplace is Marketplace {
    event MarketplaceRequest(
        address indexed priorityMech,
        address indexed requester,
        uint256 numRequests,
        bytes32[] requestIds,
        bytes[] requestDatas
    );
    event MarketplaceDelivery(
        address indexed deliveryMech,
        address[] requesters,
        uint256 numDeliveries,
        bytes32[] requestIds,
        bool[] deliveredRequests
    );
    event Deliver(
        address indexed mech,
        address indexed mechServiceMultisig,
        bytes32 requestId,
        uint256 deliveryRate,
        bytes requestData,
        bytes deliveryData
    );
    event MarketplaceDeliveryWithSignatures(
        address indexed deliveryMech, address indexed requester, uint256 numDeliveries, bytes32[] requestIds
    );

    constructor(address registry, address karmaContract, uint256 fee, uint256 minTimeout, uint256 maxTimeout)
        Marketplace(registry, karmaContract, fee, minTimeout, maxTimeout)
    {}

    function _announceRequest(address priorityMech, bytes32[] memory requestIds, bytes[] memory requestDatas)
        internal
        override
    {
        emit MarketplaceRequest(priorityMech, msg.sender, requestIds.length, requestIds, requestDatas);
    }

    function _announceDelivery(
        address[] memory requesters,
        uint256 numDeliveries,
        bytes32[] calldata requestIds,
        bool[] memory deliveredRequests
    ) internal override {
        emit MarketplaceDelivery(msg.sender, requesters, numDeliveries, requestIds, deliveredRequests);
    }

    function _announceSignedDelivery(
        address multisig,
        bytes32 requestId,
        uint256 deliveryRate,
        DeliverWithSignature calldata item
    ) internal override {
        emit Deliver(msg.sender, multisig, requestId, deliveryRate, item.requestData, item.deliveryData);
    }

    function _announceSignedDeliveries(address requester, bytes32[] memory requestIds) internal override {
        emit MarketplaceDeliveryWithSignatures(msg.sender, requester, requestIds.length, requestIds);
    }
}
