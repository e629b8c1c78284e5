// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {DepositActors} from "../test/DepositActors.sol";
import {Vm, vm} from "../test/Vm.sol";
import {Deposits} from "./Deposits.sol";

/// @notice The contract with this test as its owner.
contract DepositsTest {
    bytes32 private constant RECEIVED = keccak256("DepositReceived(address,bytes32,uint256)");
    Deposits private _deposits;

    function setUp() public {
        _deposits = new Deposits(address(this));
    }

    function testFuzz_everyPaymentIsLoggedAsMade(address sender, bytes32 fingerprint, uint96 amount, bool isNamed)
        public
    {
        vm.assume(amount > 0 && !_isCall(fingerprint));
        require(_pay(sender, amount, isNamed ? abi.encode(fingerprint) : bytes("")), "a payment was refused");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        require(logs.length == 1 && logs[0].emitter == address(_deposits), "not told once");
        require(logs[0].topics[0] == RECEIVED, "told as something else");
        require(address(uint160(uint256(logs[0].topics[1]))) == sender, "another sender was told");
        require(logs[0].topics[2] == (isNamed ? fingerprint : bytes32(0)), "another fingerprint was told");
        require(abi.decode(logs[0].data, (uint256)) == amount, "another amount was told");
        require(address(_deposits).balance == amount, "another amount was taken");
    }

    function testFuzz_nothingElseIsAcceptedOrLogged(address sender, bytes calldata data, uint96 amount) public {
        vm.assume(amount == 0 || (data.length != 0 && data.length != 32));
        bool isPaid = _pay(sender, amount, data);
        require(address(_deposits).balance == 0, "money was taken");
        require(vm.getRecordedLogs().length == 0, "something was told");
        require(!isPaid || _isCall(bytes32(data)), "taken for a payment");
    }

    function testFuzz_aFingerprintThatEqualsACallCostsNothing(uint256 which, uint224 rest, uint96 amount) public {
        vm.assume(amount > 0);
        bytes4[7] memory calls = _calls();
        bytes32 fingerprint = bytes32(calls[which % calls.length]) | bytes32(uint256(rest));
        require(!_pay(address(0xA11CE), amount, abi.encode(fingerprint)), "a call took money");
        require(address(0xA11CE).balance == amount, "the sender lost money");
    }

    function testFuzz_onlyTheOwnerWithdraws(address stranger, uint96 amount) public {
        vm.assume(stranger != address(this));
        vm.deal(address(_deposits), amount);
        vm.prank(stranger);
        try _deposits.withdraw(payable(stranger), amount) {
            revert("a stranger took money out");
        } catch (bytes memory reason) {
            require(bytes4(reason) == Ownable.OwnableUnauthorizedAccount.selector, "refused for another reason");
        }
        require(address(_deposits).balance == amount, "money is missing");
    }

    function testFuzz_aWithdrawalArrivesOrStays(uint96 held, uint96 amount) public {
        vm.deal(address(_deposits), held);
        address payable receiver = payable(address(0xCAFE));
        try _deposits.withdraw(receiver, amount) {
            require(receiver.balance == amount && address(_deposits).balance == held - amount, "money was made or lost");
        } catch {
            require(amount > held && address(_deposits).balance == held, "refused although it is held");
        }
    }

    function testFuzz_theOwnerStaysUntilTheNextOneAccepts(address next, address stranger) public {
        vm.assume(next != stranger && next != address(this) && stranger != address(0));
        _deposits.transferOwnership(next);
        vm.prank(stranger);
        try _deposits.acceptOwnership() {
            revert("a stranger accepted");
        } catch {}
        try _deposits.renounceOwnership() {
            revert("the owner left it to nobody");
        } catch {}
        require(_deposits.owner() == address(this), "the owner lost it too early");
        if (next == address(0)) return;
        vm.prank(next);
        _deposits.acceptOwnership();
        require(_deposits.owner() == next && _deposits.pendingOwner() == address(0), "not handed over");
    }

    function _pay(address sender, uint256 amount, bytes memory data) private returns (bool isPaid) {
        vm.deal(sender, amount);
        vm.recordLogs();
        vm.prank(sender);
        (isPaid,) = address(_deposits).call{value: amount}(data);
    }

    function _isCall(bytes32 data) private pure returns (bool) {
        bytes4[7] memory calls = _calls();
        for (uint256 i; i < calls.length; ++i) {
            if (bytes4(data) == calls[i]) return true;
        }
        return false;
    }

    function _calls() private pure returns (bytes4[7] memory) {
        return [
            Deposits.withdraw.selector,
            Deposits.withdrawToken.selector,
            Ownable.owner.selector,
            Ownable2Step.pendingOwner.selector,
            Ownable2Step.transferOwnership.selector,
            Deposits.renounceOwnership.selector,
            Ownable2Step.acceptOwnership.selector
        ];
    }
}

/// @notice What stays true whatever payers and owners do, in whatever order.
contract DepositsInvariants {
    DepositActors private _actors;
    Deposits private _deposits;

    function setUp() public {
        _actors = new DepositActors();
        _deposits = _actors.deposits();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actors);
    }

    function invariant_theBalanceIsDepositsMinusWithdrawals() public view {
        uint256 came = _actors.paidWei() + _actors.forcedWei();
        require(address(_deposits).balance == came - _actors.takenWei(), "money was made or lost");
    }

    function invariant_theLogEqualsThePayments() public view {
        require(_actors.toldWei() == _actors.paidWei(), "told more or less than was paid");
    }

    function invariant_theLastAcceptedOwnerOwnsIt() public view {
        require(_deposits.owner() == _actors.owner(), "another owner than who accepted last");
        require(_deposits.owner() != address(0), "nobody owns it");
    }

    function invariant_theWholeBalanceCanBeWithdrawn() public {
        vm.prank(_deposits.owner());
        _deposits.withdraw(payable(address(0xE4D)), address(_deposits).balance);
        require(address(_deposits).balance == 0, "something is trapped");
    }
}
