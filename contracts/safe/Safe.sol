// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Operation} from "./Operation.sol";
import {SafeSignatures} from "./SafeSignatures.sol";

/// @notice A wallet of one or more owners that acts as version 1.3.0 of the well-known one does, without its modules,
/// guards and refunds. A service's operator is such a wallet.
contract Safe is SafeSignatures {
    string public constant VERSION = "1.3.0";
    bytes32 private constant SAFE_TX_TYPEHASH = keccak256(
        "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
    );

    uint256 public nonce;

    event SafeReceived(address indexed sender, uint256 value);
    event ExecutionSuccess(bytes32 txHash, uint256 payment);
    event ExecutionFailure(bytes32 txHash, uint256 payment);

    constructor(address[] memory owners, uint256 threshold) SafeSignatures(owners, threshold) {}

    receive() external payable {
        emit SafeReceived(msg.sender, msg.value);
    }

    /// @notice Does what the owners signed. When neither gas value is given, what fails inside fails outside too;
    /// with one of them, the failure is only told in an event.
    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        bytes calldata signatures
    ) external payable returns (bool success) {
        bytes32 txHash = getTransactionHash(
            to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce++
        );
        checkSignatures(txHash, signatures);
        // A call gets at most 63 of 64 parts of the gas that is left.
        uint256 needed = safeTxGas * 64 / 63;
        require(gasleft() >= (needed > safeTxGas + 2500 ? needed : safeTxGas + 2500) + 500, "GS010");
        success = _execute(to, value, data, operation, gasPrice == 0 ? gasleft() - 2500 : safeTxGas);
        require(success || safeTxGas != 0 || gasPrice != 0, "GS013");
        if (success) emit ExecutionSuccess(txHash, 0);
        else emit ExecutionFailure(txHash, 0);
    }

    /// @notice Measures the gas of a transaction. Nothing comes of it: the answer is a refusal whose reason is the number
    /// as 32 bytes, and a transaction that fails is refused without a reason.
    function requiredTxGas(address to, uint256 value, bytes calldata data, Operation operation)
        external
        returns (uint256)
    {
        uint256 gasBefore = gasleft();
        require(_execute(to, value, data, operation, gasleft()));
        revert(string(abi.encode(gasBefore - gasleft())));
    }

    function getTransactionHash(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        uint256 txNonce
    ) public view returns (bytes32) {
        bytes memory head = abi.encode(SAFE_TX_TYPEHASH, to, value, keccak256(data), operation, safeTxGas);
        bytes memory tail = abi.encode(baseGas, gasPrice, gasToken, refundReceiver, txNonce);
        return _inDomain(keccak256(bytes.concat(head, tail)));
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == 0x01ffc9a7 || interfaceId == this.onERC721Received.selector;
    }

    function _execute(address to, uint256 value, bytes calldata data, Operation operation, uint256 gasToUse)
        private
        returns (bool success)
    {
        if (operation == Operation.DelegateCall) (success,) = to.delegatecall{gas: gasToUse}(data);
        else (success,) = to.call{value: value, gas: gasToUse}(data);
    }
}
