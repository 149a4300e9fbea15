//! Reads information about the cluster.

use {
    crate::{Chain, Steps},
    solana_commitment_config::CommitmentConfig,
    solana_rpc_client_api::config::{
        RpcBlockProductionConfig, RpcGetVoteAccountsConfig, RpcLargestAccountsConfig,
        RpcLeaderScheduleConfig,
    },
};

pub async fn run(steps: &mut Steps, chain: &Chain) {
    let rpc = &chain.rpc;
    let confirmed = CommitmentConfig::confirmed();
    steps.step("get_version", rpc.get_version()).await;
    steps.step("get_health", rpc.get_health()).await;
    let slot = steps.step("get_slot", rpc.get_slot()).await.unwrap_or_default();
    steps.step("get_block_height", rpc.get_block_height()).await;
    steps.step("get_epoch_info", rpc.get_epoch_info()).await;
    steps.step("get_epoch_schedule", rpc.get_epoch_schedule()).await;
    steps.step("get_genesis_hash", rpc.get_genesis_hash()).await;
    steps.step("get_identity", rpc.get_identity()).await;
    steps.step("get_cluster_nodes", rpc.get_cluster_nodes()).await;
    steps.step("supply", rpc.supply()).await;
    steps.step("get_vote_accounts", rpc.get_vote_accounts()).await;
    let delinquent = RpcGetVoteAccountsConfig {
        keep_unstaked_delinquents: Some(true),
        delinquent_slot_distance: Some(10),
        ..RpcGetVoteAccountsConfig::default()
    };
    steps
        .step("get_vote_accounts_with_config", rpc.get_vote_accounts_with_config(delinquent))
        .await;
    let largest = RpcLargestAccountsConfig { commitment: Some(confirmed), ..Default::default() };
    steps
        .step("get_largest_accounts_with_config", rpc.get_largest_accounts_with_config(largest))
        .await;
    steps.step("get_inflation_governor", rpc.get_inflation_governor()).await;
    steps.step("get_inflation_rate", rpc.get_inflation_rate()).await;
    steps.step("get_slot_leaders", rpc.get_slot_leaders(slot, 4)).await;
    steps.step("get_leader_schedule", rpc.get_leader_schedule(None)).await;
    steps
        .step(
            "get_leader_schedule_with_config",
            rpc.get_leader_schedule_with_config(Some(slot), RpcLeaderScheduleConfig::default()),
        )
        .await;
    steps.step("get_block_production", rpc.get_block_production()).await;
    steps
        .step(
            "get_block_production_with_config",
            rpc.get_block_production_with_config(RpcBlockProductionConfig::default()),
        )
        .await;
    steps.step("get_first_available_block", rpc.get_first_available_block()).await;
    steps.step("minimum_ledger_slot", rpc.minimum_ledger_slot()).await;
    steps.step("get_max_retransmit_slot", rpc.get_max_retransmit_slot()).await;
    steps.step("get_max_shred_insert_slot", rpc.get_max_shred_insert_slot()).await;
    steps.step("get_transaction_count", rpc.get_transaction_count()).await;
    steps.step("get_stake_minimum_delegation", rpc.get_stake_minimum_delegation()).await;
    steps
        .step("get_recent_performance_samples", rpc.get_recent_performance_samples(Some(3)))
        .await;
    steps
        .step(
            "get_recent_prioritization_fees",
            rpc.get_recent_prioritization_fees(&[chain.owner]),
        )
        .await;
    steps
        .step(
            "get_minimum_balance_for_rent_exemption",
            rpc.get_minimum_balance_for_rent_exemption(165),
        )
        .await;
}
