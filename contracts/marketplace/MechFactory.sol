// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {MechMaking} from "./MechMaking.sol";

/// @notice Makes mechs with a fixed price in the native currency.
contract MechFactory is MechMaking {
    event CreateMechFixedPriceNative(address indexed mech, uint256 indexed serviceId, uint256 maxDeliveryRate);

    constructor(address marketplace) MechMaking(marketplace, keccak256("FixedPriceNative")) {}

    function _announce(address mech, uint256 serviceId, uint256 rate) internal override {
        emit CreateMechFixedPriceNative(mech, serviceId, rate);
    }
}
