// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";

/// @notice Counts what mechs did and let others do. Only listed marketplaces change it.
contract Karma is IMarketplaceErrors {
    string public constant VERSION = "1.0.0";

    address public immutable owner;
    mapping(address marketplace => bool) public mapMechMarketplaces;
    mapping(address mech => int256) public mapMechKarma;
    mapping(address requester => mapping(address mech => int256)) public mapRequesterMechKarma;

    event SetMechMarketplaceStatuses(address[] mechMarketplaces, bool[] statuses);
    event MechKarmaChanged(address indexed mech, int256 karmaChange);
    event RequesterMechKarmaChanged(address indexed requester, address indexed mech, int256 karmaChange);

    modifier onlyMarketplace() {
        require(mapMechMarketplaces[msg.sender], UnauthorizedAccount(msg.sender));
        _;
    }

    constructor() {
        owner = msg.sender;
    }

    function setMechMarketplaceStatuses(address[] calldata mechMarketplaces, bool[] calldata statuses) external {
        require(msg.sender == owner, OwnerOnly(msg.sender, owner));
        require(
            mechMarketplaces.length == statuses.length, WrongArrayLength(mechMarketplaces.length, statuses.length)
        );
        for (uint256 i; i < statuses.length; ++i) {
            require(mechMarketplaces[i] != address(0), ZeroAddress());
            mapMechMarketplaces[mechMarketplaces[i]] = statuses[i];
        }
        emit SetMechMarketplaceStatuses(mechMarketplaces, statuses);
    }

    function changeMechKarma(address mech, int256 karmaChange) external onlyMarketplace {
        mapMechKarma[mech] += karmaChange;
        emit MechKarmaChanged(mech, karmaChange);
    }

    function changeRequesterMechKarma(address requester, address mech, int256 karmaChange) external onlyMarketplace {
        mapRequesterMechKarma[requester][mech] += karmaChange;
        emit RequesterMechKarmaChanged(requester, mech, karmaChange);
    }
}
