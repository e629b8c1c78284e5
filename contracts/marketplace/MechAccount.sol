// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";
import {IServiceRegistry} from "./IServiceRegistry.sol";
import {Operation} from "./Operation.sol";

/// @notice The account of a mech: it receives what the mech earned, and the operator of its service acts through it.
abstract contract MechAccount is IMarketplaceErrors {
    /// @dev The ERC-4337 contract that may act for the operator, the same on every chain.
    address private constant ENTRY_POINT = 0x0576a174D229E3cFA37253523E645A78A0C91B57;

    address public immutable serviceRegistry;
    uint256 public immutable serviceId;

    modifier onlyOperator() {
        require(
            msg.sender == ENTRY_POINT || isOperator(msg.sender),
            "Only callable by the mech operator or the entry point contract"
        );
        _;
    }

    constructor(address registry, uint256 id) {
        require(registry != address(0), ZeroAddress());
        require(id != 0, ZeroValue());
        serviceRegistry = registry;
        serviceId = id;
    }

    receive() external payable {}

    /// @notice Makes a call or a delegate call from this account, with all gas when `txGas` is zero.
    function exec(address to, uint256 value, bytes calldata data, Operation operation, uint256 txGas)
        external
        onlyOperator
        returns (bytes memory)
    {
        uint256 gasToUse = txGas == 0 ? gasleft() : txGas;
        (bool success, bytes memory answer) = operation == Operation.DelegateCall
            ? to.delegatecall{gas: gasToUse}(data)
            : to.call{gas: gasToUse, value: value}(data);
        if (!success) LowLevelCall.bubbleRevert(answer);
        return answer;
    }

    function token() external view returns (address) {
        return serviceRegistry;
    }

    function tokenId() external view returns (uint256) {
        return serviceId;
    }

    function isOperator(address account) public view returns (bool) {
        return account == getOperator();
    }

    /// @notice The account that operates the service; refused while the service is not in operation.
    function getOperator() public view returns (address multisig) {
        IServiceRegistry.ServiceState state;
        (multisig, state) = _service();
        _requireDeployed(state);
    }

    /// @dev A service that was never in operation has nobody who operates it, and is refused for that first.
    function _requireInOperation() internal view {
        (address multisig, IServiceRegistry.ServiceState state) = _service();
        require(multisig != address(0), ZeroAddress());
        _requireDeployed(state);
    }

    function _service() private view returns (address multisig, IServiceRegistry.ServiceState state) {
        (, multisig,,,,, state) = IServiceRegistry(serviceRegistry).mapServices(serviceId);
    }

    function _requireDeployed(IServiceRegistry.ServiceState state) private view {
        require(state == IServiceRegistry.ServiceState.Deployed, WrongServiceState(uint256(state), serviceId));
    }
}
