// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Deposits} from "../payments/Deposits.sol";

/// @notice A contract that pays: as older wallets do, with little gas to spare, or several times at once.
contract DepositPayer {
    function payWithTransfer(address payable receiver) external payable {
        receiver.transfer(msg.value);
    }

    function payEach(address payable receiver, uint256[] calldata amounts, bytes32[] calldata fingerprints)
        external
        payable
    {
        for (uint256 i; i < amounts.length; ++i) {
            bytes memory data = fingerprints[i] == 0 ? bytes("") : abi.encode(fingerprints[i]);
            (bool isPaid,) = receiver.call{value: amounts[i]}(data);
            require(isPaid, "not paid");
        }
    }
}

/// @notice An old wallet: it passes on what it is sent, and takes every call without an answer.
contract DepositOldWallet {
    address payable private immutable _receiver;

    constructor(address payable receiver) {
        _receiver = receiver;
    }

    fallback() external payable {
        if (msg.value == 0) return;
        (bool isPaid,) = _receiver.call{value: msg.value}("");
        require(isPaid, "not paid");
    }
}

/// @notice Tells of deposits that nobody made.
contract DepositImpostor {
    event DepositReceived(address indexed sender, bytes32 indexed fingerprint, uint256 amount);

    function tell(address sender, bytes32 fingerprint, uint256 amount) external {
        emit DepositReceived(sender, fingerprint, amount);
    }
}

/// @notice An owner that takes more out while it is being paid, as often as it is told to.
contract DepositReenterer {
    Deposits public deposits;
    uint256 private _times;

    constructor() {
        deposits = new Deposits(address(this));
    }

    receive() external payable {
        if (_times == 0) return;
        --_times;
        deposits.withdraw(payable(address(this)), msg.value);
    }

    function take(uint256 amount, uint256 times) external {
        _times = times;
        deposits.withdraw(payable(address(this)), amount);
    }
}

/// @notice A token that answers a transfer with what it is told to.
contract DepositToken {
    mapping(address account => uint256) public balanceOf;
    bytes private _answer;

    constructor(bytes memory answer) {
        _answer = answer;
    }

    function mint(address account, uint256 amount) external {
        balanceOf[account] += amount;
    }

    function transfer(address receiver, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[receiver] += amount;
        bytes memory answer = _answer;
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}
