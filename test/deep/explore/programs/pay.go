// Pays bob 1 SOL, with the standard library only. With SAFE=1, it stores what it has signed, and sends only that again.
package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"strings"
	"time"
)

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func post(url string, body map[string]any) (map[string]any, error) {
	text, _ := json.Marshal(body)
	request, _ := http.NewRequest("POST", url, bytes.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+os.Getenv("INTENT_TX_API_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer := map[string]any{}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if response.StatusCode != 200 || answer["error"] != nil {
		return nil, fmt.Errorf("%s: %d", url, response.StatusCode)
	}
	return answer, nil
}

func signed() (string, error) {
	safe := os.Getenv("SAFE") != ""
	if stored, err := os.ReadFile("signed.txt"); err == nil && safe {
		return string(stored), nil
	}
	base, address := os.Getenv("INTENT_TX_BASE_URL"), os.Getenv("INTENT_TX_WALLET_ADDRESS")
	intent, err := post(base+"/intents", map[string]any{"walletAddress": address, "command": "send 1 SOL to bob.sol"})
	if err != nil {
		return "", err
	}
	built, err := post(base+"/transactions/build", map[string]any{"walletAddress": address, "intentId": intent["intentId"]})
	if err != nil {
		return "", err
	}
	wire, _ := base64.StdEncoding.DecodeString(built["transaction"].(string))
	secret := big.NewInt(0)
	for _, letter := range os.Getenv("INTENT_TX_WALLET_SECRET") {
		secret.Mul(secret, big.NewInt(58)).Add(secret, big.NewInt(int64(strings.IndexRune(alphabet, letter))))
	}
	key := ed25519.PrivateKey(secret.FillBytes(make([]byte, 64)))
	copy(wire[1:], ed25519.Sign(key, wire[65:]))
	text := base64.StdEncoding.EncodeToString(wire)
	if safe {
		err = os.WriteFile("signed.txt", []byte(text), 0o600)
	}
	return text, err
}

func pay() error {
	text, err := signed()
	if err != nil {
		return err
	}
	params := []any{text, map[string]any{"encoding": "base64", "skipPreflight": true}}
	_, err = post(os.Getenv("SOLANA_RPC_URL"), map[string]any{"jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": params})
	return err
}

func main() {
	for tries := 0; tries < 5; tries++ {
		err := pay()
		if err == nil {
			return
		}
		fmt.Println(err)
		time.Sleep(time.Second)
	}
	os.Exit(1)
}
