// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";

/// @notice A mech's own list of what it was asked for and has not tried to deliver, the newest first.
/// @dev It is no account of what is open: what another mech delivered stays on it, and what the marketplace refused
/// to take from this mech has left it.
abstract contract UndeliveredRequests is IMarketplaceErrors {
    uint256 private constant NEWER = 0;
    uint256 private constant OLDER = 1;

    uint256 public numUndeliveredRequests;
    /// @notice The neighbours of a request: the newer and the older one. The zero id closes the ring.
    mapping(bytes32 requestId => bytes32[2]) public mapRequestIds;

    /// @notice A stretch of the list: `size` ids after the first `offset`; with a size of zero, all of them.
    function getUndeliveredRequestIds(uint256 size, uint256 offset) external view returns (bytes32[] memory ids) {
        uint256 count = numUndeliveredRequests;
        if (size == 0) size = count;
        require(size + offset <= count, Overflow(size + offset, count));
        ids = new bytes32[](size);
        bytes32 current = mapRequestIds[0][OLDER];
        for (uint256 i; i < size + offset; ++i) {
            if (i >= offset) ids[i - offset] = current;
            current = mapRequestIds[current][OLDER];
        }
    }

    function _enlist(bytes32 requestId) internal {
        bytes32 newestSoFar = mapRequestIds[0][OLDER];
        _join(requestId, newestSoFar);
        _join(0, requestId);
        ++numUndeliveredRequests;
    }

    /// @dev The zero id closes the ring and passes for an entry. No request has it: on an empty list the count refuses
    /// it, and the marketplace on any other.
    function _strike(bytes32 requestId) internal {
        bytes32[2] memory neighbours = mapRequestIds[requestId];
        bool isAlone = neighbours[NEWER] == 0 && neighbours[OLDER] == 0;
        if (isAlone && mapRequestIds[0][NEWER] != requestId) return;
        _join(neighbours[NEWER], neighbours[OLDER]);
        delete mapRequestIds[requestId];
        --numUndeliveredRequests;
    }

    function _join(bytes32 newer, bytes32 older) private {
        mapRequestIds[newer][OLDER] = older;
        mapRequestIds[older][NEWER] = newer;
    }
}
