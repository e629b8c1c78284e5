// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {MechMaking} from "./MechMaking.sol";

/// @notice Makes mechs with a fixed price in a token. Which token, the tracker of their payment type says.
contract TokenMechFactory is MechMaking {
    event CreateMechFixedPriceToken(address indexed mech, uint256 indexed serviceId, uint256 maxDeliveryRate);

    constructor(address marketplace, bytes32 paymentType) MechMaking(marketplace, paymentType) {}

    function _announce(address mech, uint256 serviceId, uint256 rate) internal override {
        emit CreateMechFixedPriceToken(mech, serviceId, rate);
    }
}
