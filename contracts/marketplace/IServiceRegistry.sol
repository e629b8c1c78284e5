// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice The part of the service registry that mechs and the marketplace read.
interface IServiceRegistry {
    enum ServiceState {
        NonExistent,
        PreRegistration,
        ActiveRegistration,
        FinishedRegistration,
        Deployed,
        TerminatedBonded
    }

    function mapServices(uint256 serviceId)
        external
        view
        returns (
            uint96 securityDeposit,
            address multisig,
            bytes32 configHash,
            uint32 threshold,
            uint32 maxNumAgentInstances,
            uint32 numAgentInstances,
            ServiceState state
        );

    function ownerOf(uint256 serviceId) external view returns (address);
}
