"""Generates a client with openapi-python-client, and calls a running server with it."""

import os
import subprocess
import sys

import httpx

GENERATE = ["env/bin/openapi-python-client", "generate", "--path", "openapi.json", "--meta", "none"]
subprocess.run([*GENERATE, "--output-path", "generated", "--overwrite"], check=True, stdout=sys.stderr)

from generated import AuthenticatedClient  # noqa: E402
from generated.api.intents import intents_parse  # noqa: E402
from generated.models import Error, ParseIntentRequest, SwapIntent  # noqa: E402

client = AuthenticatedClient(
    os.environ["INTENT_TX_BASE_URL"], os.environ["INTENT_TX_API_KEY"], timeout=httpx.Timeout(120)
)
wallet = os.environ["CHAIN_WALLET_ADDRESS"]
passed = failed = 0
for command, kind in [("swap 0.1 SOL for USDC", SwapIntent), ("swap some SOL", Error)]:
    answer = intents_parse.sync(client=client, body=ParseIntentRequest(wallet, command))
    if isinstance(answer, kind):
        passed += 1
    else:
        failed += 1
        print(f"  openapi-python: {command}: {answer}", file=sys.stderr)
print(f"{passed} passed, {failed} failed")
