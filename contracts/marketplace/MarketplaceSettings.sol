// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMech, IMechFactory} from "./IMech.sol";
import {IServiceRegistry} from "./IServiceRegistry.sol";
import {NonReentrant} from "./NonReentrant.sol";

/// @notice Who takes part in the marketplace and on which terms: mechs, factories, trackers, fee and timeouts.
abstract contract MarketplaceSettings is NonReentrant {
    uint256 public constant MAX_FEE_FACTOR = 10_000;

    address public immutable serviceRegistry;
    address public immutable karma;

    address public owner;
    uint256 public fee;
    uint256 public minResponseTimeout;
    uint256 public maxResponseTimeout;
    uint256 public numMechs;
    mapping(address factory => bool) public mapMechFactories;
    mapping(address mech => address factory) public mapAgentMechFactories;
    mapping(bytes32 paymentType => address) public mapPaymentTypeBalanceTrackers;

    event CreateMech(address indexed mech, uint256 indexed serviceId, address indexed mechFactory);
    event OwnerUpdated(address indexed owner);
    event MarketplaceParamsUpdated(uint256 fee, uint256 minResponseTimeout, uint256 maxResponseTimeout);
    event SetMechFactoryStatuses(address[] mechFactories, bool[] statuses);
    event SetPaymentTypeBalanceTrackers(bytes32[] paymentTypes, address[] balanceTrackers);

    modifier onlyOwner() {
        require(msg.sender == owner, OwnerOnly(msg.sender, owner));
        _;
    }

    constructor(address registry, address karmaContract) {
        require(registry != address(0) && karmaContract != address(0), ZeroAddress());
        serviceRegistry = registry;
        karma = karmaContract;
        owner = msg.sender;
    }

    function changeOwner(address newOwner) external onlyOwner {
        require(newOwner != address(0), ZeroAddress());
        owner = newOwner;
        emit OwnerUpdated(newOwner);
    }

    /// @notice Sets the fee, in hundredths of a per cent, and the bounds of a request's timeout in seconds.
    function changeMarketplaceParams(uint256 newFee, uint256 newMin, uint256 newMax) external onlyOwner {
        _setParams(newFee, newMin, newMax);
        emit MarketplaceParamsUpdated(newFee, newMin, newMax);
    }

    function setMechFactoryStatuses(address[] calldata mechFactories, bool[] calldata statuses) external onlyOwner {
        require(mechFactories.length == statuses.length, WrongArrayLength(mechFactories.length, statuses.length));
        for (uint256 i; i < statuses.length; ++i) {
            require(mechFactories[i] != address(0), ZeroAddress());
            mapMechFactories[mechFactories[i]] = statuses[i];
        }
        emit SetMechFactoryStatuses(mechFactories, statuses);
    }

    function setPaymentTypeBalanceTrackers(bytes32[] calldata paymentTypes, address[] calldata balanceTrackers)
        external
        onlyOwner
    {
        require(
            paymentTypes.length == balanceTrackers.length,
            WrongArrayLength(paymentTypes.length, balanceTrackers.length)
        );
        for (uint256 i; i < paymentTypes.length; ++i) {
            require(paymentTypes[i] != 0, ZeroValue());
            require(balanceTrackers[i] != address(0), ZeroAddress());
            mapPaymentTypeBalanceTrackers[paymentTypes[i]] = balanceTrackers[i];
        }
        emit SetPaymentTypeBalanceTrackers(paymentTypes, balanceTrackers);
    }

    /// @notice Makes a mech of a service, on the order of its owner or its operator.
    function create(uint256 serviceId, address mechFactory, bytes calldata payload) external returns (address mech) {
        (, address multisig,,,,,) = IServiceRegistry(serviceRegistry).mapServices(serviceId);
        bool isEntitled =
            msg.sender == IServiceRegistry(serviceRegistry).ownerOf(serviceId) || msg.sender == multisig;
        require(isEntitled, UnauthorizedAccount(msg.sender));
        require(mapMechFactories[mechFactory], UnauthorizedAccount(mechFactory));

        mech = IMechFactory(mechFactory).createMech(serviceRegistry, serviceId, payload);
        mapAgentMechFactories[mech] = mechFactory;
        ++numMechs;
        emit CreateMech(mech, serviceId, mechFactory);
    }

    /// @notice The operator of a mech that was made here and whose service is in operation; any other is refused.
    function checkMech(address mech) public view returns (address multisig) {
        require(mech != address(0), ZeroAddress());
        require(mapAgentMechFactories[mech] != address(0), UnauthorizedAccount(mech));
        return IMech(mech).getOperator();
    }

    function _trackerOf(bytes32 paymentType) internal view returns (address tracker) {
        tracker = mapPaymentTypeBalanceTrackers[paymentType];
        require(tracker != address(0), ZeroAddress());
    }

    function _setParams(uint256 newFee, uint256 newMin, uint256 newMax) internal {
        require(newMin > 0 && newMax > 0, ZeroValue());
        require(newFee <= MAX_FEE_FACTOR, Overflow(newFee, MAX_FEE_FACTOR));
        require(newMin <= newMax, Overflow(newMin, newMax));
        require(newMax <= type(uint32).max, Overflow(newMax, type(uint32).max));
        (fee, minResponseTimeout, maxResponseTimeout) = (newFee, newMin, newMax);
    }
}
