//! Subscribes over a WebSocket to slots, roots, an account, a program's accounts, logs and a signature.

use {
    crate::{sending::signed, wrong, Chain, Outcome, Steps},
    futures_util::{Stream, StreamExt},
    solana_account_decoder_client_types::UiAccountEncoding,
    solana_commitment_config::CommitmentConfig,
    solana_keypair::Keypair,
    solana_pubsub_client::nonblocking::pubsub_client::PubsubClient,
    solana_rpc_client_api::{
        config::{
            RpcAccountInfoConfig, RpcProgramAccountsConfig, RpcSignatureSubscribeConfig,
            RpcTransactionLogsConfig, RpcTransactionLogsFilter,
        },
        response::RpcSignatureResult,
    },
    solana_signer::Signer,
    std::time::Duration,
};

const LAMPORTS: u64 = 1_000_000;

/// Waits up to two minutes for the next notification.
async fn next<T>(stream: &mut (impl Stream<Item = T> + Unpin)) -> Outcome<T> {
    tokio::time::timeout(Duration::from_secs(120), stream.next())
        .await?
        .ok_or_else(|| wrong("the subscription ended"))
}

pub async fn run(steps: &mut Steps, chain: &Chain) {
    let Some(client) = steps.step("connect", PubsubClient::new(&chain.ws_url)).await else {
        return;
    };
    steps
        .step("slot_subscribe", async {
            let (mut slots, end) = client.slot_subscribe().await?;
            let (first, second) = (next(&mut slots).await?, next(&mut slots).await?);
            end().await;
            (second.slot > first.slot).then_some(()).ok_or_else(|| wrong("the slot did not advance"))
        })
        .await;
    steps
        .step("root_subscribe", async {
            let (mut roots, end) = client.root_subscribe().await?;
            next(&mut roots).await?;
            end().await;
            Outcome::Ok(())
        })
        .await;
    steps
        .step("slot_updates_subscribe", async {
            let (mut updates, end) = client.slot_updates_subscribe().await?;
            next(&mut updates).await?;
            end().await;
            Outcome::Ok(())
        })
        .await;
    steps.step("account, program, logs and signature", landing(&client, chain)).await;
    steps.step("shutdown", client.shutdown()).await;
}

/// One transfer causes four notifications.
async fn landing(client: &PubsubClient, chain: &Chain) -> Outcome<()> {
    let receiver = Keypair::new().pubkey();
    let confirmed = Some(CommitmentConfig::confirmed());
    let account = RpcAccountInfoConfig {
        encoding: Some(UiAccountEncoding::Base64Zstd),
        commitment: confirmed,
        ..RpcAccountInfoConfig::default()
    };
    let (mut accounts, end_accounts) =
        client.account_subscribe(&receiver, Some(account.clone())).await?;
    let system = solana_system_interface::program::id();
    let program = RpcProgramAccountsConfig { account_config: account, ..Default::default() };
    let (mut owned, end_owned) = client.program_subscribe(&system, Some(program)).await?;
    let filter = RpcTransactionLogsFilter::Mentions(vec![receiver.to_string()]);
    let config = RpcTransactionLogsConfig { commitment: confirmed };
    let (mut logs, end_logs) = client.logs_subscribe(filter, config).await?;

    let transaction = signed(chain, &receiver, LAMPORTS * 10).await?;
    let signature = transaction.signatures[0];
    let config =
        RpcSignatureSubscribeConfig { commitment: confirmed, enable_received_notification: None };
    let (mut signatures, end_signature) =
        client.signature_subscribe(&signature, Some(config)).await?;
    chain.rpc.send_transaction(&transaction).await?;

    match next(&mut signatures).await?.value {
        RpcSignatureResult::ProcessedSignature(result) if result.err.is_none() => {}
        other => return Err(wrong(format!("{other:?}"))),
    }
    let told = next(&mut accounts).await?.value;
    if told.lamports != LAMPORTS * 10 {
        return Err(wrong(format!("{} lamports", told.lamports)));
    }
    next(&mut owned).await?;
    let landed = next(&mut logs).await?.value;
    if landed.signature != signature.to_string() || landed.logs.is_empty() {
        return Err(wrong(format!("{landed:?}")));
    }
    end_accounts().await;
    end_owned().await;
    end_logs().await;
    end_signature().await;
    Ok(())
}
