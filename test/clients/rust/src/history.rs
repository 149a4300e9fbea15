//! Reads transactions and blocks in every encoding.

use {
    crate::{wrong, Chain, Steps},
    solana_commitment_config::CommitmentConfig,
    solana_rpc_client::rpc_client::GetConfirmedSignaturesForAddress2Config,
    solana_rpc_client_api::config::{RpcBlockConfig, RpcTransactionConfig},
    solana_signature::Signature,
    solana_transaction_status_client_types::{TransactionDetails, UiTransactionEncoding},
};

const ENCODINGS: [UiTransactionEncoding; 4] = [
    UiTransactionEncoding::Json,
    UiTransactionEncoding::JsonParsed,
    UiTransactionEncoding::Base64,
    UiTransactionEncoding::Base58,
];

pub async fn run(steps: &mut Steps, chain: &Chain, signature: &Signature) {
    let rpc = &chain.rpc;
    let confirmed = CommitmentConfig::confirmed();
    let unknown = Signature::from([7; 64]);
    steps.step("get_signature_status", rpc.get_signature_status(signature)).await;
    steps
        .step("get_signature_statuses", async {
            let found = rpc.get_signature_statuses(&[*signature, unknown]).await?.value;
            matches!(found.as_slice(), [Some(_), None])
                .then_some(())
                .ok_or_else(|| wrong(format!("{found:?}")))
        })
        .await;
    steps
        .step(
            "get_signature_statuses_with_history",
            rpc.get_signature_statuses_with_history(&[*signature]),
        )
        .await;
    steps
        .step("get_signatures_for_address_with_config", async {
            let config = GetConfirmedSignaturesForAddress2Config {
                limit: Some(5),
                commitment: Some(confirmed),
                ..GetConfirmedSignaturesForAddress2Config::default()
            };
            let found = rpc.get_signatures_for_address_with_config(&chain.owner, config).await?;
            found
                .iter()
                .any(|one| one.signature == signature.to_string())
                .then_some(())
                .ok_or_else(|| wrong("it is not among them"))
        })
        .await;
    let mut slot = None;
    for encoding in ENCODINGS {
        let config = RpcTransactionConfig {
            encoding: Some(encoding),
            commitment: Some(confirmed),
            max_supported_transaction_version: Some(0),
        };
        let found = steps
            .step(
                &format!("get_transaction_with_config {encoding:?}"),
                rpc.get_transaction_with_config(signature, config),
            )
            .await;
        slot = found.map(|transaction| transaction.slot).or(slot);
    }
    let Some(slot) = slot else { return };
    for encoding in ENCODINGS {
        for details in [
            TransactionDetails::Full,
            TransactionDetails::Accounts,
            TransactionDetails::Signatures,
            TransactionDetails::None,
        ] {
            let config = RpcBlockConfig {
                encoding: Some(encoding),
                transaction_details: Some(details),
                rewards: Some(true),
                commitment: Some(confirmed),
                max_supported_transaction_version: Some(0),
            };
            steps
                .step(
                    &format!("get_block_with_config {encoding:?} {details:?}"),
                    rpc.get_block_with_config(slot, config),
                )
                .await;
        }
    }
    steps
        .step(
            "get_blocks_with_commitment",
            rpc.get_blocks_with_commitment(slot, Some(slot + 2), confirmed),
        )
        .await;
    steps
        .step(
            "get_blocks_with_limit_and_commitment",
            rpc.get_blocks_with_limit_and_commitment(slot, 2, confirmed),
        )
        .await;
    steps.step("get_block_time", rpc.get_block_time(slot)).await;
}
