// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {vm} from "../test/Vm.sol";
import {Operation} from "./Operation.sol";
import {Safe} from "./Safe.sol";

/// @notice A Safe of two owners, one of whom is enough, and everybody else.
contract SafeTest {
    uint256 private constant KEY = 0xA11CE;
    Safe private _safe;

    function setUp() public {
        address[] memory owners = new address[](2);
        (owners[0], owners[1]) = (vm.addr(KEY), address(0xB0B));
        _safe = new Safe(owners, 1);
        vm.deal(address(_safe), 1 ether);
    }

    function testFuzz_anOwnersSignatureMovesMoneyOnce(uint96 amount) public {
        uint256 value = amount % 1 ether;
        bytes memory signature = _sign(KEY, value);
        require(_send(value, signature), "an owner was refused");
        require(address(0xCA401).balance == value, "it did not arrive");
        require(!_send(value, signature), "a signature was used twice");
    }

    function testFuzz_nobodyElsesSignatureDoes(uint256 key, uint96 amount) public {
        key = key % 1e70 + 1;
        vm.assume(key != KEY);
        require(!_send(amount % 1 ether, _sign(key, amount % 1 ether)), "a stranger moved money");
    }

    function testFuzz_nothingThatIsNoSignatureDoes(bytes calldata noise) public {
        require(!_send(1, noise), "noise moved money");
    }

    function testFuzz_aSignatureIsForWhatWasSigned(uint96 signed, uint96 sent) public {
        vm.assume(signed != sent);
        require(!_send(sent, _sign(KEY, signed)), "another amount than the signed one was moved");
    }

    function testFuzz_onlyAnOwnerSignsBySending(address sender, bool asSecond) public {
        vm.assume(sender != vm.addr(KEY) && sender != address(0xB0B));
        address claimed = asSecond ? address(0xB0B) : vm.addr(KEY);
        bytes memory signature = abi.encodePacked(uint256(uint160(claimed)), uint256(0), uint8(1));
        vm.prank(sender);
        require(!_send(1, signature), "a stranger moved money by sending");
    }

    function _sign(uint256 key, uint256 value) private view returns (bytes memory) {
        bytes32 hash = _safe.getTransactionHash(
            address(0xCA401), value, "", Operation.Call, 0, 0, 0, address(0), address(0), _safe.nonce()
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    function _send(uint256 value, bytes memory signature) private returns (bool) {
        try _safe.execTransaction(
            address(0xCA401), value, "", Operation.Call, 0, 0, 0, address(0), payable(0), signature
        ) returns (bool success) {
            return success;
        } catch {
            return false;
        }
    }
}
