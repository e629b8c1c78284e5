// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Authorizations} from "./Authorizations.sol";

/// @notice What calls are paid with on a local chain: a token of six decimals that moves by its holders' signatures, as
/// the dollars do that x402 pays with elsewhere. There is as much of it as it began with.
contract PaymentToken is Authorizations {
    string public constant symbol = "AUSD";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory version_, address[] memory holders, uint256 valueEach)
        Authorizations(name_, version_)
    {
        totalSupply = holders.length * valueEach;
        for (uint256 i; i < holders.length; ++i) {
            balanceOf[holders[i]] += valueEach;
            emit Transfer(address(0), holders[i], valueEach);
        }
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        require(spender != address(0), "PaymentToken: approve to the zero address");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    /// @dev The highest of all allowances is never used up.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(value <= allowed, "PaymentToken: transfer amount exceeds allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _transfer(from, to, value);
        return true;
    }

    function _transfer(address from, address to, uint256 value) internal override {
        require(to != address(0), "PaymentToken: transfer to the zero address");
        uint256 held = balanceOf[from];
        require(value <= held, "PaymentToken: transfer amount exceeds balance");
        balanceOf[from] = held - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
