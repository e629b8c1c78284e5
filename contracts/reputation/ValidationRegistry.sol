// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IdentityRegistry} from "./IdentityRegistry.sol";

/// @notice ERC-8004 validation: the owner of an agent asks a validator to check its work, and the validator answers.
contract ValidationRegistry {
    struct Validation {
        address validator;
        uint8 response;
        bool isAnswered;
        uint256 agentId;
        bytes32 responseHash;
        string tag;
        uint256 changedAt;
    }

    uint8 public constant MAX_RESPONSE = 100;

    IdentityRegistry private immutable _identity;
    mapping(bytes32 requestHash => Validation) private _validations;
    mapping(uint256 agentId => bytes32[]) private _ofAgent;
    mapping(address validator => bytes32[]) private _ofValidator;

    event ValidationRequest(
        address indexed validatorAddress,
        uint256 indexed agentId,
        string requestURI,
        bytes32 indexed requestHash
    );
    event ValidationResponse(
        address indexed validatorAddress,
        uint256 indexed agentId,
        bytes32 indexed requestHash,
        uint8 response,
        string responseURI,
        bytes32 responseHash,
        string tag
    );

    constructor(IdentityRegistry identity) {
        _identity = identity;
    }

    /// @notice Asks a validator. Only who owns the agent, or acts for it, may; a hash is asked for once.
    function validationRequest(
        address validatorAddress,
        uint256 agentId,
        string calldata requestURI,
        bytes32 requestHash
    ) external {
        require(validatorAddress != address(0), "bad validator");
        Validation storage asked = _validations[requestHash];
        require(asked.validator == address(0), "exists");
        require(_identity.isAuthorizedOrOwner(msg.sender, agentId), "Not authorized");
        (asked.validator, asked.agentId, asked.changedAt) = (validatorAddress, agentId, block.timestamp);
        _ofAgent[agentId].push(requestHash);
        _ofValidator[validatorAddress].push(requestHash);
        emit ValidationRequest(validatorAddress, agentId, requestURI, requestHash);
    }

    /// @notice Answers, with 0 to 100. The validator may answer again; the last answer counts.
    function validationResponse(
        bytes32 requestHash,
        uint8 response,
        string calldata responseURI,
        bytes32 responseHash,
        string calldata tag
    ) external {
        require(response <= MAX_RESPONSE, "resp>100");
        Validation storage asked = _known(requestHash);
        require(msg.sender == asked.validator, "not validator");
        (asked.response, asked.isAnswered, asked.changedAt) = (response, true, block.timestamp);
        (asked.responseHash, asked.tag) = (responseHash, tag);
        emit ValidationResponse(msg.sender, asked.agentId, requestHash, response, responseURI, responseHash, tag);
    }

    /// @dev One that was not answered yet has response 0 and no hash, as one answered with just that.
    function getValidationStatus(bytes32 requestHash)
        external
        view
        returns (
            address validatorAddress,
            uint256 agentId,
            uint8 response,
            bytes32 responseHash,
            string memory tag,
            uint256 lastUpdate
        )
    {
        Validation storage asked = _known(requestHash);
        (validatorAddress, agentId, response) = (asked.validator, asked.agentId, asked.response);
        (responseHash, tag, lastUpdate) = (asked.responseHash, asked.tag, asked.changedAt);
    }

    /// @notice Number and mean of the answers by the given validators, or by all without any; an empty tag fits every answer.
    function getSummary(uint256 agentId, address[] calldata validatorAddresses, string calldata tag)
        external
        view
        returns (uint64 count, uint8 avgResponse)
    {
        bytes32[] storage hashes = _ofAgent[agentId];
        bytes32 wanted = keccak256(bytes(tag));
        uint256 sum;
        for (uint256 i; i < hashes.length; ++i) {
            Validation storage one = _validations[hashes[i]];
            if (!one.isAnswered || !_isAmong(one.validator, validatorAddresses)) continue;
            if (bytes(tag).length > 0 && keccak256(bytes(one.tag)) != wanted) continue;
            sum += one.response;
            ++count;
        }
        if (count > 0) avgResponse = uint8(sum / count);
    }

    function getAgentValidations(uint256 agentId) external view returns (bytes32[] memory) {
        return _ofAgent[agentId];
    }

    function getValidatorRequests(address validatorAddress) external view returns (bytes32[] memory) {
        return _ofValidator[validatorAddress];
    }

    function getIdentityRegistry() external view returns (address) {
        return address(_identity);
    }

    function getVersion() external pure returns (string memory) {
        return "1.1.0";
    }

    function _known(bytes32 requestHash) private view returns (Validation storage asked) {
        asked = _validations[requestHash];
        require(asked.validator != address(0), "unknown");
    }

    function _isAmong(address validator, address[] calldata validators) private pure returns (bool) {
        for (uint256 i; i < validators.length; ++i) {
            if (validators[i] == validator) return true;
        }
        return validators.length == 0;
    }
}
