// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AssayReceipt} from "../receipts/AssayReceipt.sol";

/// @notice A contract that asks the library, as anybody's would.
contract ReceiptReader {
    function isSignedBy(AssayReceipt.Receipt calldata receipt, address signer, bytes calldata signature)
        external
        view
        returns (bool)
    {
        return AssayReceipt.isSignedBy(receipt, signer, signature);
    }
}
