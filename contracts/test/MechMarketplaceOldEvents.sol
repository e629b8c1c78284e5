// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {DeliverWithSignature} from "../marketplace/IMechMarketplace.sol";
import {Marketplace} from "../marketplace/Marketplace.sol";

/// @notice The marketplace as deployed before August 2025: its events carry no data of the requests, and the requesters
/// of `MarketplaceDelivery` are indexed, which changes the layout of the event but not its first topic.
contract MechMarketplaceOldEvents is Marketplace {
    event MarketplaceRequest(
        address indexed priorityMech, address indexed requester, uint256 numRequests, bytes32[] requestIds
    );
    event MarketplaceDelivery(
        address indexed deliveryMech,
        address[] indexed requesters,
        uint256 numDeliveries,
        bytes32[] requestIds,
        bool[] deliveredRequests
    );
    event Deliver(
        address indexed mech,
        address indexed mechServiceMultisig,
        bytes32 requestId,
        uint256 deliveryRate,
        bytes data
    );
    event MarketplaceDeliveryWithSignatures(
        address indexed deliveryMech, address indexed requester, uint256 numDeliveries, bytes32[] requestIds
    );

    constructor(address registry, address karmaContract, uint256 fee, uint256 minTimeout, uint256 maxTimeout)
        Marketplace(registry, karmaContract, fee, minTimeout, maxTimeout)
    {}

    function _announceRequest(address priorityMech, bytes32[] memory requestIds, bytes[] memory) internal override {
        emit MarketplaceRequest(priorityMech, msg.sender, requestIds.length, requestIds);
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
        emit Deliver(msg.sender, multisig, requestId, deliveryRate, item.deliveryData);
    }

    function _announceSignedDeliveries(address requester, bytes32[] memory requestIds) internal override {
        emit MarketplaceDeliveryWithSignatures(msg.sender, requester, requestIds.length, requestIds);
    }
}
