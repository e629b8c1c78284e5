// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1271} from "../safe/IERC1271.sol";

/// @notice Whether a signature is an account's own: made by its key, or, where the account is a contract, accepted by it.
library SignedBy {
    uint256 private constant SIGNATURE_LENGTH = 65;
    /// @dev Half of the curve's order: each signature has a twin above it, and only one of the two may count.
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    function isSignedBy(bytes32 digest, address account, bytes memory signature) internal view returns (bool) {
        if (_isByKeyOf(digest, account, signature)) return true;
        return account.code.length > 0 && _isAccepted(digest, account, signature);
    }

    function _isByKeyOf(bytes32 digest, address account, bytes memory signature) private pure returns (bool) {
        if (signature.length != SIGNATURE_LENGTH) return false;
        bytes32 r;
        uint256 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        if (s > HIGHEST_S || account == address(0)) return false;
        return ecrecover(digest, v, r, bytes32(s)) == account;
    }

    /// @dev What is called is the payer's own code: it may answer anything, and only the one right word counts.
    function _isAccepted(bytes32 digest, address account, bytes memory signature) private view returns (bool) {
        (bool isAnswered, bytes memory answer) =
            account.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
        return isAnswered && answer.length >= 32 && bytes32(answer) == bytes32(IERC1271.isValidSignature.selector);
    }
}
