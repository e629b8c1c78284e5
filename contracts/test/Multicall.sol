// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice The one function of Multicall3 that facilitators of x402 use: many questions in one call. Other chains have
/// that contract at an address of its own, where a local chain has this one.
contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    /// @dev Where `requireSuccess` is set, one call that fails makes all of them fail.
    function tryAggregate(bool requireSuccess, Call[] calldata calls)
        external
        returns (Result[] memory returnData)
    {
        returnData = new Result[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            (bool isDone, bytes memory answer) = calls[i].target.call(calls[i].callData);
            require(isDone || !requireSuccess, "Multicall: a call failed");
            returnData[i] = Result(isDone, answer);
        }
    }
}
