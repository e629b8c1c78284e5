// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @notice Tokens with one owner each, as ERC-721 has them.
abstract contract ERC721 {
    string public name;
    string public symbol;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 tokenId => address) internal _owners;
    mapping(uint256 tokenId => address) private _approved;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error ERC721NonexistentToken(uint256 tokenId);
    error ERC721InsufficientApproval(address operator, uint256 tokenId);
    error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner);
    error ERC721InvalidReceiver(address receiver);

    constructor(string memory tokenName, string memory tokenSymbol) {
        name = tokenName;
        symbol = tokenSymbol;
    }

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        require(
            msg.sender == owner || isApprovedForAll[owner][msg.sender], ERC721InsufficientApproval(msg.sender, tokenId)
        );
        _approved[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        // ERC-165, ERC-721 and its metadata.
        return interfaceId == 0x01ffc9a7 || interfaceId == 0x80ac58cd || interfaceId == 0x5b5e139f;
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        _requireAccepted(from, to, tokenId, data);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(_isAuthorized(msg.sender, tokenId), ERC721InsufficientApproval(msg.sender, tokenId));
        require(from == ownerOf(tokenId), ERC721IncorrectOwner(from, tokenId, ownerOf(tokenId)));
        require(to != address(0), ERC721InvalidReceiver(to));
        _beforeTransfer(tokenId);
        delete _approved[tokenId];
        --balanceOf[from];
        _give(from, to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = _owners[tokenId];
        require(owner != address(0), ERC721NonexistentToken(tokenId));
    }

    function getApproved(uint256 tokenId) public view returns (address) {
        ownerOf(tokenId);
        return _approved[tokenId];
    }

    function _safeMint(address to, uint256 tokenId) internal {
        _give(address(0), to, tokenId);
        _requireAccepted(address(0), to, tokenId, "");
    }

    function _isAuthorized(address account, uint256 tokenId) internal view returns (bool) {
        address owner = ownerOf(tokenId);
        return account == owner || isApprovedForAll[owner][account] || account == _approved[tokenId];
    }

    function _beforeTransfer(uint256 tokenId) internal virtual;

    function _give(address from, address to, uint256 tokenId) private {
        ++balanceOf[to];
        _owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function _requireAccepted(address from, address to, uint256 tokenId, bytes memory data) private {
        if (to.code.length == 0) return;
        try IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, data) returns (bytes4 answer) {
            require(answer == IERC721Receiver.onERC721Received.selector, ERC721InvalidReceiver(to));
        } catch {
            revert ERC721InvalidReceiver(to);
        }
    }
}
