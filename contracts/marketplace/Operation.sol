// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice How an account acts for its operator. Any other number is no such word, and what holds it is refused unread.
enum Operation {
    Call,
    DelegateCall
}
