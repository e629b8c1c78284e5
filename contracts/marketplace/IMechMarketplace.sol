// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

struct RequestInfo {
    address priorityMech;
    address deliveryMech;
    address requester;
    /// @dev The moment after which other mechs may deliver, in seconds of block time.
    uint256 responseTimeout;
    uint256 deliveryRate;
    bytes32 paymentType;
}

struct DeliverWithSignature {
    bytes requestData;
    bytes signature;
    bytes deliveryData;
}

/// @notice What mechs and trackers ask of the marketplace.
interface IMechMarketplace {
    function fee() external view returns (uint256);

    function deliverMarketplace(bytes32[] calldata requestIds, uint256[] calldata deliveryRates)
        external
        returns (bool[] memory deliveredRequests);

    function deliverMarketplaceWithSignatures(
        address requester,
        DeliverWithSignature[] calldata deliverWithSignatures,
        uint256[] calldata deliveryRates,
        bytes calldata paymentData
    ) external;
}
