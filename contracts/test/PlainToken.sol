// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token like any other, of any name and any number of decimals.
contract PlainToken is ERC20 {
    uint8 private immutable _decimals;

    constructor(string memory symbol_, uint8 decimals_, address holder, uint256 value) ERC20(symbol_, symbol_) {
        _decimals = decimals_;
        _mint(holder, value);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
