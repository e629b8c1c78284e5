// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What the marketplace and the tracker ask of a mech.
interface IMech {
    function maxDeliveryRate() external view returns (uint256);
    function paymentType() external view returns (bytes32);
    function getOperator() external view returns (address);
    function isOperator(address account) external view returns (bool);
    function requestFromMarketplace(bytes32[] calldata requestIds, bytes[] calldata datas) external;
    function updateNumRequests(uint256 numRequests) external;
}

interface IMechFactory {
    function createMech(address serviceRegistry, uint256 serviceId, bytes calldata payload)
        external
        returns (address mech);
}
