"""Pays 0.1 SOL in five steps: parse, build, verify, sign, and follow to the end."""

import base64
import os
import time

import requests
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

BASE_URL = os.environ["INTENT_TX_BASE_URL"]
RPC_URL = os.environ["INTENT_TX_RPC_URL"]
KEY = {"Authorization": "Bearer " + os.environ["INTENT_TX_API_KEY"]}
wallet = Keypair.from_base58_string(os.environ["INTENT_TX_WALLET_SECRET"])

COMPUTE_BUDGET = Pubkey.from_string("ComputeBudget111111111111111111111111111111")
SYSTEM = Pubkey.from_string("11111111111111111111111111111111")
SOL = "So11111111111111111111111111111111111111112"
MAX_FEE = 100_000  # lamports
BLOCKHASH_BLOCKS = 150  # a transaction can land for this many blocks


def require(condition, refusal):
    if not condition:
        raise SystemExit(f"Not signed: {refusal}")


def post(path, body):
    response = requests.post(BASE_URL + path, headers=KEY, json=body, timeout=30)
    answer = response.json()
    if not response.ok:
        raise SystemExit(f"{response.status_code} {answer['error']['code']}: {answer['error']['message']}")
    return answer


def rpc(method, *params):
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = requests.post(RPC_URL, json=body, timeout=30).json()
    if "error" in answer:
        raise RuntimeError(f"{method}: {answer['error']['message']}")
    return answer["result"]


def verify(message, recipient, lamports):
    """Rejects everything except one transfer of SOL from this wallet, at a fee of at most MAX_FEE."""
    keys = message.account_keys
    require(keys[0] == wallet.pubkey() and message.header.num_required_signatures == 1, "another signer")
    require(not getattr(message, "address_table_lookups", []), "it reads accounts from a table")
    transfers, units, price = 0, 200_000, 0
    for instruction in message.instructions:
        program, data = keys[instruction.program_id_index], bytes(instruction.data)
        if program == COMPUTE_BUDGET and data[0] == 2:
            units = int.from_bytes(data[1:5], "little")
        elif program == COMPUTE_BUDGET and data[0] == 3:
            price = int.from_bytes(data[1:9], "little")
        else:
            accounts = [keys[index] for index in instruction.accounts]
            expected = (2).to_bytes(4, "little") + lamports.to_bytes(8, "little")
            same = (program, data, accounts) == (SYSTEM, expected, [wallet.pubkey(), recipient])
            require(same, f"an instruction of {program} is not the transfer")
            transfers += 1
    require(transfers == 1, f"it has {transfers} transfers")
    require(5_000 + units * price // 1_000_000 + 1 <= MAX_FEE, "the fee is too high")


def follow(signature, last_block):
    """Waits until the transaction has landed, failed, or can no longer land."""
    while True:
        passed = rpc("getBlockHeight", {"commitment": "finalized"}) > last_block
        [status] = rpc("getSignatureStatuses", [signature], {"searchTransactionHistory": True})["value"]
        if status and status["confirmationStatus"] != "processed":
            return "failed" if status["err"] else "landed"
        if passed and not status:
            return "expired"
        time.sleep(0.5)


address = str(wallet.pubkey())
intent = post("/intents", {"walletAddress": address, "command": "send 0.1 SOL to bob.sol"})
terms = intent["parameters"]
understood = (intent["action"], terms.get("inputToken"), terms.get("amount")) == ("transfer", SOL, 100_000_000)
require(understood, f"the service understood {terms}")
print(f"You pay {terms['amount'] / 1e9} SOL to {terms['recipient']}")  # ask the user here

built = post("/transactions/build", {"intentId": intent["intentId"], "walletAddress": address})
message = VersionedTransaction.from_bytes(base64.b64decode(built["transaction"])).message
verify(message, Pubkey.from_string(terms["recipient"]), terms["amount"])

signed = VersionedTransaction(message, [wallet])
signature = str(signed.signatures[0])  # store it before sending: only this shows whether the payment was made
last_block = rpc("getBlockHeight", {"commitment": "processed"}) + BLOCKHASH_BLOCKS
try:
    # With the default, finalized, a node rejects a blockhash from the last few seconds.
    options = {"encoding": "base64", "preflightCommitment": "processed"}
    rpc("sendTransaction", base64.b64encode(bytes(signed)).decode(), options)
except (requests.RequestException, RuntimeError) as error:
    print(f"The node's answer is missing or an error, so the outcome is still open: {error}")
print("The payment has", follow(signature, last_block))
