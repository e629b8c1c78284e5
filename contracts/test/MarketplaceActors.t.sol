// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BalanceTracker} from "../marketplace/BalanceTracker.sol";
import {DeliverWithSignature} from "../marketplace/IMechMarketplace.sol";
import {Karma} from "../marketplace/Karma.sol";
import {Mech} from "../marketplace/Mech.sol";
import {MechFactory} from "../marketplace/MechFactory.sol";
import {MechMarketplace} from "../marketplace/MechMarketplace.sol";
import {ServiceRegistry} from "../marketplace/ServiceRegistry.sol";
import {vm} from "./Vm.sol";

/// @notice Three requesters and the operator of two mechs, who do on the marketplace whatever comes to their minds,
/// and keep their own account of it. None of what they do is allowed to revert.
contract MarketplaceActors {
    uint256 private constant MAX_RATE = 1 ether;
    bytes32 private constant PAYMENT_TYPE = keccak256("FixedPriceNative");

    MechMarketplace public immutable marketplace;
    BalanceTracker public immutable tracker;
    Karma public immutable karma;
    Mech[2] public mechs;
    address[3] public requesters;
    uint256[3] private _keys = [uint256(0xA11CE), 0xB0B, 0xCA401];

    bytes32[] public requestIds;
    mapping(bytes32 requestId => uint256) public timesDelivered;
    uint256 public signedDeliveries;
    uint256 public openWei;
    mapping(Mech mech => uint256) public earnedWei;
    mapping(Mech mech => uint256) public collectedWei;
    mapping(Mech mech => int256) public expectedKarma;
    mapping(Mech mech => uint256) public expectedDeliveries;
    mapping(address requester => uint256) public expectedRequests;

    constructor() {
        ServiceRegistry registry = new ServiceRegistry();
        karma = new Karma();
        marketplace = new MechMarketplace(address(registry), address(karma), 0, 60, 300);
        tracker = new BalanceTracker(address(marketplace), address(0xFEE));
        MechFactory factory = new MechFactory(address(marketplace));
        (address[] memory ones, bool[] memory yes, bytes32[] memory types) =
            (new address[](1), new bool[](1), new bytes32[](1));
        (yes[0], types[0]) = (true, PAYMENT_TYPE);
        ones[0] = address(marketplace);
        karma.setMechMarketplaceStatuses(ones, yes);
        ones[0] = address(factory);
        marketplace.setMechFactoryStatuses(ones, yes);
        ones[0] = address(tracker);
        marketplace.setPaymentTypeBalanceTrackers(types, ones);
        for (uint256 i; i < 2; ++i) {
            uint256 serviceId = registry.create(address(this));
            registry.deploy(serviceId, address(this));
            mechs[i] = Mech(payable(marketplace.create(serviceId, address(factory), abi.encode(0.01 ether))));
        }
        for (uint256 i; i < 3; ++i) {
            requesters[i] = vm.addr(_keys[i]);
        }
    }

    function request(uint256 who, bool second, uint256 count, uint256 more, uint256 timeout) external {
        address requester = requesters[who % 3];
        Mech mech = _mech(second);
        uint256 rate = mech.maxDeliveryRate();
        bytes[] memory datas = new bytes[](count % 4 + 1);
        for (uint256 i; i < datas.length; ++i) {
            datas[i] = abi.encode(who, i);
        }
        uint256 value = rate * datas.length + more % MAX_RATE;
        vm.deal(requester, value);
        vm.prank(requester);
        bytes32[] memory ids = marketplace.requestBatch{value: value}(
            datas, rate, PAYMENT_TYPE, address(mech), 60 + timeout % 241, ""
        );
        for (uint256 i; i < ids.length; ++i) {
            requestIds.push(ids[i]);
        }
        openWei += rate * ids.length;
        expectedRequests[requester] += ids.length;
    }

    /// @dev Delivers some of what was ever asked for, of either mech, delivered or not, the same one twice perhaps.
    function deliver(uint256 seed, bool second, uint256 count) external {
        if (requestIds.length == 0) return;
        Mech mech = _mech(second);
        bytes32[] memory ids = new bytes32[](count % 5 + 1);
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = requestIds[uint256(keccak256(abi.encode(seed, i))) % requestIds.length];
        }
        bool[] memory delivered = mech.deliverToMarketplace(ids, new bytes[](ids.length));
        for (uint256 i; i < ids.length; ++i) {
            if (delivered[i]) _noteDelivery(mech, ids[i]);
        }
    }

    function settle(uint256 who, bool second, uint256 rate) external {
        Mech mech = _mech(second);
        rate = rate % MAX_RATE + 1;
        address requester = requesters[who % 3];
        if (tracker.mapRequesterBalances(requester) < rate) return;
        bytes32 requestId = marketplace.getRequestId(
            address(mech), requester, "signed", rate, PAYMENT_TYPE, marketplace.mapNonces(requester)
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[who % 3], requestId);
        DeliverWithSignature[] memory items = new DeliverWithSignature[](1);
        items[0] = DeliverWithSignature("signed", abi.encodePacked(r, s, v), "answer");
        uint256[] memory rates = new uint256[](1);
        rates[0] = rate;
        mech.deliverMarketplaceWithSignatures(requester, items, rates, "");
        ++signedDeliveries;
        ++expectedRequests[requester];
        _noteWork(mech, rate);
    }

    function prepay(uint256 who, uint256 amount) external {
        amount %= MAX_RATE;
        vm.deal(address(this), amount);
        tracker.depositFor{value: amount}(requesters[who % 3]);
    }

    function changeRate(bool second, uint256 rate) external {
        _mech(second).changeMaxDeliveryRate(rate % MAX_RATE + 1);
    }

    function collect(bool second) external {
        Mech mech = _mech(second);
        if (tracker.mapMechBalances(address(mech)) < tracker.MIN_MECH_BALANCE()) return;
        (uint256 paid, uint256 fee) = tracker.processPaymentByMultisig(address(mech));
        collectedWei[mech] += paid + fee;
    }

    /// @dev Not all of it: then nothing would be left to pay.
    function changeFee(uint256 fee) external {
        marketplace.changeMarketplaceParams(fee % 5001, 60, 300);
    }

    function drain() external {
        if (tracker.collectedFees() > 0) tracker.drain();
    }

    function passTime(uint256 secondsToPass) external {
        vm.warp(block.timestamp + secondsToPass % 400);
    }

    function countRequests() external view returns (uint256) {
        return requestIds.length;
    }

    function _noteDelivery(Mech mech, bytes32 requestId) private {
        ++timesDelivered[requestId];
        (address asked,,,, uint256 agreed,) = marketplace.mapRequestIdInfos(requestId);
        if (asked != address(mech)) --expectedKarma[Mech(payable(asked))];
        openWei -= agreed;
        _noteWork(mech, mech.maxDeliveryRate());
    }

    function _noteWork(Mech mech, uint256 rate) private {
        earnedWei[mech] += rate;
        ++expectedKarma[mech];
        ++expectedDeliveries[mech];
    }

    function _mech(bool second) private view returns (Mech) {
        return mechs[second ? 1 : 0];
    }
}
