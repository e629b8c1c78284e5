// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1271} from "../safe/IERC1271.sol";
import {ERC721} from "./ERC721.sol";

/// @notice ERC-8004 identities: an agent is a token that leads to its registration file. The first id is 0.
contract IdentityRegistry is ERC721 {
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    uint256 private constant MAX_DEADLINE_DELAY = 5 minutes;
    string private constant WALLET_KEY = "agentWallet";
    bytes32 private constant AGENT_WALLET_SET_TYPEHASH =
        keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)");

    uint256 private _registered;
    mapping(uint256 agentId => string) private _uris;
    mapping(uint256 agentId => mapping(string key => bytes)) private _metadata;

    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    event MetadataSet(
        uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue
    );
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

    modifier onlyAuthorized(uint256 agentId) {
        require(_isAuthorized(msg.sender, agentId), "Not authorized");
        _;
    }

    constructor() ERC721("AgentIdentity", "AGENT") {}

    function register() external returns (uint256) {
        return _register("");
    }

    function register(string memory agentURI) external returns (uint256) {
        return _register(agentURI);
    }

    function register(string memory agentURI, MetadataEntry[] memory metadata) external returns (uint256 agentId) {
        agentId = _register(agentURI);
        for (uint256 i; i < metadata.length; ++i) {
            _setOpenMetadata(agentId, metadata[i].metadataKey, metadata[i].metadataValue);
        }
    }

    function setAgentURI(uint256 agentId, string calldata newURI) external onlyAuthorized(agentId) {
        _uris[agentId] = newURI;
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    function setMetadata(uint256 agentId, string memory key, bytes memory value) external onlyAuthorized(agentId) {
        _setOpenMetadata(agentId, key, value);
    }

    /// @notice Names the wallet that is paid. It must have signed (EIP-712), not longer than five minutes ahead.
    function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature)
        external
        onlyAuthorized(agentId)
    {
        require(newWallet != address(0), "bad wallet");
        require(block.timestamp <= deadline, "expired");
        require(deadline <= block.timestamp + MAX_DEADLINE_DELAY, "deadline too far");
        bytes32 content =
            keccak256(abi.encode(AGENT_WALLET_SET_TYPEHASH, agentId, newWallet, ownerOf(agentId), deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", _domainSeparator(), content));
        require(_isSigned(newWallet, digest, signature), "invalid wallet sig");
        _setMetadata(agentId, WALLET_KEY, abi.encodePacked(newWallet));
    }

    function unsetAgentWallet(uint256 agentId) external onlyAuthorized(agentId) {
        _setMetadata(agentId, WALLET_KEY, "");
    }

    function tokenURI(uint256 agentId) external view returns (string memory) {
        ownerOf(agentId);
        return _uris[agentId];
    }

    function getMetadata(uint256 agentId, string memory metadataKey) external view returns (bytes memory) {
        return _metadata[agentId][metadataKey];
    }

    function getAgentWallet(uint256 agentId) external view returns (address) {
        return address(bytes20(_metadata[agentId][WALLET_KEY]));
    }

    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool) {
        return _isAuthorized(spender, agentId);
    }

    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    /// @dev The new owner has not agreed to be paid at the old owner's wallet.
    function _beforeTransfer(uint256 agentId) internal override {
        _setMetadata(agentId, WALLET_KEY, "");
    }

    function _register(string memory agentURI) private returns (uint256 agentId) {
        agentId = _registered++;
        _uris[agentId] = agentURI;
        _safeMint(msg.sender, agentId);
        emit Registered(agentId, agentURI, msg.sender);
        _setMetadata(agentId, WALLET_KEY, abi.encodePacked(msg.sender));
    }

    function _setOpenMetadata(uint256 agentId, string memory key, bytes memory value) private {
        require(keccak256(bytes(key)) != keccak256(bytes(WALLET_KEY)), "reserved key");
        _setMetadata(agentId, key, value);
    }

    function _setMetadata(uint256 agentId, string memory key, bytes memory value) private {
        _metadata[agentId][key] = value;
        emit MetadataSet(agentId, key, key, value);
    }

    function _isSigned(address wallet, bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (wallet.code.length > 0) {
            return IERC1271(wallet).isValidSignature(digest, signature) == IERC1271.isValidSignature.selector;
        }
        if (signature.length != 65) return false;
        return ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64])) == wallet;
    }

    function _domainSeparator() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("ERC8004IdentityRegistry"),
                keccak256("1"),
                block.chainid,
                this
            )
        );
    }
}
