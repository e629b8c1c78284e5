// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice A receipt of Assay, as it stands in `meta.receipt` of an answer, and whether a signer gave it.
/// @dev EIP-712 without a chain or a contract in its domain: a receipt is the same on every chain.
library AssayReceipt {
    struct Receipt {
        /// @dev SHA-256 of the request in the form of RFC 8785, without what has its default.
        bytes32 requestSha256;
        /// @dev SHA-256 of the answer in the form of RFC 8785, with `meta.receipt` and `meta.request_id` null.
        bytes32 verdictSha256;
        string mode;
        string payment;
        string entrance;
        uint64 issuedAt;
    }

    bytes32 private constant DOMAIN = keccak256(
        abi.encode(
            keccak256("EIP712Domain(string name,string version)"), keccak256("Assay receipt"), keccak256("1")
        )
    );
    bytes32 private constant TYPE = keccak256(
        "Receipt(bytes32 requestSha256,bytes32 verdictSha256,string mode,string payment,string entrance,uint64 issuedAt)"
    );

    /// @notice Whether `signer`, an account or a contract that accepts signatures, gave this receipt.
    function isSignedBy(Receipt memory receipt, address signer, bytes memory signature) internal view returns (bool) {
        return SignatureChecker.isValidSignatureNow(signer, digestOf(receipt), signature);
    }

    /// @notice What is signed.
    function digestOf(Receipt memory receipt) internal pure returns (bytes32) {
        bytes32 contents = keccak256(
            abi.encode(
                TYPE,
                receipt.requestSha256,
                receipt.verdictSha256,
                keccak256(bytes(receipt.mode)),
                keccak256(bytes(receipt.payment)),
                keccak256(bytes(receipt.entrance)),
                receipt.issuedAt
            )
        );
        return MessageHashUtils.toTypedDataHash(DOMAIN, contents);
    }
}
