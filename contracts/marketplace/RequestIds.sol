// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";

/// @notice How requests are named, and how a requester signs such a name.
abstract contract RequestIds is IMarketplaceErrors {
    /// @dev It did not change when the layout of the events did, so it does not tell which layout is to be expected.
    string public constant VERSION = "1.1.0";
    bytes32 public constant DOMAIN_SEPARATOR_TYPE_HASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    uint256 public immutable chainId = block.chainid;
    bytes32 public domainSeparator = _computeDomainSeparator();
    mapping(address requester => uint256) public mapNonces;

    function getDomainSeparator() public view returns (bytes32) {
        return block.chainid == chainId ? domainSeparator : _computeDomainSeparator();
    }

    function getRequestId(
        address mech,
        address requester,
        bytes memory data,
        uint256 deliveryRate,
        bytes32 paymentType,
        uint256 nonce
    ) public view returns (bytes32) {
        bytes32 content =
            keccak256(abi.encode(address(this), mech, requester, keccak256(data), deliveryRate, paymentType, nonce));
        return keccak256(abi.encodePacked("\x19\x01", getDomainSeparator(), content));
    }

    /// @dev A contract is asked (ERC-1271); anyone else must have signed the id itself, with v from 27 or from 0.
    function _requireSigned(address requester, bytes32 requestId, bytes memory signature) internal view {
        require(requester != address(0), ZeroAddress());
        bool isValid;
        if (requester.code.length > 0) {
            isValid = IERC1271(requester).isValidSignature(requestId, signature) == IERC1271.isValidSignature.selector;
        } else {
            require(signature.length == 65, IncorrectSignatureLength(signature, signature.length, 65));
            isValid = _signer(requestId, signature) == requester;
        }
        require(isValid, SignatureNotValidated(requester, requestId, signature));
    }

    function _signer(bytes32 hash, bytes memory signature) private pure returns (address signer) {
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        uint8 v = uint8(signature[64]);
        (signer,,) = ECDSA.tryRecover(hash, v < 4 ? v + 27 : v, r, s);
    }

    /// @dev The version is hashed with its ABI encoding around it, unlike EIP-712 has it. So do all deployments.
    function _computeDomainSeparator() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                DOMAIN_SEPARATOR_TYPE_HASH,
                keccak256("MechMarketplace"),
                keccak256(abi.encode(VERSION)),
                block.chainid,
                address(this)
            )
        );
    }
}
