//! Airdrop, fee, simulation, and a transfer that is sent and confirmed.

use {
    crate::{wrong, Chain, Outcome, Steps},
    solana_account_decoder_client_types::UiAccountEncoding,
    solana_commitment_config::CommitmentConfig,
    solana_keypair::Keypair,
    solana_pubkey::Pubkey,
    solana_rpc_client_api::config::{
        RpcSendTransactionConfig, RpcSimulateTransactionAccountsConfig, RpcSimulateTransactionConfig,
    },
    solana_signature::Signature,
    solana_signer::Signer,
    solana_system_interface::instruction::transfer,
    solana_transaction::Transaction,
    std::time::Duration,
};

const LAMPORTS: u64 = 1_000_000_000;
const TOO_MUCH: u64 = 9_000_000_000_000_000;
const TRIES: u32 = 1_500;

pub async fn signed(chain: &Chain, receiver: &Pubkey, lamports: u64) -> Outcome<Transaction> {
    let blockhash = chain.rpc.get_latest_blockhash().await?;
    let pay = transfer(&chain.owner, receiver, lamports);
    Ok(Transaction::new_signed_with_payer(
        &[pay],
        Some(&chain.owner),
        &[&chain.alice],
        blockhash,
    ))
}

/// Returns the signature of the landed transfer.
pub async fn run(steps: &mut Steps, chain: &Chain) -> Option<Signature> {
    let rpc = &chain.rpc;
    let receiver = Keypair::new().pubkey();
    steps.step("request_airdrop", airdrop(chain, &Keypair::new().pubkey())).await;
    let transaction = steps.step("sign", signed(chain, &receiver, LAMPORTS)).await?;
    let blockhash = transaction.message.recent_blockhash;
    steps
        .step(
            "is_blockhash_valid",
            rpc.is_blockhash_valid(&blockhash, CommitmentConfig::confirmed()),
        )
        .await;
    steps
        .step("get_fee_for_message", async {
            let fee = rpc.get_fee_for_message(&transaction.message).await?;
            (fee == 5_000).then_some(()).ok_or_else(|| wrong(format!("{fee} lamports")))
        })
        .await;
    steps.step("simulate_transaction", rpc.simulate_transaction(&transaction)).await;
    steps.step("simulate_transaction_with_config", simulated(chain, &transaction, &receiver)).await;
    steps.step("simulate_transaction that fails", refused(chain, &receiver)).await;
    steps
        .step("send_transaction that fails", async {
            let transaction = signed(chain, &receiver, TOO_MUCH).await?;
            match rpc.send_transaction(&transaction).await {
                Ok(signature) => Err(wrong(format!("{signature} was sent"))),
                Err(error) => error
                    .get_transaction_error()
                    .map(|_| ())
                    .ok_or_else(|| wrong(format!("no transaction error in {error}"))),
            }
        })
        .await;
    let signature = steps
        .step("send_and_confirm_transaction", rpc.send_and_confirm_transaction(&transaction))
        .await;
    steps
        .step("received", async {
            let balance = rpc.get_balance(&receiver).await?;
            (balance == LAMPORTS).then_some(()).ok_or_else(|| wrong(format!("{balance} lamports")))
        })
        .await;
    steps.step("send_transaction_with_config", sent(chain, &receiver)).await;
    signature
}

async fn airdrop(chain: &Chain, address: &Pubkey) -> Outcome<()> {
    let signature = chain.rpc.request_airdrop(address, LAMPORTS).await?;
    confirmed(chain, &signature).await
}

async fn confirmed(chain: &Chain, signature: &Signature) -> Outcome<()> {
    for _ in 0..TRIES {
        if chain.rpc.confirm_transaction(signature).await? {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(wrong("not confirmed"))
}

async fn simulated(chain: &Chain, transaction: &Transaction, receiver: &Pubkey) -> Outcome<()> {
    let config = RpcSimulateTransactionConfig {
        replace_recent_blockhash: true,
        inner_instructions: true,
        accounts: Some(RpcSimulateTransactionAccountsConfig {
            encoding: Some(UiAccountEncoding::Base64Zstd),
            addresses: vec![receiver.to_string()],
        }),
        ..RpcSimulateTransactionConfig::default()
    };
    let found = chain.rpc.simulate_transaction_with_config(transaction, config).await?.value;
    let lamports = found
        .accounts
        .and_then(|accounts| accounts.into_iter().next().flatten())
        .map(|account| account.lamports);
    (found.err.is_none() && lamports == Some(LAMPORTS))
        .then_some(())
        .ok_or_else(|| wrong(format!("{:?}, {lamports:?} lamports", found.err)))
}

async fn refused(chain: &Chain, receiver: &Pubkey) -> Outcome<()> {
    let transaction = signed(chain, receiver, TOO_MUCH).await?;
    let found = chain.rpc.simulate_transaction(&transaction).await?.value;
    found.err.map(|_| ()).ok_or_else(|| wrong("no error"))
}

async fn sent(chain: &Chain, receiver: &Pubkey) -> Outcome<()> {
    let transaction = signed(chain, receiver, 1_000).await?;
    let config = RpcSendTransactionConfig {
        skip_preflight: true,
        max_retries: Some(3),
        ..RpcSendTransactionConfig::default()
    };
    let signature = chain.rpc.send_transaction_with_config(&transaction, config).await?;
    confirmed(chain, &signature).await
}
