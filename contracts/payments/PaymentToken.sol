// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice What calls are paid with on a local chain: a token of six decimals that moves by its holders' signatures, as
/// the dollars do that x402 pays with elsewhere. There is as much of it as it began with.
/// @dev Takes signatures in bytes too, also those of contract wallets, as those dollars do beside what EIP-3009 has.
contract PaymentToken is ERC3009 {
    constructor(string memory name_, string memory version_, address[] memory holders, uint256 valueEach)
        ERC20(name_, "AUSD")
        EIP712(name_, version_)
    {
        for (uint256 i; i < holders.length; ++i) {
            _mint(holders[i], valueEach);
        }
    }

    /// @notice Moves what the holder signed for, no matter who asks.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        bytes32 kind = TRANSFER_WITH_AUTHORIZATION_TYPEHASH;
        _requireSigned(from, abi.encode(kind, from, to, value, validAfter, validBefore, nonce), signature);
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    /// @notice Moves what the holder signed for to the sender, so that nobody can do it before it.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        bytes32 kind = RECEIVE_WITH_AUTHORIZATION_TYPEHASH;
        _requireSigned(from, abi.encode(kind, from, to, value, validAfter, validBefore, nonce), signature);
        require(to == msg.sender, ERC20InvalidReceiver(to));
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    /// @notice Makes a nonce that was not used yet worth nothing, as its holder signed.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        _requireSigned(authorizer, abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    /// @notice With the name, what signatures are made for.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _requireSigned(address signer, bytes memory content, bytes memory signature) private view {
        bytes32 digest = _hashTypedDataV4(keccak256(content));
        require(SignatureChecker.isValidSignatureNow(signer, digest, signature), ERC3009InvalidSignature());
    }
}
