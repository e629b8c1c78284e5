// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Deposits} from "../payments/Deposits.sol";
import {Vm, vm} from "./Vm.sol";

/// @notice Three payers who also own the contract in turn, and keep their own account of what they do. None of it is
/// allowed to revert.
contract DepositActors {
    uint256 private constant MAX_WEI = 100 ether;

    Deposits public immutable deposits;
    address public owner;
    address private _next;
    uint256 public paidWei;
    uint256 public toldWei;
    uint256 public forcedWei;
    uint256 public takenWei;

    constructor() {
        owner = _actor(0);
        deposits = new Deposits(owner);
    }

    function pay(uint256 who, uint256 amount, bytes32 fingerprint, bool isNamed) external {
        amount = amount % MAX_WEI + 1;
        vm.deal(_actor(who), amount);
        vm.recordLogs();
        vm.prank(_actor(who));
        // The first byte is none of a function's, so that it is read as a fingerprint.
        bytes memory data = isNamed ? abi.encode(fingerprint & ~bytes32(uint256(0xff) << 248)) : bytes("");
        (bool isPaid,) = address(deposits).call{value: amount}(data);
        require(isPaid, "a payment was refused");
        paidWei += amount;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == address(deposits)) toldWei += abi.decode(logs[i].data, (uint256));
        }
    }

    /// @dev As a destroyed contract's money comes: without asking, and without an event.
    function force(uint256 amount) external {
        amount = amount % MAX_WEI;
        vm.deal(address(deposits), address(deposits).balance + amount);
        forcedWei += amount;
    }

    function takeOut(uint256 amount, uint256 to) external {
        amount %= address(deposits).balance + 1;
        vm.prank(owner);
        deposits.withdraw(payable(address(uint160(0xBEEF + to % 3))), amount);
        takenWei += amount;
    }

    function name(uint256 who) external {
        _next = who % 4 == 3 ? address(0) : _actor(who);
        vm.prank(owner);
        deposits.transferOwnership(_next);
    }

    function accept() external {
        if (_next == address(0)) return;
        vm.prank(_next);
        deposits.acceptOwnership();
        (owner, _next) = (_next, address(0));
    }

    function _actor(uint256 who) private pure returns (address) {
        return address(uint160(0xA11CE + who % 3));
    }
}
