// Command clients runs solana-go against one chain, and prints failures and the number of passed steps.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gagliardetto/solana-go"
	"github.com/gagliardetto/solana-go/programs/system"
	"github.com/gagliardetto/solana-go/rpc"
)

var passed, failed int

func step(name string, run func() error) {
	if err := run(); err != nil {
		failed++
		fmt.Fprintf(os.Stderr, "  go: %s: %v\n", name, err)
		return
	}
	passed++
}

// ask is a step that passes if the client can decode the response.
func ask[T any](name string, run func() (T, error)) {
	step(name, func() error {
		_, err := run()
		return err
	})
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	client := rpc.New(os.Getenv("CHAIN_RPC_URL"))
	alice := solana.MustPrivateKeyFromBase58(os.Getenv("CHAIN_WALLET_SECRET"))
	owner := alice.PublicKey()
	receiver := solana.NewWallet().PublicKey()
	usdc := solana.MustPublicKeyFromBase58("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
	const confirmed = rpc.CommitmentConfirmed

	ask("GetVersion", func() (any, error) { return client.GetVersion(ctx) })
	ask("GetHealth", func() (any, error) { return client.GetHealth(ctx) })
	ask("GetSlot", func() (any, error) { return client.GetSlot(ctx, confirmed) })
	ask("GetBlockHeight", func() (any, error) { return client.GetBlockHeight(ctx, confirmed) })
	ask("GetEpochInfo", func() (any, error) { return client.GetEpochInfo(ctx, confirmed) })
	ask("GetEpochSchedule", func() (any, error) { return client.GetEpochSchedule(ctx) })
	ask("GetGenesisHash", func() (any, error) { return client.GetGenesisHash(ctx) })
	ask("GetIdentity", func() (any, error) { return client.GetIdentity(ctx) })
	ask("GetClusterNodes", func() (any, error) { return client.GetClusterNodes(ctx) })
	ask("GetSupply", func() (any, error) { return client.GetSupply(ctx, confirmed) })
	ask("GetVoteAccounts", func() (any, error) { return client.GetVoteAccounts(ctx, nil) })
	ask("GetLargestAccounts", func() (any, error) { return client.GetLargestAccounts(ctx, confirmed, "") })
	ask("GetInflationGovernor", func() (any, error) { return client.GetInflationGovernor(ctx, confirmed) })
	ask("GetInflationRate", func() (any, error) { return client.GetInflationRate(ctx) })
	ask("GetSlotLeader", func() (any, error) { return client.GetSlotLeader(ctx, confirmed) })
	ask("GetLeaderSchedule", func() (any, error) { return client.GetLeaderSchedule(ctx) })
	ask("GetBlockProduction", func() (any, error) { return client.GetBlockProduction(ctx) })
	ask("GetHighestSnapshotSlot", func() (any, error) { return client.GetHighestSnapshotSlot(ctx) })
	ask("GetFirstAvailableBlock", func() (any, error) { return client.GetFirstAvailableBlock(ctx) })
	ask("MinimumLedgerSlot", func() (any, error) { return client.MinimumLedgerSlot(ctx) })
	ask("GetTransactionCount", func() (any, error) { return client.GetTransactionCount(ctx, confirmed) })
	ask("GetBalance", func() (any, error) { return client.GetBalance(ctx, owner, confirmed) })
	ask("GetAccountInfo", func() (any, error) { return client.GetAccountInfo(ctx, owner) })
	for _, encoding := range []solana.EncodingType{solana.EncodingBase64, solana.EncodingBase64Zstd, solana.EncodingJSONParsed} {
		ask("GetAccountInfo "+string(encoding), func() (any, error) {
			return client.GetAccountInfoWithOpts(ctx, usdc, &rpc.GetAccountInfoOpts{Encoding: encoding})
		})
	}
	ask("GetMultipleAccounts", func() (any, error) { return client.GetMultipleAccounts(ctx, owner, usdc) })
	ask("GetTokenSupply", func() (any, error) { return client.GetTokenSupply(ctx, usdc, confirmed) })
	ask("GetTokenLargestAccounts", func() (any, error) { return client.GetTokenLargestAccounts(ctx, usdc, confirmed) })
	ask("GetTokenAccountsByOwner", func() (any, error) {
		return client.GetTokenAccountsByOwner(ctx, owner, &rpc.GetTokenAccountsConfig{Mint: &usdc},
			&rpc.GetTokenAccountsOpts{Encoding: solana.EncodingBase64})
	})

	var signature solana.Signature
	step("send and confirm", func() error {
		latest, err := client.GetLatestBlockhash(ctx, confirmed)
		if err != nil {
			return err
		}
		pay := system.NewTransferInstruction(1_000_000_000, owner, receiver).Build()
		transaction, err := solana.NewTransaction([]solana.Instruction{pay}, latest.Value.Blockhash, solana.TransactionPayer(owner))
		if err != nil {
			return err
		}
		if _, err = transaction.Sign(func(solana.PublicKey) *solana.PrivateKey { return &alice }); err != nil {
			return err
		}
		signature, err = client.SendTransactionWithOpts(ctx, transaction, rpc.TransactionOpts{PreflightCommitment: confirmed})
		if err != nil {
			return err
		}
		for ctx.Err() == nil {
			statuses, err := client.GetSignatureStatuses(ctx, false, signature)
			if err != nil {
				return err
			}
			if status := statuses.Value[0]; status != nil && status.ConfirmationStatus != rpc.ConfirmationStatusProcessed {
				return nil
			}
			time.Sleep(200 * time.Millisecond)
		}
		return ctx.Err()
	})
	version := uint64(0)
	step("GetTransaction", func() error {
		for {
			_, err := client.GetTransaction(ctx, signature, &rpc.GetTransactionOpts{
				Encoding: solana.EncodingBase64, Commitment: confirmed, MaxSupportedTransactionVersion: &version,
			})
			// A validator writes its history shortly after it confirms a transaction.
			if !errors.Is(err, rpc.ErrNotFound) {
				return err
			}
			time.Sleep(200 * time.Millisecond)
		}
	})
	step("GetBlock", func() error {
		found, err := client.GetTransaction(ctx, signature, &rpc.GetTransactionOpts{Commitment: confirmed, MaxSupportedTransactionVersion: &version})
		if err != nil {
			return err
		}
		_, err = client.GetBlockWithOpts(ctx, found.Slot, &rpc.GetBlockOpts{Commitment: confirmed, MaxSupportedTransactionVersion: &version})
		return err
	})
	step("received", func() error {
		balance, err := client.GetBalance(ctx, receiver, confirmed)
		if err == nil && balance.Value != 1_000_000_000 {
			return fmt.Errorf("%d lamports", balance.Value)
		}
		return err
	})
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}
