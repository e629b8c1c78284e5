// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";

/// @notice Refuses to be entered again while a call is under way.
abstract contract NonReentrant is IMarketplaceErrors {
    bool private transient _entered;

    modifier nonReentrant() {
        require(!_entered, ReentrancyGuard());
        _entered = true;
        _;
        _entered = false;
    }
}
