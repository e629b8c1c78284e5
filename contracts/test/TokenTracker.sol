// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BalanceTracker} from "../marketplace/BalanceTracker.sol";
import {PaymentToken} from "../payments/PaymentToken.sol";

/// @notice Takes what requesters of token mechs prepay. Earnings are counted as they are in the native currency.
contract TokenTracker is BalanceTracker {
    address public immutable token;

    constructor(address marketplace, address feeReceiver, address payment) BalanceTracker(marketplace, feeReceiver) {
        token = payment;
    }

    function depositFor(address account, uint256 amount) external {
        require(PaymentToken(token).transferFrom(msg.sender, address(this), amount));
        mapRequesterBalances[account] += amount;
        emit Deposit(account, token, amount);
    }
}
