// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {UndeliveredRequests} from "./UndeliveredRequests.sol";

contract OpenList is UndeliveredRequests {
    function enlist(bytes32 requestId) external {
        _enlist(requestId);
    }

    function strike(bytes32 requestId) external {
        _strike(requestId);
    }
}

/// @notice Compares the list with a plain array on which the same is done.
contract UndeliveredRequestsTest {
    OpenList private _list;
    bytes32[] private _plain;

    function setUp() public {
        _list = new OpenList();
    }

    /// @dev Each byte is a step: below 128 the number is put on the list if it is not there, otherwise it is struck.
    function testFuzz_theListEqualsAPlainArray(bytes calldata steps) public {
        for (uint256 i; i < steps.length && i < 40; ++i) {
            uint8 step = uint8(steps[i]);
            bytes32 requestId = keccak256(abi.encode(step % 16));
            if (step < 128) _put(requestId);
            else _take(requestId);
            _requireSame();
        }
    }

    function testFuzz_theListIsReadInPages(uint8 count, uint8 size, uint8 offset) public {
        count %= 30;
        for (uint256 i; i < count; ++i) {
            _put(keccak256(abi.encode(i)));
        }
        uint256 shown = size == 0 ? count : size;
        try _list.getUndeliveredRequestIds(size, offset) returns (bytes32[] memory ids) {
            require(shown + offset <= count && ids.length == shown, "more was shown than there is");
            for (uint256 i; i < ids.length; ++i) {
                require(ids[i] == _plain[count - 1 - offset - i], "out of order");
            }
        } catch {
            require(shown + offset > count, "refused although there is enough");
        }
    }

    function _put(bytes32 requestId) private {
        (bool isThere,) = _find(requestId);
        if (isThere) return;
        _list.enlist(requestId);
        _plain.push(requestId);
    }

    function _take(bytes32 requestId) private {
        _list.strike(requestId);
        (bool isThere, uint256 at) = _find(requestId);
        if (!isThere) return;
        for (uint256 i = at; i + 1 < _plain.length; ++i) {
            _plain[i] = _plain[i + 1];
        }
        _plain.pop();
    }

    function _find(bytes32 requestId) private view returns (bool, uint256) {
        for (uint256 i; i < _plain.length; ++i) {
            if (_plain[i] == requestId) return (true, i);
        }
        return (false, 0);
    }

    function _requireSame() private view {
        bytes32[] memory ids = _list.getUndeliveredRequestIds(0, 0);
        require(ids.length == _plain.length, "another length");
        for (uint256 i; i < ids.length; ++i) {
            require(ids[i] == _plain[_plain.length - 1 - i], "another order");
        }
    }
}
