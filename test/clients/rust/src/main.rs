//! Runs Solana's own Rust clients against one chain, and prints failures and the number of passed steps. These clients
//! decode responses strictly: a field that is missing or has another type is an error.

mod accounts;
mod cluster;
mod history;
mod sending;
mod subscriptions;

use {
    solana_commitment_config::CommitmentConfig,
    solana_keypair::Keypair,
    solana_pubkey::Pubkey,
    solana_rpc_client::{nonblocking, rpc_client::RpcClient},
    solana_signer::Signer,
    std::{env, fmt::Display, future::Future, process::exit, str::FromStr},
};

pub const USDC: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
pub const TOKEN_PROGRAM: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/// The error of a step.
pub type Failure = Box<dyn std::error::Error>;
pub type Outcome<T> = Result<T, Failure>;

/// Creates a failure with a message.
pub fn wrong(what: impl Display) -> Failure {
    what.to_string().into()
}

/// Counts passed and failed steps.
#[derive(Default)]
pub struct Steps {
    passed: u32,
    failed: u32,
}

impl Steps {
    /// Counts a step, and returns its value if it passed.
    pub fn note<T, E: Display>(&mut self, name: &str, outcome: Result<T, E>) -> Option<T> {
        match outcome {
            Ok(value) => {
                self.passed += 1;
                Some(value)
            }
            Err(error) => {
                self.failed += 1;
                eprintln!("  rust: {name}: {error}");
                None
            }
        }
    }

    pub async fn step<T, E: Display>(
        &mut self,
        name: &str,
        run: impl Future<Output = Result<T, E>>,
    ) -> Option<T> {
        let outcome = run.await;
        self.note(name, outcome)
    }
}

/// The chain under test, and the accounts that the steps use.
pub struct Chain {
    pub rpc: nonblocking::rpc_client::RpcClient,
    pub ws_url: String,
    pub alice: Keypair,
    pub owner: Pubkey,
    pub usdc: Pubkey,
    pub token_program: Pubkey,
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

fn main() {
    let url = variable("CHAIN_RPC_URL");
    let alice = Keypair::from_base58_string(&variable("CHAIN_WALLET_SECRET"));
    let chain = Chain {
        rpc: nonblocking::rpc_client::RpcClient::new_with_commitment(
            url.clone(),
            CommitmentConfig::confirmed(),
        ),
        ws_url: variable("CHAIN_WS_URL"),
        owner: alice.pubkey(),
        alice,
        usdc: Pubkey::from_str(USDC).expect("an address"),
        token_program: Pubkey::from_str(TOKEN_PROGRAM).expect("an address"),
    };
    let mut steps = Steps::default();
    blocking(&mut steps, &url, &chain.owner);
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(async {
            cluster::run(&mut steps, &chain).await;
            accounts::run(&mut steps, &chain).await;
            if let Some(signature) = sending::run(&mut steps, &chain).await {
                history::run(&mut steps, &chain, &signature).await;
            }
            subscriptions::run(&mut steps, &chain).await;
        });
    println!("{} passed, {} failed", steps.passed, steps.failed);
    exit(i32::from(steps.failed > 0));
}

/// The blocking client wraps the asynchronous one, so a few calls are enough to test it.
fn blocking(steps: &mut Steps, url: &str, owner: &Pubkey) {
    let rpc = RpcClient::new_with_commitment(url, CommitmentConfig::confirmed());
    steps.note("blocking get_version", rpc.get_version());
    steps.note("blocking get_balance", rpc.get_balance(owner));
    steps.note("blocking get_account", rpc.get_account(owner));
    steps.note("blocking get_latest_blockhash", rpc.get_latest_blockhash());
    steps.note("blocking get_health", rpc.get_health());
}
