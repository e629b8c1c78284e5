// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PaymentHolders, TRANSFER} from "../test/PaymentHolders.sol";
import {vm} from "../test/Vm.sol";
import {PaymentToken} from "./PaymentToken.sol";

/// @notice The token with one holder, whose key is known.
contract PaymentTokenTest {
    uint256 private constant KEY = 0xA11CE;
    uint256 private constant HELD = 1_000_000;
    uint256 private constant NOW = 1_800_000_000;
    /// @dev The order of the curve: `ORDER - s` is the s of a signature's twin.
    uint256 private constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
    PaymentToken private _token;
    address private _holder;

    function setUp() public {
        vm.warp(NOW);
        _holder = vm.addr(KEY);
        address[] memory holders = new address[](1);
        holders[0] = _holder;
        _token = new PaymentToken("Dollar", "1", holders, HELD);
    }

    function testFuzz_aSignedPaymentMovesExactlyOnce(address to, uint256 value, bytes32 nonce, address sender) public {
        vm.assume(to != address(0) && to != _holder);
        value %= HELD + 1;
        require(_pay(sender, to, value, 0, NOW + 1, nonce), "a signed payment was refused");
        require(_token.balanceOf(to) == value && _token.balanceOf(_holder) == HELD - value, "another amount moved");
        require(_token.authorizationState(_holder, nonce), "the nonce can be used again");
        require(!_pay(sender, to, value, 0, NOW + 1, nonce), "moved twice");
        require(_token.balanceOf(to) == value, "moved twice");
    }

    function testFuzz_aSignedPaymentMovesOnlyWithinItsTime(uint8 sinceS, uint8 untilS) public {
        uint256 validAfter = NOW - 2 + sinceS % 4;
        uint256 validBefore = NOW - 2 + untilS % 4;
        bool isPaid = _pay(address(this), address(this), 1, validAfter, validBefore, 0);
        require(isPaid == (validAfter < NOW && NOW < validBefore), "paid outside of its time, or not within it");
    }

    function testFuzz_onlyTheSignedPaymentMoves(address to, uint256 value, bytes32 nonce, uint256 otherKey) public {
        vm.assume(to != address(0) && to != address(this));
        value %= HELD;
        otherKey = otherKey % (ORDER - 1) + 1;
        vm.assume(otherKey != KEY);
        bytes memory signature = _sign(KEY, to, value, nonce);
        require(!_send(to, value, nonce, _sign(otherKey, to, value, nonce)), "another's signature counted");
        require(!_send(address(this), value, nonce, signature), "paid to another");
        require(!_send(to, value ^ 1, nonce, signature), "another amount moved");
        require(!_send(to, value, ~nonce, signature), "another nonce counted");
        require(_token.balanceOf(_holder) == HELD, "something moved");
        require(_send(to, value, nonce, signature), "what was signed is refused");
    }

    function testFuzz_theTwinOfASignatureIsRefused(bytes32 nonce) public {
        bytes32 digest = _digest(address(this), 1, 0, NOW + 1, nonce);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        bytes memory twin = abi.encodePacked(r, ORDER - uint256(s), v == 27 ? uint8(28) : uint8(27));
        require(!_send(address(this), 1, nonce, twin), "both of a signature's forms count");
        require(_send(address(this), 1, nonce, abi.encodePacked(r, s, v)), "the one form is refused");
    }

    function testFuzz_invalidSignaturesMoveNothing(bytes calldata signature, bytes32 nonce) public {
        require(!_send(address(this), 1, nonce, signature), "anything counts as a signature");
    }

    /// @dev The zero address is what a bad signature recovers to.
    function testFuzz_theZeroAddressNeverPays(bytes calldata signature, uint8 v, bytes32 r, bytes32 s) public {
        try _token.transferWithAuthorization(address(0), address(this), 0, 0, NOW + 1, 0, signature) {
            revert("nobody signed");
        } catch {}
        try _token.transferWithAuthorization(address(0), address(this), 0, 0, NOW + 1, 0, v, r, s) {
            revert("nobody signed");
        } catch {}
    }

    function testFuzz_moreThanTheBalanceDoesNotMove(uint256 value, bytes32 nonce) public {
        vm.assume(value > HELD);
        require(!_pay(address(this), address(this), value, 0, NOW + 1, nonce), "more moved than is held");
        require(!_token.authorizationState(_holder, nonce), "the nonce is lost though nothing moved");
    }

    function _pay(address sender, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce)
        private
        returns (bool)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(to, value, validAfter, validBefore, nonce));
        vm.prank(sender);
        try _token.transferWithAuthorization(_holder, to, value, validAfter, validBefore, nonce, v, r, s) {
            return true;
        } catch {
            return false;
        }
    }

    function _send(address to, uint256 value, bytes32 nonce, bytes memory signature) private returns (bool) {
        try _token.transferWithAuthorization(_holder, to, value, 0, NOW + 1, nonce, signature) {
            return true;
        } catch {
            return false;
        }
    }

    function _sign(uint256 key, address to, uint256 value, bytes32 nonce) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _digest(to, value, 0, NOW + 1, nonce));
        return abi.encodePacked(r, s, v);
    }

    function _digest(address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce)
        private
        view
        returns (bytes32)
    {
        bytes32 content = keccak256(abi.encode(TRANSFER, _holder, to, value, validAfter, validBefore, nonce));
        return keccak256(abi.encodePacked(hex"1901", _token.DOMAIN_SEPARATOR(), content));
    }
}

/// @notice What stays true whatever holders sign, send, cancel and approve, in whatever order.
contract PaymentTokenInvariants {
    PaymentHolders private _holders;
    PaymentToken private _token;

    function setUp() public {
        vm.warp(1_800_000_000);
        _holders = new PaymentHolders();
        _token = _holders.token();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_holders);
    }

    function invariant_theTotalSupplyNeverChanges() public view {
        uint256 sum;
        for (uint256 i; i < _holders.COUNT(); ++i) {
            sum += _token.balanceOf(_holders.holder(i));
        }
        require(sum == _token.totalSupply() && sum == _holders.COUNT() * _holders.HELD(), "made or lost");
    }

    function invariant_balancesAreReceivedMinusSent() public view {
        for (uint256 i; i < _holders.COUNT(); ++i) {
            address one = _holders.holder(i);
            require(_token.balanceOf(one) == _holders.expected(one), "another balance than was agreed");
        }
    }

    function invariant_aNonceIsUsedByPaymentOrCancellation() public view {
        for (uint256 i; i < _holders.spentCount(); ++i) {
            (address holder, bytes32 nonce) = _holders.spent(i);
            require(_token.authorizationState(holder, nonce), "a nonce came back");
        }
    }
}
