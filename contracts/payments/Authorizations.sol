// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SignedBy} from "./SignedBy.sol";

/// @notice What holders of a token sign so that others may move it (EIP-3009), each of it good for one time at most.
/// @dev Refuses with sentences, as the tokens do that are paid with elsewhere: facilitators of x402 read them.
abstract contract Authorizations {
    using SignedBy for bytes32;

    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @notice The name and version that signatures are made for.
    /// @dev The first two in storage, where a test that puts this code at another token's address writes them.
    string public name;
    string public version;

    /// @notice Whether the nonce was used or canceled.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    constructor(string memory name_, string memory version_) {
        name = name_;
        version = version_;
    }

    /// @notice Moves what the holder signed for, no matter who asks.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        Authorization memory signed = Authorization(from, to, value, validAfter, validBefore, nonce);
        _execute(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, signed, abi.encodePacked(r, s, v));
    }

    /// @notice The same with the signature as it is, also that of a contract wallet.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        Authorization memory signed = Authorization(from, to, value, validAfter, validBefore, nonce);
        _execute(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, signed, signature);
    }

    /// @notice Moves what the holder signed for to the sender, so that nobody can do it before it.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        _requireSender(to);
        Authorization memory signed = Authorization(from, to, value, validAfter, validBefore, nonce);
        _execute(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, signed, abi.encodePacked(r, s, v));
    }

    /// @notice The same with the signature as it is, also that of a contract wallet.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        _requireSender(to);
        Authorization memory signed = Authorization(from, to, value, validAfter, validBefore, nonce);
        _execute(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, signed, signature);
    }

    /// @notice Makes a nonce that was not used yet worth nothing, as its holder signed.
    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        _cancel(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice The same with the signature as it is, also that of a contract wallet.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        _cancel(authorizer, nonce, signature);
    }

    /// @dev Made again each time: it holds on a fork of the chain too.
    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 nameHash = keccak256(bytes(name));
        bytes32 versionHash = keccak256(bytes(version));
        return keccak256(abi.encode(DOMAIN_TYPEHASH, nameHash, versionHash, block.chainid, address(this)));
    }

    function _transfer(address from, address to, uint256 value) internal virtual;

    /// @dev The nonce is used before anything moves. What the holder's own code is asked cannot change anything.
    function _execute(bytes32 typeHash, Authorization memory signed, bytes memory signature) private {
        require(block.timestamp > signed.validAfter, "PaymentToken: authorization is not yet valid");
        require(block.timestamp < signed.validBefore, "PaymentToken: authorization is expired");
        _requireUnused(signed.from, signed.nonce);
        _requireSigned(signed.from, keccak256(abi.encode(typeHash, signed)), signature);
        authorizationState[signed.from][signed.nonce] = true;
        emit AuthorizationUsed(signed.from, signed.nonce);
        _transfer(signed.from, signed.to, signed.value);
    }

    function _cancel(address authorizer, bytes32 nonce, bytes memory signature) private {
        _requireUnused(authorizer, nonce);
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _requireSender(address to) private view {
        require(msg.sender == to, "PaymentToken: caller must be the payee");
    }

    function _requireUnused(address authorizer, bytes32 nonce) private view {
        require(!authorizationState[authorizer][nonce], "PaymentToken: authorization is used or canceled");
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash));
        require(digest.isSignedBy(signer, signature), "PaymentToken: invalid signature");
    }
}
