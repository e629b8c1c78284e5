// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";
import {IServiceRegistry} from "./IServiceRegistry.sol";

/// @notice Where a service tells what it offers: the digest of a JSON document on IPFS.
contract ServiceMetadata is IMarketplaceErrors {
    /// @dev Multibase base16, CIDv1, dag-pb, sha2-256 of 32 bytes: what stands before a digest in a CID.
    string public constant CID_PREFIX = "f01701220";

    bytes16 private constant DIGITS = "0123456789abcdef";

    address public immutable serviceRegistry;
    string public baseURI;
    mapping(uint256 serviceId => bytes32) public mapServiceHashes;

    event ComplementaryMetadataUpdated(uint256 indexed serviceId, bytes32 indexed hash);

    constructor(address registry, string memory base) {
        serviceRegistry = registry;
        baseURI = base;
    }

    /// @notice Publishes the digest.
    function changeHash(uint256 serviceId, bytes32 hash) external {
        require(isAbleChangeHash(msg.sender, serviceId), UnauthorizedAccount(msg.sender));
        mapServiceHashes[serviceId] = hash;
        emit ComplementaryMetadataUpdated(serviceId, hash);
    }

    function tokenURI(uint256 serviceId) external view returns (string memory) {
        return string.concat(baseURI, CID_PREFIX, _toHex(mapServiceHashes[serviceId]));
    }

    /// @notice The operator may while the service is in operation, and its owner while it is not.
    function isAbleChangeHash(address account, uint256 serviceId) public view returns (bool) {
        IServiceRegistry registry = IServiceRegistry(serviceRegistry);
        (, address multisig,,,,, IServiceRegistry.ServiceState state) = registry.mapServices(serviceId);
        return account == (state == IServiceRegistry.ServiceState.Deployed ? multisig : registry.ownerOf(serviceId));
    }

    function _toHex(bytes32 word) private pure returns (string memory) {
        bytes memory text = new bytes(64);
        for (uint256 i; i < 32; ++i) {
            text[2 * i] = DIGITS[uint8(word[i]) >> 4];
            text[2 * i + 1] = DIGITS[uint8(word[i]) & 0x0f];
        }
        return string(text);
    }
}
