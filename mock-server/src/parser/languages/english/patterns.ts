import { patterns } from "../pattern.js";

// "need-swapped" has no FOR: "get 5 RAY swapped for SOL" may also mean that RAY is received. "send-at" has no "get": in
// "get 5 USDC at ADDRESS", the address may be the receiving wallet.
export const ENGLISH_PATTERNS = patterns`
  swap-in: SWAP|SELL from? in:Q TO|FOR|YIELDS|INTO|in out:T; swap 1 SOL for USDC
  put-into: PUT|transfer in:Q INTO|in out:T; ape 2 SOL into BONK
  spend-on: SPEND|pay|give in:Q on|FOR|YIELDS out:T; spend 100 USDC on SOL
  buy-with: BUY|GET out:T WITH|FOR|from in:Q; buy SOL with 100 USDC
  with-buy: WITH|for in:Q BUY|GET out:T; with 100 USDC buy SOL
  buy-worth: BUY|GET in:Q out:T; buy 100 USDC worth of BONK; worth
  keep-rest: KEEP except:Q AND? SWAP|SELL REST OF? same:T? TO|FOR|YIELDS|INTO out:T; keep 1 SOL and swap the rest of my SOL to USDC; exact
  swap-out: SWAP|SELL|SPEND|-RID from|enough? in:T TO|FOR|YIELDS|INTO|END_WITH out:Q; swap SOL for 100 USDC; exact
  buy-out: BUY|GET out:Q WITH|FOR|from|TAKE_FROM in:B; buy 1 SOL with USDC; exact usd
  need-out: NEED out:Q TAKE_FROM|from|WITH in:B; I need 20 USDC, take it from my SOL; exact
  send-to: SEND|get in:Q TO|FOR|into|-> who:R; send 1 SOL to alice.sol
  send-who: SEND money? TO|FOR? who:R amount|her|his|their|back? in:Q; send alice.sol 1 SOL
  swap-pair: SWAP|SELL from? pair:T TO|INTO|FOR out:T amount|for? in:Q; swap SOL to USDC, 5 SOL; rare
  swap-pair-all: SWAP|SELL from? pair:T TO|INTO|FOR out:T part:P; swap BONK to SOL, all of it; rare
  swap-pair-amount: SWAP|SELL pair:T TO|INTO|FOR out:T amount part:N; swap SOL to USDC, amount 5; rare
  send-pair-amount: SEND pair:T TO who:R amount part:N; send SOL to alice.sol, amount 5; rare
  swap-for-to: A_SWAP_FOR in:Q TO|INTO out:T; execute a swap for 1 SOL to USDC; rare
  swap-into-first: SWAP INTO|TO out:T from? in:Q; swap into SOL from 5 USDC; rare
  swap-terse: SWAP|SELL in:Q out:T; swap 1 SOL USDC; exact usd fraction figure-first rare
  buy-terse: BUY out:T in:Q; buy WIF 10 USDC; exact figure-first rare
  have-swap: HAVE? in:Q AND? SWAP|SELL it|them|those TO|FOR|INTO|in out:T; I have 5 JUP, swap them for SOL; rare
  have-buy: HAVE|use in:Q AND? BUY|GET|YIELDS out:T with it|them|those; I have 20 USDC, buy SOL with it; rare
  be-swapped: in:Q MUST_BE SWAPPED TO|FOR|INTO out:T; 2 SOL should be swapped to USDC; rare
  buy-all-possible: BUY AS_MUCH out:T POSSIBLE? WITH in:Q; buy as much WIF as possible with 20 USDC; rare
  buy-all-i-can: BUY part:P out:T POSSIBLE WITH in:Q; buy all the BONK I can with 1 SOL; rare
  into-swap: INTO out:T SWAP|SELL in:Q; into SOL, swap 5 USDC; rare
  swap-pair-sign: SWAP|SELL in:Q / out:T; sell 5 SOL/USDC; exact figure-first rare
  buy-pair-sign: BUY out:Q / in:T; buy 5 SOL/USDC; exact figure-first rare
  swap-two-way: SWAP|SELL in:Q <-> out:T; swap 1 SOL <-> USDC; figure-first rare
  move-to: move in:Q TO out:T; move 1 SOL to USDC; figure-first rare
  a-swap: A_DEED in:Q TO|INTO out:T swap|trade; do a 5 SOL to USDC swap; rare
  replace-with: replace in:Q with out:T; replace 25 USDC with SOL; rare
  take-get: take in:Q YIELDS|INTO out:T; take 15 USDC and get me WIF; rare
  throw-at: throw|toss|chuck|lob in:Q at out:T; toss 20 USDC at BONK; rare
  buy-of: BUY|GET in:Q of out:T; buy 0.5 SOL of BONK; exact figure-first rare
  swap-all-keep: SWAP|SELL all:Q TO|FOR|YIELDS|INTO out:T AND? EXCEPT|KEEP KEEP? except:Q; swap all my SOL to USDC but keep 0.1 SOL; rare
  need-swapped: NEED|get in:Q SWAPPED TO|INTO out:T; I need 20 USDC swapped to SOL; rare
  have-swapped: have in:Q SWAPPED TO|FOR|INTO out:T; have 1 SOL swapped for USDC; rare
  for-sell: FOR out:Q SELL in:B; for 5 SOL sell USDC; exact rare
  sell-for-first: SELL FOR out:Q in:B; sell for 5 SOL my USDC; exact rare
  arrow: in:Q -> out:T; 1 SOL -> USDC; figure-first rare
  tx: tx|txn in:Q TO who:R; tx 1 SOL to alice.sol; rare
  send-terse: SEND in:Q who:A; send 5 USDC alice.sol; rare
  send-at: SEND in:Q at who:R; chuck 25 USDC at alice.sol; rare
  send-a-payment: SEND|A_DEED a? in:Q PAYMENT TO who:R; send a 5 USDC tip to alice.sol; rare
  to-send: TO|FOR who:R SEND in:Q; to alice.sol send 25 USDC; rare
  bare-send: in:Q TO|-> who:A; 5 USDC to alice.sol; figure-first rare
  bare-send-terse: in:Q who:A; 5 USDC alice.sol; exact figure-first rare
  have-send: HAVE? in:Q AND? SEND it|them|those TO|FOR who:R; take 5 USDC and send it to alice.sol; rare
  owe: OWE who:R in:Q AND? SEND him|her|them; I owe alice.sol 5 USDC, pay her; rare
  needs: who:R NEEDS in:Q AND? SEND it|them; alice.sol needs 2 USDC, send it; rare
  needs-to: who:R NEEDS in:Q AND? SEND it|them TO him|her|them; alice.sol needs 5 USDC, send it to her; rare
  owe-to: OWE who:R in:Q AND? SEND it|them TO him|her|them; I owe alice.sol 5 USDC, send it to her; rare
  be-sent: in:Q MUST_BE SENT TO who:R; 5 USDC should be sent to alice.sol; rare
  must-go: in:Q MUST_GO TO who:R; 5 USDC should go to alice.sol; rare
  ensure: ENSURE who:R RECEIVES in:Q; make sure alice.sol gets 25 USDC; rare
  form: PAYEE who:R amount in:Q; Recipient: alice.sol, amount: 5 USDC; rare
  form-amount: amount in:Q PAYEE who:R; Amount: 5 USDC, to: alice.sol; rare
  let-have: let who:R have in:Q; let alice.sol have 25 USDC; rare
  need-sent: NEED|get|have in:Q SENT TO who:R; I want 30 USDC sent to alice.sol; rare
  put-in-wallet: put|drop|place|pop in:Q into|in who:R; put 5 USDC in alice.sol's wallet; rare`;
