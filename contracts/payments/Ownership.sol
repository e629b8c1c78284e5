// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice One owner, who hands over in two steps: the next one must show that it can act. Nobody can give it up.
abstract contract Ownership {
    address public owner;
    address public pendingOwner;

    event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    error DepositsOwnerOnly(address sender);
    error DepositsPendingOwnerOnly(address sender);
    error DepositsZeroOwner();

    modifier onlyOwner() {
        require(msg.sender == owner, DepositsOwnerOnly(msg.sender));
        _;
    }

    constructor(address initialOwner) {
        require(initialOwner != address(0), DepositsZeroOwner());
        owner = initialOwner;
        emit OwnershipTransferred(address(0), initialOwner);
    }

    /// @notice Names the next owner, in place of the one named before; nobody, with address zero.
    function transferOwnership(address newOwner) external onlyOwner {
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(msg.sender, newOwner);
    }

    /// @notice Makes who was named the owner.
    function acceptOwnership() external {
        require(msg.sender == pendingOwner, DepositsPendingOwnerOnly(msg.sender));
        address previousOwner = owner;
        owner = msg.sender;
        pendingOwner = address(0);
        emit OwnershipTransferred(previousOwner, msg.sender);
    }
}
