// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice A token like any other, of any name and any number of decimals.
contract PlainToken {
    string public symbol;
    uint8 public immutable decimals;
    mapping(address account => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint8 decimals_, address holder, uint256 value) {
        (symbol, decimals) = (symbol_, decimals_);
        balanceOf[holder] = value;
        emit Transfer(address(0), holder, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
