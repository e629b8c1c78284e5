// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {MarketplaceActors} from "../test/MarketplaceActors.t.sol";
import {BalanceTracker} from "./BalanceTracker.sol";
import {Marketplace} from "./Marketplace.sol";
import {Mech} from "./Mech.sol";
import {MechMarketplace} from "./MechMarketplace.sol";

/// @notice What stays true whatever requesters and operators do, in whatever order.
contract MechMarketplaceInvariants {
    MarketplaceActors private _actors;
    MechMarketplace private _marketplace;
    BalanceTracker private _tracker;

    function setUp() public {
        _actors = new MarketplaceActors();
        _marketplace = _actors.marketplace();
        _tracker = _actors.tracker();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actors);
    }

    function invariant_everyWeiIsPrepaidOpenEarnedOrAFee() public view {
        uint256 known = _tracker.collectedFees() + _actors.openWei();
        for (uint256 i; i < 3; ++i) {
            known += _tracker.mapRequesterBalances(_actors.requesters(i));
        }
        for (uint256 i; i < 2; ++i) {
            known += _tracker.mapMechBalances(address(_actors.mechs(i)));
        }
        require(address(_tracker).balance == known, "money was made or lost");
    }

    function invariant_aMechGetsWhatItEarned() public view {
        for (uint256 i; i < 2; ++i) {
            Mech mech = _actors.mechs(i);
            uint256 got = _actors.collectedWei(mech) + _tracker.mapMechBalances(address(mech));
            require(got == _actors.earnedWei(mech), "a mech got more or less than it earned");
        }
    }

    function invariant_aRequestIsDeliveredAtMostOnce() public view {
        uint256 open;
        for (uint256 i; i < _actors.countRequests(); ++i) {
            bytes32 requestId = _actors.requestIds(i);
            uint256 times = _actors.timesDelivered(requestId);
            bool isDelivered = _marketplace.getRequestStatus(requestId) == Marketplace.RequestStatus.Delivered;
            require(times == (isDelivered ? 1 : 0), "a request was delivered twice, or not as its status says");
            if (!isDelivered) ++open;
        }
        require(_marketplace.numUndeliveredRequests() == open, "open requests were miscounted");
    }

    function invariant_requestsAndDeliveriesAreCounted() public view {
        uint256 signed = _actors.signedDeliveries();
        uint256 delivered = _actors.countRequests() + signed - _marketplace.numUndeliveredRequests();
        require(_marketplace.numTotalRequests() == _actors.countRequests() + signed, "requests were miscounted");
        require(_marketplace.mapMechServiceDeliveryCounts(address(_actors)) == delivered, "operator's deliveries");
        uint256 ofRequesters;
        for (uint256 i; i < 3; ++i) {
            address requester = _actors.requesters(i);
            require(_marketplace.mapRequestCounts(requester) == _actors.expectedRequests(requester), "requests");
            require(_marketplace.mapNonces(requester) == _actors.expectedRequests(requester), "nonces");
            ofRequesters += _marketplace.mapDeliveryCounts(requester);
        }
        require(ofRequesters == delivered, "requesters' deliveries");
        for (uint256 i; i < 2; ++i) {
            Mech mech = _actors.mechs(i);
            require(_marketplace.mapMechDeliveryCounts(address(mech)) == _actors.expectedDeliveries(mech), "a mech's");
            require(mech.numTotalDeliveries() == _actors.expectedDeliveries(mech), "a mech's own count");
        }
    }

    function invariant_karmaIsWorkDoneMinusWorkLeftToOthers() public view {
        int256 ofRequesters;
        for (uint256 i; i < 2; ++i) {
            Mech mech = _actors.mechs(i);
            require(_actors.karma().mapMechKarma(address(mech)) == _actors.expectedKarma(mech), "karma");
            for (uint256 j; j < 3; ++j) {
                ofRequesters += _actors.karma().mapRequesterMechKarma(_actors.requesters(j), address(mech));
            }
        }
        require(ofRequesters == int256(_marketplace.numTotalRequests()), "karma between requesters and mechs");
    }

    function invariant_theListOfAMechHasAllItsRequestsAndNoOthers() public view {
        for (uint256 i; i < 2; ++i) {
            Mech mech = _actors.mechs(i);
            bytes32[] memory ids = mech.getUndeliveredRequestIds(0, 0);
            require(ids.length == mech.numUndeliveredRequests(), "the list has another length than it says");
            for (uint256 j; j < ids.length; ++j) {
                (address asked,,,,,) = _marketplace.mapRequestIdInfos(ids[j]);
                require(asked == address(mech), "a request of another mech is on the list");
                require(mech.mapRequestIds(ids[j], 0) == (j == 0 ? bytes32(0) : ids[j - 1]), "the list is torn");
            }
        }
    }
}
