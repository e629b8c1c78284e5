// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {vm} from "../test/Vm.sol";
import {BalanceTracker} from "./BalanceTracker.sol";

/// @notice The tracker with this test as its marketplace and as a mech.
contract BalanceTrackerTest {
    uint256 public fee;
    BalanceTracker private _tracker;

    receive() external payable {}

    function setUp() public {
        _tracker = new BalanceTracker(address(this), address(0xFEE));
    }

    function testFuzz_aPayoutLeavesOnlyTheFee(uint96 earned, uint16 feeFactor) public {
        fee = feeFactor % 10_001;
        _earn(earned);
        uint256 before = address(this).balance;
        try _tracker.processPayment() returns (uint256 paid, uint256 kept) {
            require(paid + kept == earned, "paid and kept are not what was earned");
            require(paid > 0, "nothing was paid");
            require(kept * 10_000 >= earned * fee, "the fee was rounded down");
            require(kept * 10_000 < earned * fee + 10_000, "the fee is more than a wei too high");
            require(address(this).balance == before + paid, "it did not arrive");
            require(address(_tracker).balance == kept && _tracker.collectedFees() == kept, "the fee is not there");
        } catch {
            uint256 least = (earned * fee + 9999) / 10_000;
            require(earned < 2 || least == earned, "refused although there is something to pay");
        }
    }

    function testFuzz_aRequestIsChargedInFullOrNotAtAll(uint96 prepaid, uint96 sent, uint96 rate, uint8 count) public {
        address requester = address(0xA11CE);
        vm.deal(address(this), uint256(prepaid) + sent);
        _tracker.depositFor{value: prepaid}(requester);
        uint256 price = uint256(rate) * count;
        try _tracker.checkAndRecordDeliveryRates{value: sent}(requester, count, rate, "") {
            uint256 left = _tracker.mapRequesterBalances(requester);
            require(left + price == uint256(prepaid) + sent, "charged more or less than the price");
        } catch {
            require(uint256(prepaid) + sent < price, "refused although there is enough");
            require(_tracker.mapRequesterBalances(requester) == prepaid, "charged although refused");
        }
    }

    function _earn(uint256 amount) private {
        vm.deal(address(this), amount);
        _tracker.depositFor{value: amount}(address(this));
        uint256[] memory rates = new uint256[](1);
        rates[0] = amount;
        if (amount > 0) _tracker.adjustMechRequesterBalances(address(this), address(this), rates, "");
    }
}
