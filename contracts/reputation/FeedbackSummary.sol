// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

struct Feedback {
    int128 value;
    uint8 valueDecimals;
    bool isRevoked;
    string tag1;
    string tag2;
}

/// @notice The mean of feedback whose values may have different numbers of decimals.
library FeedbackSummary {
    uint8 private constant COMMON_DECIMALS = 18;

    struct Sum {
        uint64 count;
        /// @dev In units of 10^-18, whatever the decimals of the values.
        int256 total;
        uint64[19] countByDecimals;
    }

    function empty() internal pure returns (Sum memory) {}

    function add(Sum memory sum, Feedback[] storage given, string memory tag1, string memory tag2) internal view {
        for (uint256 i; i < given.length; ++i) {
            Feedback storage one = given[i];
            if (one.isRevoked || !hasTags(one, tag1, tag2)) continue;
            ++sum.count;
            sum.total += int256(one.value) * int256(10 ** (COMMON_DECIMALS - one.valueDecimals));
            ++sum.countByDecimals[one.valueDecimals];
        }
    }

    /// @notice The mean, cut off at the number of decimals that most values have; the smaller one of equals.
    function mean(Sum memory sum) internal pure returns (uint64, int128, uint8) {
        if (sum.count == 0) return (0, 0, 0);
        uint8 usual;
        for (uint8 decimals = 1; decimals <= COMMON_DECIMALS; ++decimals) {
            if (sum.countByDecimals[decimals] > sum.countByDecimals[usual]) usual = decimals;
        }
        int256 exact = sum.total / int256(uint256(sum.count));
        int256 shown = exact / int256(10 ** (COMMON_DECIMALS - usual));
        require(shown == int128(shown), "summary too large");
        return (sum.count, int128(shown), usual);
    }

    /// @notice An empty tag asks for nothing.
    function hasTags(Feedback storage one, string memory tag1, string memory tag2) internal view returns (bool) {
        return _fits(tag1, one.tag1) && _fits(tag2, one.tag2);
    }

    function _fits(string memory asked, string memory given) private pure returns (bool) {
        return bytes(asked).length == 0 || keccak256(bytes(asked)) == keccak256(bytes(given));
    }
}
