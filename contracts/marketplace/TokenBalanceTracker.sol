// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {MechBalances} from "./MechBalances.sol";

/// @notice Holds the tokens of requesters and mechs, of one kind. What a request lacks is taken from its requester, who has
/// allowed that.
contract TokenBalanceTracker is MechBalances {
    address public immutable token;

    constructor(address marketplace, address feeReceiver, address token_) MechBalances(marketplace, feeReceiver) {
        require(token_ != address(0), ZeroAddress());
        token = token_;
    }

    function deposit(uint256 amount) external {
        _deposit(msg.sender, amount);
    }

    function depositFor(address account, uint256 amount) external {
        _deposit(account, amount);
    }

    /// @dev The deposit is told under the name of the marketplace, as in the native currency.
    function _takeIn(address requester, uint256 price) internal override returns (uint256 missing) {
        require(msg.value == 0, NoDepositAllowed(msg.value));
        uint256 prepaid = mapRequesterBalances[requester];
        if (prepaid >= price) return 0;
        missing = price - prepaid;
        _takeFrom(requester, missing);
        emit Deposit(msg.sender, token, missing);
    }

    function _send(address account, uint256 amount) internal override {
        require(IERC20(token).transfer(account, amount), TransferFailed(token, address(this), account, amount));
    }

    function _asset() internal view override returns (address) {
        return token;
    }

    function _deposit(address account, uint256 amount) private nonReentrant {
        _takeFrom(msg.sender, amount);
        mapRequesterBalances[account] += amount;
        emit Deposit(account, token, amount);
    }

    function _takeFrom(address account, uint256 amount) private {
        bool isTaken = IERC20(token).transferFrom(account, address(this), amount);
        require(isTaken, TransferFailed(token, account, address(this), amount));
    }
}
