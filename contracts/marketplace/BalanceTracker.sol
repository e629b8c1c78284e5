// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {MechBalances} from "./MechBalances.sol";

/// @notice Holds the native currency of requesters and mechs.
contract BalanceTracker is MechBalances {
    constructor(address marketplace, address feeReceiver) MechBalances(marketplace, feeReceiver) {}

    receive() external payable {
        _deposit(msg.sender);
    }

    function depositFor(address account) external payable {
        _deposit(account);
    }

    /// @dev The deposit is told under the name of the marketplace, which brings it, not of the requester.
    function _takeIn(address, uint256) internal override returns (uint256) {
        if (msg.value > 0) emit Deposit(msg.sender, address(0), msg.value);
        return msg.value;
    }

    function _send(address account, uint256 amount) internal override {
        (bool success,) = account.call{value: amount}("");
        require(success, TransferFailed(address(0), address(this), account, amount));
    }

    function _asset() internal pure override returns (address) {
        return address(0);
    }

    function _deposit(address account) private {
        mapRequesterBalances[account] += msg.value;
        emit Deposit(account, address(0), msg.value);
    }
}
