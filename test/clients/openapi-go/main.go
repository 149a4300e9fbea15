// Command client calls a running server with the client that oapi-codegen generates from its OpenAPI document.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("INTENT_TX_API_KEY"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("INTENT_TX_BASE_URL"), WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	body := ParseIntentRequest{WalletAddress: os.Getenv("CHAIN_WALLET_ADDRESS"), Command: "swap 0.1 SOL for USDC"}
	answer, err := client.IntentsParseWithResponse(context.Background(), body)
	if err == nil && answer.JSON200 != nil {
		var swap SwapIntent
		if swap, err = answer.JSON200.AsSwapIntent(); err == nil && swap.Route.OutAmount != "" {
			fmt.Println("1 passed, 0 failed")
			return
		}
	}
	fmt.Fprintf(os.Stderr, "  openapi-go: %v %s\n", err, answer.Body)
	fmt.Println("0 passed, 1 failed")
}
