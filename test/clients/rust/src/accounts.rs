//! Reads accounts, program accounts and token accounts. By default, this client requests `base64+zstd`.

use {
    crate::{wrong, Chain, Steps},
    solana_account_decoder_client_types::{UiAccountEncoding, UiDataSliceConfig},
    solana_commitment_config::CommitmentConfig,
    solana_pubkey::Pubkey,
    solana_rpc_client_api::{
        config::{RpcAccountInfoConfig, RpcProgramAccountsConfig},
        filter::{Memcmp, RpcFilterType},
        request::TokenAccountsFilter,
    },
    std::str::FromStr,
};

fn encoded(encoding: UiAccountEncoding) -> RpcAccountInfoConfig {
    RpcAccountInfoConfig { encoding: Some(encoding), ..RpcAccountInfoConfig::default() }
}

pub async fn run(steps: &mut Steps, chain: &Chain) {
    let rpc = &chain.rpc;
    let (owner, usdc) = (&chain.owner, &chain.usdc);
    let confirmed = CommitmentConfig::confirmed();
    let nobody = Pubkey::new_unique();
    steps.step("get_balance", rpc.get_balance(owner)).await;
    steps
        .step("get_account", async {
            let account = rpc.get_account(usdc).await?;
            (account.owner == chain.token_program && account.data.len() == 82)
                .then_some(())
                .ok_or_else(|| wrong("another mint"))
        })
        .await;
    steps
        .step("get_account_with_commitment of a missing account", async {
            let found = rpc.get_account_with_commitment(&nobody, confirmed).await?;
            found.value.is_none().then_some(()).ok_or_else(|| wrong("an account"))
        })
        .await;
    for encoding in [
        UiAccountEncoding::Base64,
        UiAccountEncoding::Base64Zstd,
        UiAccountEncoding::JsonParsed,
    ] {
        steps
            .step(
                &format!("get_account_with_config {encoding:?}"),
                rpc.get_account_with_config(usdc, encoded(encoding)),
            )
            .await;
    }
    steps.step("get_account_data", rpc.get_account_data(usdc)).await;
    steps.step("get_multiple_accounts", rpc.get_multiple_accounts(&[*owner, nobody, *usdc])).await;
    let slice = RpcAccountInfoConfig {
        encoding: Some(UiAccountEncoding::Base64),
        data_slice: Some(UiDataSliceConfig { offset: 0, length: 8 }),
        commitment: Some(confirmed),
        min_context_slot: Some(0),
    };
    steps
        .step(
            "get_multiple_accounts_with_config",
            rpc.get_multiple_accounts_with_config(&[*usdc], slice.clone()),
        )
        .await;
    let held = RpcProgramAccountsConfig {
        filters: Some(vec![
            RpcFilterType::DataSize(165),
            RpcFilterType::Memcmp(Memcmp::new_base58_encoded(32, owner.as_ref())),
            RpcFilterType::Memcmp(Memcmp::new_raw_bytes(0, usdc.to_bytes()[..4].to_vec())),
            RpcFilterType::TokenAccountState,
        ]),
        account_config: slice,
        with_context: None,
        sort_results: Some(true),
    };
    #[allow(deprecated)]
    steps
        .step("get_program_accounts_with_config", async {
            let found =
                rpc.get_program_accounts_with_config(&chain.token_program, held).await?;
            (found.len() == 1).then_some(()).ok_or_else(|| wrong(format!("{}", found.len())))
        })
        .await;
    steps.step("get_token_supply", rpc.get_token_supply(usdc)).await;
    steps.step("get_token_largest_accounts", rpc.get_token_largest_accounts(usdc)).await;
    let accounts = steps
        .step(
            "get_token_accounts_by_owner",
            rpc.get_token_accounts_by_owner(owner, TokenAccountsFilter::Mint(*usdc)),
        )
        .await
        .unwrap_or_default();
    steps
        .step(
            "get_token_accounts_by_delegate",
            rpc.get_token_accounts_by_delegate(
                owner,
                TokenAccountsFilter::ProgramId(chain.token_program),
            ),
        )
        .await;
    steps
        .step("get_token_account", async {
            let first = accounts.first().ok_or_else(|| wrong("no token account"))?;
            let address = Pubkey::from_str(&first.pubkey)?;
            let read = rpc.get_token_account(&address).await?.ok_or_else(|| wrong("nothing"))?;
            let balance = rpc.get_token_account_balance(&address).await?;
            (read.token_amount.amount == balance.amount && balance.decimals == 6)
                .then_some(())
                .ok_or_else(|| wrong("another balance"))
        })
        .await;
}
