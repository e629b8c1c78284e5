// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";
import {IMechFactory} from "./IMech.sol";
import {Mech} from "./Mech.sol";

/// @notice Makes mechs with a fixed price, for its marketplace. How a new one is announced is left to the factories.
abstract contract MechMaking is IMechFactory, IMarketplaceErrors {
    string public constant VERSION = "0.1.0";

    address public immutable mechMarketplace;
    bytes32 private immutable _paymentType;
    uint256 private _made;

    constructor(address marketplace, bytes32 paymentType) {
        mechMarketplace = marketplace;
        _paymentType = paymentType;
    }

    /// @param payload The rate of the mech, as one word.
    function createMech(address serviceRegistry, uint256 serviceId, bytes calldata payload)
        external
        returns (address mech)
    {
        require(msg.sender == mechMarketplace, MarketplaceOnly(msg.sender, mechMarketplace));
        require(payload.length == 32, IncorrectDataLength(payload.length, 32));
        uint256 rate = abi.decode(payload, (uint256));
        bytes32 salt = keccak256(abi.encode(serviceId, ++_made));
        mech = address(new Mech{salt: salt}(mechMarketplace, serviceRegistry, serviceId, rate, _paymentType));
        _announce(mech, serviceId, rate);
    }

    function _announce(address mech, uint256 serviceId, uint256 rate) internal virtual;
}
