// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PaymentToken} from "../payments/PaymentToken.sol";
import {vm} from "./Vm.sol";

/// @dev What EIP-3009 has holders sign.
bytes32 constant TRANSFER = keccak256(
    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
);
bytes32 constant RECEIVE = keccak256(
    "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
);
bytes32 constant CANCEL = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

/// @notice Three holders of the token who keep their own account of what they do. Nothing that they may do is allowed to
/// revert, and nothing that they may not do is allowed to succeed.
contract PaymentHolders {
    struct Spent {
        address holder;
        bytes32 nonce;
    }

    uint256 public constant COUNT = 3;
    uint256 public constant HELD = 1_000_000;

    PaymentToken public immutable token;
    mapping(address holder => uint256) public expected;
    Spent[] public spent;

    constructor() {
        address[] memory holders = new address[](COUNT);
        for (uint256 i; i < COUNT; ++i) {
            holders[i] = holder(i);
            expected[holders[i]] = HELD;
        }
        token = new PaymentToken("Dollar", "1", holders, HELD);
    }

    function pay(uint256 from, uint256 to, uint256 value, bool isReceived) external {
        value %= expected[holder(from)] + 1;
        bytes32 nonce = bytes32(spent.length);
        bytes32 kind = isReceived ? RECEIVE : TRANSFER;
        bytes memory content = abi.encode(kind, holder(from), holder(to), value, 0, type(uint256).max, nonce);
        bytes memory signature = _sign(from, content);
        if (isReceived) _receive(from, to, value, nonce, signature);
        else token.transferWithAuthorization(holder(from), holder(to), value, 0, type(uint256).max, nonce, signature);
        _moved(from, to, value);
        spent.push(Spent(holder(from), nonce));
    }

    function cancel(uint256 who) external {
        bytes32 nonce = bytes32(spent.length);
        bytes memory content = abi.encode(CANCEL, holder(who), nonce);
        token.cancelAuthorization(holder(who), nonce, _sign(who, content));
        spent.push(Spent(holder(who), nonce));
    }

    function useAgain(uint256 which, uint256 to) external {
        if (spent.length == 0) return;
        Spent memory one = spent[which % spent.length];
        uint256 who = one.holder == holder(0) ? 0 : one.holder == holder(1) ? 1 : 2;
        bytes memory content = abi.encode(TRANSFER, one.holder, holder(to), 0, 0, type(uint256).max, one.nonce);
        bytes memory signature = _sign(who, content);
        try token.transferWithAuthorization(one.holder, holder(to), 0, 0, type(uint256).max, one.nonce, signature) {
            revert("a nonce was used twice");
        } catch {}
    }

    function send(uint256 from, uint256 to, uint256 value) external {
        value %= expected[holder(from)] + 1;
        vm.prank(holder(from));
        token.transfer(holder(to), value);
        _moved(from, to, value);
    }

    function sendForAnother(uint256 from, uint256 spender, uint256 to, uint256 value) external {
        value %= expected[holder(from)] + 1;
        vm.prank(holder(from));
        token.approve(holder(spender), value);
        vm.prank(holder(spender));
        token.transferFrom(holder(from), holder(to), value);
        require(token.allowance(holder(from), holder(spender)) == 0, "the allowance was not used up");
        _moved(from, to, value);
    }

    function spentCount() external view returns (uint256) {
        return spent.length;
    }

    function holder(uint256 who) public pure returns (address) {
        return vm.addr(who % COUNT + 1);
    }

    function _receive(uint256 from, uint256 to, uint256 value, bytes32 nonce, bytes memory signature) private {
        vm.prank(holder(to));
        token.receiveWithAuthorization(holder(from), holder(to), value, 0, type(uint256).max, nonce, signature);
    }

    function _moved(uint256 from, uint256 to, uint256 value) private {
        expected[holder(from)] -= value;
        expected[holder(to)] += value;
    }

    function _sign(uint256 who, bytes memory content) private view returns (bytes memory) {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), keccak256(content)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(who % COUNT + 1, digest);
        return abi.encodePacked(r, s, v);
    }
}
