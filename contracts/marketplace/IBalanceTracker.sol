// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What the marketplace asks of the tracker of a payment type.
interface IBalanceTracker {
    function checkAndRecordDeliveryRates(
        address requester,
        uint256 numRequests,
        uint256 deliveryRate,
        bytes calldata paymentData
    ) external payable;

    function finalizeDeliveryRates(
        address mech,
        address[] calldata requesters,
        bool[] calldata deliveredRequests,
        uint256[] calldata mechDeliveryRates,
        uint256[] calldata requesterDeliveryRates
    ) external;

    function adjustMechRequesterBalances(
        address mech,
        address requester,
        uint256[] calldata mechDeliveryRates,
        bytes calldata paymentData
    ) external;
}
