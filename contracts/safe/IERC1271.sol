// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice A contract that can say whether a signature counts as its own.
interface IERC1271 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}
