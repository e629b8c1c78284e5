// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMarketplaceErrors} from "./IMarketplaceErrors.sol";
import {IServiceRegistry} from "./IServiceRegistry.sol";

/// @notice Services, their owners and the accounts that operate them, without the bonds and agents of the real one.
contract ServiceRegistry is IServiceRegistry, IMarketplaceErrors {
    struct Service {
        address owner;
        address multisig;
        ServiceState state;
    }

    uint256 public totalSupply;
    mapping(uint256 serviceId => Service) private _services;

    event CreateService(uint256 indexed serviceId, bytes32 configHash);
    event DeployService(uint256 indexed serviceId);
    event TerminateService(uint256 indexed serviceId);

    modifier onlyOwnerOf(uint256 serviceId) {
        require(msg.sender == _services[serviceId].owner, OwnerOnly(msg.sender, _services[serviceId].owner));
        _;
    }

    /// @notice Creates a service of the given owner. Ids start at 1.
    function create(address serviceOwner) external returns (uint256 serviceId) {
        require(serviceOwner != address(0), ZeroAddress());
        serviceId = ++totalSupply;
        _services[serviceId] = Service(serviceOwner, address(0), ServiceState.PreRegistration);
        emit CreateService(serviceId, 0);
    }

    /// @notice Puts the service into operation by the given account, a Safe or any other.
    function deploy(uint256 serviceId, address multisig) external onlyOwnerOf(serviceId) {
        require(multisig != address(0), ZeroAddress());
        Service storage service = _services[serviceId];
        require(service.state == ServiceState.PreRegistration, WrongServiceState(uint256(service.state), serviceId));
        service.multisig = multisig;
        service.state = ServiceState.Deployed;
        emit DeployService(serviceId);
    }

    /// @notice Takes the service out of operation: its mechs take no requests and deliver none until it is deployed again.
    function terminate(uint256 serviceId) external onlyOwnerOf(serviceId) {
        _services[serviceId].state = ServiceState.TerminatedBonded;
        emit TerminateService(serviceId);
    }

    function unbond(uint256 serviceId) external onlyOwnerOf(serviceId) {
        ServiceState state = _services[serviceId].state;
        require(state == ServiceState.TerminatedBonded, WrongServiceState(uint256(state), serviceId));
        _services[serviceId].state = ServiceState.PreRegistration;
    }

    function ownerOf(uint256 serviceId) external view returns (address) {
        require(_services[serviceId].owner != address(0), "NOT_MINTED");
        return _services[serviceId].owner;
    }

    function mapServices(uint256 serviceId)
        external
        view
        returns (uint96, address multisig, bytes32, uint32 threshold, uint32, uint32, ServiceState state)
    {
        Service storage service = _services[serviceId];
        return (0, service.multisig, 0, 1, 1, 1, service.state);
    }
}
