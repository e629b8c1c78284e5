// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Takes payments in the chain's own currency and tells of each in an event, so that those of contract wallets
/// are found as those of accounts are. A payment may name the key it is for: its calldata is then the key's fingerprint.
/// @dev Told within the 2300 gas that `transfer` and `send` leave to a receiver. Nothing but the event is written down:
/// whatever the contract holds, however it came by it, is the owner's to take out.
contract Deposits is Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 private constant FINGERPRINT_LENGTH = 32;

    /// @dev `fingerprint` is zero where none was named.
    event DepositReceived(address indexed sender, bytes32 indexed fingerprint, uint256 amount);
    event Withdrawn(address indexed receiver, uint256 amount);
    event TokenWithdrawn(address indexed token, address indexed receiver, uint256 amount);

    error DepositsZeroValue();
    error DepositsNoFingerprint(uint256 length);
    error DepositsInvalidReceiver(address receiver);
    error DepositsInsufficientBalance(uint256 balance, uint256 amount);
    error DepositsOwnerRequired();
    error DepositsTransferFailed(address receiver, uint256 amount);

    /// @dev A withdrawal to this contract would come back as a deposit that nobody made.
    modifier onlyElsewhere(address receiver) {
        require(receiver != address(0) && receiver != address(this), DepositsInvalidReceiver(receiver));
        _;
    }

    constructor(address initialOwner) Ownable(initialOwner) {}

    receive() external payable {
        _take(0);
    }

    /// @dev A fingerprint that begins with the four bytes of a function below, one in half a billion, calls that
    /// function, which takes no money: the sender keeps it, and can pay the amount of a reservation instead.
    fallback() external payable {
        require(msg.data.length == FINGERPRINT_LENGTH, DepositsNoFingerprint(msg.data.length));
        _take(bytes32(msg.data));
    }

    /// @notice Sends some of what is held to the receiver, all of it or none.
    function withdraw(address payable receiver, uint256 amount) external onlyOwner onlyElsewhere(receiver) {
        uint256 balance = address(this).balance;
        require(amount <= balance, DepositsInsufficientBalance(balance, amount));
        emit Withdrawn(receiver, amount);
        (bool isSent,) = receiver.call{value: amount}("");
        require(isSent, DepositsTransferFailed(receiver, amount));
    }

    /// @notice Sends tokens that came here by mistake to the receiver. They buy nothing.
    function withdrawToken(address token, address receiver, uint256 amount) external onlyOwner onlyElsewhere(receiver) {
        emit TokenWithdrawn(token, receiver, amount);
        require(IERC20(token).trySafeTransfer(receiver, amount), DepositsTransferFailed(receiver, amount));
    }

    /// @dev What it holds would be nobody's: the owner can name another, who accepts, and never leave without one.
    function renounceOwnership() public pure override {
        revert DepositsOwnerRequired();
    }

    function _take(bytes32 fingerprint) private {
        require(msg.value > 0, DepositsZeroValue());
        emit DepositReceived(msg.sender, fingerprint, msg.value);
    }
}
