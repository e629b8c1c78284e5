// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IdentityRegistry} from "./IdentityRegistry.sol";
import {Feedback, FeedbackSummary} from "./FeedbackSummary.sol";

/// @notice ERC-8004 feedback: what clients say about agents, and what anyone answers.
contract ReputationRegistry {
    struct Place {
        address client;
        uint64 index;
    }

    struct Listing {
        address[] clients;
        uint64[] feedbackIndexes;
        int128[] values;
        uint8[] valueDecimals;
        string[] tag1s;
        string[] tag2s;
        bool[] revokedStatuses;
    }

    int128 private constant MAX_VALUE = 1e38;
    uint8 private constant MAX_DECIMALS = 18;

    IdentityRegistry private immutable _identity;
    mapping(uint256 agentId => address[]) private _clients;
    mapping(uint256 agentId => mapping(address client => Feedback[])) private _feedback;
    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => address[]))) private _responders;

    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );
    event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    constructor(IdentityRegistry identity) {
        _identity = identity;
    }

    /// @notice Rates an agent: `value` with `valueDecimals` decimals. Its owner and anyone who acts for it may not.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) external {
        uint64 index = _add(agentId, Feedback(value, valueDecimals, false, tag1, tag2));
        emit NewFeedback(
            agentId, msg.sender, index, value, valueDecimals, tag1, tag1, tag2, endpoint, feedbackURI, feedbackHash
        );
    }

    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        Feedback storage feedback = _at(agentId, msg.sender, feedbackIndex);
        require(!feedback.isRevoked, "Already revoked");
        feedback.isRevoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        _at(agentId, clientAddress, feedbackIndex);
        require(bytes(responseURI).length > 0, "Empty URI");
        _responders[agentId][clientAddress][feedbackIndex].push(msg.sender);
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    /// @notice Number and mean of what the given clients said. There is no mean of everyone: anyone can be many.
    function getSummary(uint256 agentId, address[] calldata clientAddresses, string memory tag1, string memory tag2)
        external
        view
        returns (uint64, int128, uint8)
    {
        require(clientAddresses.length > 0, "clientAddresses required");
        FeedbackSummary.Sum memory sum = FeedbackSummary.empty();
        for (uint256 i; i < clientAddresses.length; ++i) {
            FeedbackSummary.add(sum, _feedback[agentId][clientAddresses[i]], tag1, tag2);
        }
        return FeedbackSummary.mean(sum);
    }

    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Feedback storage one = _at(agentId, clientAddress, feedbackIndex);
        return (one.value, one.valueDecimals, one.tag1, one.tag2, one.isRevoked);
    }

    function readAllFeedback(
        uint256 agentId,
        address[] memory clientAddresses,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    )
        external
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        )
    {
        Listing memory listing = _list(agentId, _find(agentId, clientAddresses, tag1, tag2, includeRevoked));
        clients = listing.clients;
        feedbackIndexes = listing.feedbackIndexes;
        values = listing.values;
        valueDecimals = listing.valueDecimals;
        tag1s = listing.tag1s;
        tag2s = listing.tag2s;
        revokedStatuses = listing.revokedStatuses;
    }

    function getClients(uint256 agentId) external view returns (address[] memory) {
        return _clients[agentId];
    }

    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64) {
        return uint64(_feedback[agentId][clientAddress].length);
    }

    /// @notice How many answers a piece of feedback has, from the given responders or, without any, from everyone.
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count) {
        address[] storage all = _responders[agentId][clientAddress][feedbackIndex];
        if (responders.length == 0) return uint64(all.length);
        for (uint256 i; i < all.length; ++i) {
            for (uint256 j; j < responders.length; ++j) {
                if (all[i] == responders[j]) ++count;
            }
        }
    }

    function getIdentityRegistry() external view returns (address) {
        return address(_identity);
    }

    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    function _add(uint256 agentId, Feedback memory feedback) private returns (uint64 index) {
        require(feedback.valueDecimals <= MAX_DECIMALS, "too many decimals");
        require(feedback.value >= -MAX_VALUE && feedback.value <= MAX_VALUE, "value too large");
        require(!_identity.isAuthorizedOrOwner(msg.sender, agentId), "Self-feedback not allowed");
        Feedback[] storage given = _feedback[agentId][msg.sender];
        if (given.length == 0) _clients[agentId].push(msg.sender);
        given.push(feedback);
        return uint64(given.length);
    }

    /// @dev Where the feedback stands that fits; without clients, among that of all of them.
    function _find(
        uint256 agentId,
        address[] memory clients,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    ) private view returns (Place[] memory places) {
        if (clients.length == 0) clients = _clients[agentId];
        uint256 given;
        for (uint256 i; i < clients.length; ++i) {
            given += _feedback[agentId][clients[i]].length;
        }
        places = new Place[](given);
        uint256 fitting;
        for (uint256 i; i < clients.length; ++i) {
            Feedback[] storage all = _feedback[agentId][clients[i]];
            for (uint256 j; j < all.length; ++j) {
                if (all[j].isRevoked && !includeRevoked) continue;
                if (FeedbackSummary.hasTags(all[j], tag1, tag2)) places[fitting++] = Place(clients[i], uint64(j + 1));
            }
        }
        assembly ("memory-safe") {
            mstore(places, fitting)
        }
    }

    function _list(uint256 agentId, Place[] memory places) private view returns (Listing memory listing) {
        uint256 count = places.length;
        (listing.clients, listing.feedbackIndexes) = (new address[](count), new uint64[](count));
        (listing.values, listing.valueDecimals) = (new int128[](count), new uint8[](count));
        (listing.tag1s, listing.tag2s) = (new string[](count), new string[](count));
        listing.revokedStatuses = new bool[](count);
        for (uint256 i; i < count; ++i) {
            Feedback storage one = _at(agentId, places[i].client, places[i].index);
            (listing.clients[i], listing.feedbackIndexes[i]) = (places[i].client, places[i].index);
            (listing.values[i], listing.valueDecimals[i]) = (one.value, one.valueDecimals);
            (listing.tag1s[i], listing.tag2s[i]) = (one.tag1, one.tag2);
            listing.revokedStatuses[i] = one.isRevoked;
        }
    }

    function _at(uint256 agentId, address client, uint64 index) private view returns (Feedback storage) {
        require(index > 0 && index <= _feedback[agentId][client].length, "index out of bounds");
        return _feedback[agentId][client][index - 1];
    }
}
