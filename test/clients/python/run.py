"""Runs solana-py and solders against one chain, and prints failures and the number of passed steps."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed
from solana.rpc.models import MemcmpOpts, TokenAccountOpts
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

USDC = Pubkey.from_string("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
loop = asyncio.new_event_loop()


class Waiting:
    """Wraps the asynchronous client, and waits for each call."""

    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        method = getattr(self.inner, name)
        return lambda *args, **options: loop.run_until_complete(method(*args, **options))


client = Waiting(AsyncClient(os.environ["CHAIN_RPC_URL"], commitment=Confirmed, timeout=120))
alice = Keypair.from_base58_string(os.environ["CHAIN_WALLET_SECRET"])
receiver = Keypair().pubkey()
counts = {"passed": 0, "failed": 0}


def step(name, run):
    try:
        value = run()
        counts["passed"] += 1
        return value
    except Exception as error:  # every failure is reported
        counts["failed"] += 1
        print(f"  python: {name}: {type(error).__name__} {error}", file=sys.stderr)
        return None


def eventually(read):
    """Reads until there is a value: a validator writes its history shortly after it confirms a transaction."""
    for _ in range(600):
        value = read().value
        if value:
            return value
        time.sleep(0.1)
    raise TimeoutError("no value")


def check(condition, what):
    if not condition:
        raise AssertionError(what)


for name, args in [
    ("get_version", []),
    ("get_slot", []),
    ("get_epoch_info", []),
    ("get_epoch_schedule", []),
    ("get_block_height", []),
    ("get_first_available_block", []),
    ("get_minimum_ledger_slot", []),
    ("get_genesis_hash", []),
    ("get_identity", []),
    ("get_inflation_governor", []),
    ("get_inflation_rate", []),
    ("get_largest_accounts", []),
    ("get_leader_schedule", []),
    ("get_recent_performance_samples", [1]),
    ("get_slot_leader", []),
    ("get_supply", []),
    ("get_transaction_count", []),
    ("get_vote_accounts", []),
    ("get_cluster_nodes", []),
    ("get_latest_blockhash", []),
    ("get_minimum_balance_for_rent_exemption", [165]),
    ("get_balance", [alice.pubkey()]),
    ("get_account_info", [alice.pubkey()]),
    ("get_account_info_json_parsed", [USDC]),
    ("get_multiple_accounts", [[alice.pubkey(), receiver]]),
    ("get_token_supply", [USDC]),
    ("get_token_largest_accounts", [USDC]),
    ("get_token_accounts_by_owner", [alice.pubkey(), TokenAccountOpts(mint=USDC)]),
    ("get_token_accounts_by_owner_json_parsed", [alice.pubkey(), TokenAccountOpts(program_id=TOKEN)]),
    ("get_token_accounts_by_delegate", [alice.pubkey(), TokenAccountOpts(program_id=TOKEN)]),
]:
    step(name, lambda name=name, args=args: getattr(client, name)(*args))
step(
    "get_program_accounts",
    lambda: check(
        len(client.get_program_accounts(TOKEN, encoding="base64", filters=[165, MemcmpOpts(offset=32, bytes=str(alice.pubkey()))]).value)
        > 0,
        "accounts of the owner",
    ),
)


def send():
    blockhash = client.get_latest_blockhash().value.blockhash
    pay = transfer(TransferParams(from_pubkey=alice.pubkey(), to_pubkey=receiver, lamports=1_000_000_000))
    message = MessageV0.try_compile(alice.pubkey(), [pay], [], blockhash)
    transaction = VersionedTransaction(message, [alice])
    check(client.simulate_transaction(transaction).value.err is None, "simulated")
    signature = client.send_transaction(transaction).value
    client.confirm_transaction(signature, Confirmed)
    return signature


sent = step("send and confirm", send)
step("get_signature_statuses", lambda: check(client.get_signature_statuses([sent]).value[0].err is None, "a status"))
step("get_transaction", lambda: check(eventually(lambda: client.get_transaction(sent, "jsonParsed", Confirmed, 0)).slot > 0, "landed"))
step("get_signatures_for_address", lambda: check(len(eventually(lambda: client.get_signatures_for_address(receiver, commitment=Confirmed))) == 1, "history"))
step("received", lambda: check(client.get_balance(receiver).value == 1_000_000_000, "the balance"))
step("get_block", lambda: client.get_block(client.get_transaction(sent, "json", Confirmed, 0).value.slot, "json", 0))


def guide():
    """The payment of the guide "From Python, curl and any language"."""
    names = {"RPC_URL": "CHAIN_RPC_URL", "WALLET_SECRET": "CHAIN_WALLET_SECRET"}
    env = {**os.environ, **{f"INTENT_TX_{to}": os.environ[name] for to, name in names.items()}}
    file = Path(__file__).resolve().parents[3] / "examples/python/pay.py"
    run = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True)
    check(run.stdout.endswith("The payment has landed\n"), run.stdout + run.stderr)


step("examples/python/pay.py", guide)
print(f"{counts['passed']} passed, {counts['failed']} failed")
sys.exit(1 if counts["failed"] else 0)
