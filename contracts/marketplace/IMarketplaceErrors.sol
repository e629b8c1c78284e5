// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What the marketplace and the contracts around it refuse with, by the names that their callers decode.
interface IMarketplaceErrors {
    error OwnerOnly(address sender, address owner);
    error MarketplaceOnly(address sender, address marketplace);
    error ZeroAddress();
    error ZeroValue();
    error AlreadyInitialized();
    error WrongArrayLength(uint256 numValues1, uint256 numValues2);
    error InsufficientBalance(uint256 current, uint256 required);
    error NoDepositAllowed(uint256 amount);
    error Overflow(uint256 provided, uint256 max);
    error ReentrancyGuard();
    error UnauthorizedAccount(address account);
    error WrongServiceState(uint256 state, uint256 serviceId);
    error OutOfBounds(uint256 provided, uint256 min, uint256 max);
    error AlreadyRequested(bytes32 requestId);
    error WrongPaymentType(bytes32 paymentType);
    error TransferFailed(address token, address from, address to, uint256 value);
    error IncorrectSignatureLength(bytes signature, uint256 provided, uint256 expected);
    error IncorrectDataLength(uint256 provided, uint256 expected);
    error SignatureNotValidated(address requester, bytes32 requestId, bytes signature);
}
