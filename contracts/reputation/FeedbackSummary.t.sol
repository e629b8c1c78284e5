// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Feedback, FeedbackSummary} from "./FeedbackSummary.sol";

/// @notice The mean lies where a mean must lie.
contract FeedbackSummaryTest {
    Feedback[] private _given;

    function testFuzz_theMeanIsBetweenMinAndMax(int64[] calldata values, uint8 decimals) public {
        decimals %= 19;
        (int256 least, int256 most) = (type(int256).max, type(int256).min);
        uint256 count = values.length < 20 ? values.length : 20;
        for (uint256 i; i < count; ++i) {
            _given.push(Feedback(values[i], decimals, false, "", ""));
            if (values[i] < least) least = values[i];
            if (values[i] > most) most = values[i];
        }
        (uint64 counted, int128 mean, uint8 shown) = _summary();
        require(counted == count, "miscounted");
        if (count == 0) return;
        require(shown == decimals, "shown with other decimals than given");
        require(mean >= least && mean <= most, "the mean is out of bounds");
    }

    function testFuzz_revokedFeedbackDoesNotCount(int64 kept, int64 revoked) public {
        _given.push(Feedback(kept, 0, false, "", ""));
        _given.push(Feedback(revoked, 0, true, "", ""));
        (uint64 counted, int128 mean,) = _summary();
        require(counted == 1 && mean == kept, "revoked feedback counted");
    }

    function _summary() private view returns (uint64, int128, uint8) {
        FeedbackSummary.Sum memory sum = FeedbackSummary.empty();
        FeedbackSummary.add(sum, _given, "", "");
        return FeedbackSummary.mean(sum);
    }
}
