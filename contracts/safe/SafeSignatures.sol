// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1271} from "./IERC1271.sol";

/// @notice Who owns the wallet, and what counts as their signature.
abstract contract SafeSignatures {
    bytes32 private constant DOMAIN_TYPEHASH = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant SAFE_MSG_TYPEHASH = keccak256("SafeMessage(bytes message)");

    address[] private _owners;
    uint256 private immutable _threshold;
    mapping(address account => bool) public isOwner;
    mapping(address owner => mapping(bytes32 hash => bool)) public approvedHashes;

    event ApproveHash(bytes32 indexed approvedHash, address indexed owner);

    constructor(address[] memory owners, uint256 threshold) {
        require(threshold > 0 && threshold <= owners.length, "GS201");
        for (uint256 i; i < owners.length; ++i) {
            require(owners[i] != address(0), "GS203");
            require(!isOwner[owners[i]], "GS204");
            isOwner[owners[i]] = true;
        }
        _owners = owners;
        _threshold = threshold;
    }

    function approveHash(bytes32 hash) external {
        require(isOwner[msg.sender], "GS030");
        approvedHashes[msg.sender][hash] = true;
        emit ApproveHash(hash, msg.sender);
    }

    /// @notice ERC-1271: whether the owners signed the hash as a message of this wallet. Reverts when they did not.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        checkSignatures(getMessageHash(abi.encode(hash)), signature);
        return IERC1271.isValidSignature.selector;
    }

    function getOwners() external view returns (address[] memory) {
        return _owners;
    }

    function getThreshold() external view returns (uint256) {
        return _threshold;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function getMessageHash(bytes memory message) public view returns (bytes32) {
        return _inDomain(keccak256(abi.encode(SAFE_MSG_TYPEHASH, keccak256(message))));
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, block.chainid, this));
    }

    /// @notice Reverts unless enough owners signed, in ascending order of their addresses, 65 bytes (r, s, v) each.
    function checkSignatures(bytes32 hash, bytes calldata signatures) public view {
        require(signatures.length >= 65 * _threshold, "GS020");
        address last;
        for (uint256 i; i < _threshold; ++i) {
            bytes calldata one = signatures[65 * i:65 * (i + 1)];
            address owner = _signer(hash, bytes32(one[:32]), bytes32(one[32:64]), uint8(one[64]));
            require(owner > last && isOwner[owner], "GS026");
            last = owner;
        }
    }

    function _inDomain(bytes32 structHash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domainSeparator(), structHash));
    }

    /// @dev v = 1: r is an owner who sends the transaction or approved the hash before; v > 30: signed by `eth_sign`.
    function _signer(bytes32 hash, bytes32 r, bytes32 s, uint8 v) private view returns (address signer) {
        require(v != 0, "GS021");
        if (v == 1) {
            signer = address(uint160(uint256(r)));
            require(msg.sender == signer || approvedHashes[signer][hash], "GS025");
        } else if (v > 30) {
            signer = ecrecover(keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash)), v - 4, r, s);
        } else {
            signer = ecrecover(hash, v, r, s);
        }
    }
}
