import type { GuardName } from "../groups.js";
import { byWord } from "../words.js";

const UNSAFE = {
  hidden: "is invisible",
  mathematical: "is a mathematical symbol, not a letter",
  digit: "is not a plain digit (0 to 9)",
  mixed: "is a non-Latin letter in a word that looks Latin",
  alike: "is not a Latin letter",
};

const SWAP = "Write: swap AMOUNT TOKEN for TOKEN.";
const EXAMPLES =
  "Write what to do, such as swap AMOUNT TOKEN for TOKEN or send AMOUNT TOKEN to ADDRESS, or ask for a price or a balance.";
const CAN_BE_ASKED = "Ask for a price, a balance, a portfolio, a transaction history or a quote.";
const NO_DEPOSITS =
  "Deposits, withdrawals, staking and loans are not supported. Only swaps and transfers are.";
const WITH_SLIPPAGE = "write it in the order: swap AMOUNT TOKEN for TOKEN with PERCENT slippage.";
const RECIPIENT = "Give a base58 address or a .sol name.";

/**
 * Refusal messages in English. Each states the problem and how to fix it. Only `remark` advises to leave out words, which
 * it quotes, after a complete transfer: elsewhere the rest may be a different order. None contains an amount that the user
 * did not write.
 */
export const ENGLISH_MESSAGES = {
  guards: {
    negation: "The command says what not to do. Write what to do.",
    hedge:
      "This mentions a swap or transfer but does not ask for one. To ask for one, write a plain command.",
    past: "This mentions a past action. To give an order, write a plain command.",
    condition: "Conditions are not supported, because an order runs immediately.",
    schedule: "Orders cannot be scheduled or repeated. An order runs once, immediately.",
    limit: "Limit prices and stops are not supported. Swaps use the market price.",
    venue: "You cannot choose the venue, because swaps use the best route.",
    question: "This is a question about an action, not an order. To give an order, write a plain command.",
  } satisfies Readonly<Record<Exclude<GuardName, "unsupported">, string>>,
  /** Guard words with a message of their own. */
  words: byWord({
    "cancel, abort, stop, halt, call off":
      "There is nothing to cancel: each order runs immediately. To give an order, write what to do.",
    // "swap 1 SOL for USDC, wait, make it 2"
    "wait, no wait, wait no, hang on, hold on, hold off":
      "An order cannot wait or be corrected. Write only the order that you mean.",
    // "I can't swap 1 SOL for USDC"
    "can't, cant, cannot, couldn't, couldnt":
      "This says what is not possible. To give an order, write a plain command.",
    // "send 20 USDC to the same address"
    "the same, same, same as, same amount, again, once more, repeat my last, repeat the last":
      "Earlier orders are not remembered. Write the whole order, with its amount, tokens and recipient.",
    // "swap at least 1 SOL to USDC"
    "at least, or more, minimum of":
      "A minimum is not supported. Give one exact amount; swaps use the market price.",
    // "short ETH with 50 USDC"
    "long, short, leverage, leveraged, margin, perp, perps, futures, call option, put option, hedge":
      "Leverage, perpetuals and options are not supported. Only swaps and transfers are.",
    // "… with priority fee 0.001 SOL", "swap 1 SOL for USDC with jito tip"
    "priority fee, with priority fee, jito tip": "A command cannot set fees.",
    "a joke, what can you do, what can u do, what can i do, what do you do, how do you work, how does it work, how does this work, how do i use this":
      EXAMPLES,
    "never mind, nevermind, nvm, forget it, forget that, scratch that, disregard, just kidding, kidding, jk":
      "Nothing was done. To give an order, write what to do.",
    // "swap 1 SOL for an NFT"
    "nft, nfts": "NFTs cannot be swapped or sent. Only tokens can.",
    // "top up bob.sol"
    "top up, fund my": "To add tokens to a wallet, write: send AMOUNT TOKEN to ADDRESS.",
    "split, distribute, disperse, multisend": "An amount cannot be split. Give one order at a time.",
    // "exit my position in JUP"
    "position, positions":
      "Positions are not supported. To sell a token, write: swap AMOUNT TOKEN for TOKEN.",
    "memo, with a note": "A memo cannot be attached to a transfer.",
    "deposit, stake, unstake, restake, staking, unstaking, lend, borrow, loan": NO_DEPOSITS,
    "bridge, bridging, cctp": "Tokens cannot be moved to or from another chain. Only Solana is supported.",
    "undo, revert, reverse, refund me, refund my":
      "A swap or transfer cannot be undone. Ask for the transaction history to see it.",
    // "change my wallet"
    "switch to devnet, switch to testnet, switch to mainnet, use devnet, devnet sol, testnet sol, switch network, switch networks, change network, change the network, switch wallet, switch wallets, change wallet, change my wallet, switch my wallet":
      "A command cannot choose the network or the wallet. It can swap, send, or ask for a price or a balance.",
    "alert, notify, remind, remind me to, ping me, text me, email me, message me, dm me":
      "Alerts and reminders are not supported. Ask for a price or give an order now.",
    "private key, seed phrase, secret key, mnemonic, passphrase, password, keypair":
      "Keys and passwords are neither shown nor stored here. They stay in the wallet.",
    "cash, credit card, debit card, gift card, apple pay, paypal, venmo, my card, onto my card, visa, mastercard, zelle, google pay, cash app, gcash, to my bank, from my bank, with my bank, bank transfer":
      "Bank accounts, cards and cash are not supported. Only tokens can be swapped and sent.",
    "no slippage, without slippage, without any slippage": `Slippage cannot be excluded. To limit it, ${WITH_SLIPPAGE}`,
    recover: "Lost access cannot be recovered here, and prices are not predicted. Ask for the current price.",
    "without fees, no fees, without gas, without paying fees": "The network's fees cannot be avoided.",
  }),
  tooLong: (length: number, most: number) =>
    `The command is ${length} characters long; the maximum is ${most}.`,
  empty: "The command is empty.",
  unsafe: (codePoint: string, at: number, why: keyof typeof UNSAFE) =>
    `The character U+${codePoint} at position ${at} ${UNSAFE[why]}. Retype that word.`,
  looksLike: (word: string, symbol: string) =>
    `"${word}" looks like ${symbol} but is spelled differently. If you mean ${symbol}, retype it.`,
  onlyThisLanguage: "Write the whole command in English or Spanish.",
  quotation: "Quotations, links and data are not read as orders. Write the order as plain text.",
  nothingSaid: EXAMPLES,
  noDeposits: NO_DEPOSITS,
  withdrawTo: `Withdrawals from a pool or an exchange are not supported. To send tokens, name the recipient. ${RECIPIENT}`,
  nothingFound: `No order or question was found. ${EXAMPLES}`,
  noVerb: "The command has no verb. Start with one, such as swap, buy or send.",
  noOrderTogether: `These words do not form an order. ${SWAP}`,
  noTransferTogether: "These words do not form an order. Write: send AMOUNT TOKEN to ADDRESS.",
  wordNotUnderstood: (word: string) => `"${word}" is not understood here. Rephrase the order.`,
  moreThanOneReading: `This can be read in more than one way. ${SWAP}`,
  endsAsQuestion: "The command ends with a question mark. Write an order as a statement.",

  unsupported: (word: string) =>
    `"${word}" is not supported. Only swaps, transfers and questions about a wallet or a price are.`,
  alreadyHere:
    "Tokens cannot be moved between chains. To swap them for SOL, write: swap AMOUNT TOKEN for SOL.",
  onlySolana: "Only Solana is supported, not other chains.",
  otherStandard: (word: string) => `"${word}" belongs to another chain. Only Solana is supported.`,
  oneOrder: "Give one order at a time.",
  swapThenSend: "A swap pays out to the same wallet. Swap first, then send the tokens with a second command.",
  noCash:
    "Tokens cannot be paid out as money. To swap them for another token, write: swap AMOUNT TOKEN for TOKEN.",
  noRequests: "You can send payments, but not request them.",
  noLimitPrices: "Limit prices and minimums are not supported. Swaps use the market price.",

  sayPlainly: `The amount is not in the token to spend. ${SWAP}`,
  howMuch: (symbol: string | undefined = "of which token") => `Say how much ${symbol}.`,
  notExact: (word: string) => `"${word}" is not an exact amount. Give one number.`,
  aboveZero: "The amount must be a number greater than zero.",
  moreThanAll: "You cannot spend more than the whole balance.",
  moreThanCanBe: "The amount is too large. Give a smaller amount.",
  tooFine: (symbol: string, decimals: number) =>
    `The amount has too many decimals: ${symbol} has ${decimals}.`,
  dollarDecimals: "A dollar amount can have at most six decimals.",
  wantedAsNumber: "Give the amount to receive as a number of tokens.",
  partOrAllBut: "Give one amount: the part to spend, or the amount to keep.",
  partOrAmount: "This could be a part of the balance or a number of tokens. Say which.",
  shareOrSlippage: "This could be the slippage or a part of the balance. Say which.",
  wholeOrAsMuch: "Say whether to spend the whole balance, or only as much as the given amount costs.",
  whichIsGiven: "Say which token to spend and how much to receive.",
  eitherToken: (number: string) =>
    `"${number}" could be the amount of either token. Write: swap ${number} TOKEN to TOKEN, or: swap TOKEN to ${number} TOKEN.`,
  givenOrWorth: "Say whether the number is the amount to spend or the value of what you spend.",
  twoAmounts: "There are two numbers. Give only one amount: to spend, to receive or to send.",
  oneNumber: "Give the amount as one exact number.",
  digitsAlone: "Write the amount with digits only.",
  plainDigits: "Write the amount in decimal digits, not in hexadecimal.",
  notOneNumber: (text: string) =>
    `"${text}" is not a single number, or can be read in two ways. Write the amount as one number.`,
  onlyDollars: "This currency is not supported. Name a token, or give the amount in US dollars.",

  nameBothTokens: "Name the token to spend and the token to receive.",
  nameByMint: "Name one token by its symbol or mint.",
  nameSent: "Name the token to send by its symbol or mint.",
  oneToken: "Name only one token to spend and one to receive.",
  oneOfTokens: "Choose one of the tokens.",
  oneTokenSent: "Send one token at a time.",
  partOfWrapped:
    "Wrapped SOL and SOL have separate balances, and a part of the balance always means SOL. Say SOL, or give an exact amount.",
  keptAnother: "The token to keep and the token to swap are different. Use the same token for both.",
  swappedForItself: (symbol: string) => `${symbol} cannot be swapped for itself. Name another token.`,
  tokenToPay: (symbol: string) => `Name the token to pay for ${symbol} with.`,
  tokenToGet: (symbol: string) => `Name the token to receive for ${symbol}.`,
  severalTokens: (name: string) => `"${name}" could mean several tokens. Name one by its symbol or mint.`,
  unlisted: (name: string) =>
    `"${name}" is not a token of this service. Name a listed token by its symbol or mint.`,
  notHeld: (name: string) =>
    `"${name}" is neither a listed token nor a wallet. Give a token's symbol or mint, a base58 address or a .sol name.`,
  wrapped: (name: string, symbol: string) =>
    `"${name}" is not a token on Solana. Its listed form is ${symbol}: name it if you mean it.`,
  unlistedNear: (name: string, symbol: string) =>
    `"${name}" is not a listed token. The nearest listed symbol is ${symbol}.`,
  mintNotListed: "No listed token has this mint.",

  sayWho: `Name the recipient. ${RECIPIENT}`,
  alreadyYours:
    "These tokens are already in this wallet. To send them, give the address of another wallet or a .sol name.",
  oneRecipient: "Name one recipient at a time.",
  ownTokens: "You can spend only the tokens in your own wallet.",
  oneCase:
    "This address is all upper case or all lower case, but a Solana address mixes both. Copy the whole address again.",
  copyAgain: "This is not a Solana address. Copy the whole address again.",
  remark: (rest: string) =>
    `The transfer is complete without "${rest}", and these words could change it. If they do not, leave them out.`,
  ethereumAddress: "This is an Ethereum address, and only Solana is supported. Give a Solana address.",
  selfTransfer: "The recipient is the sending wallet. Name a different recipient.",
  addressOrName: RECIPIENT,
  notAnAddress: (name: string) => `"${name}" is not a Solana address. ${RECIPIENT}`,
  tokenAsRecipient: (name: string) =>
    `"${name}" is a token, not a recipient. To swap, write: swap AMOUNT TOKEN for TOKEN.`,
  unknownName: (name: string) => `No wallet is registered under ${name}. Give the wallet's address instead.`,
  mintRecipient: (address: string) => `${address} is a token mint, not a wallet. Give the wallet's address.`,
  programRecipient: (address: string) =>
    `${address} is a program, so tokens sent to it would be lost. Give a wallet's address.`,
  offCurve: (address: string) =>
    `No key can sign for ${address}. The address is mistyped or belongs to a program. Check every character.`,

  slippageBounds: "Slippage must be a whole number of basis points from 1 to 1000 (0.01% to 10%).",
  slippageUnit: "Give the slippage once and with its unit, percent or bps.",
  slippageOnly: `Slippage is not a setting. To limit it, ${WITH_SLIPPAGE}`,
  percentIsSlippage: `If the percentage is the slippage, ${WITH_SLIPPAGE}`,
  slippageOfTransfer: "Slippage does not apply to transfers.",

  oneQuestion: "Ask one question at a time.",
  tokensToQuote: "Name the tokens to quote.",
  tokenOfPrice: "Name the token whose price you want.",
  pricesOfNow: "Only the current price and its change over the last 24 hours are available.",
  canBeAsked: CAN_BE_ASKED,
  strangeInQuestion: (word: string) => `"${word}" is not understood in this question. ${CAN_BE_ASKED}`,
};
