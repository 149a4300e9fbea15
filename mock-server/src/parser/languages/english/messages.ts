import type { GuardName } from "../../refusals/guards.js";
import type { UnsafeKind } from "../../text/gate.js";

const WHICH = "of which token";

const UNSAFE: Readonly<Record<UnsafeKind, string>> = {
  hidden: "cannot be seen",
  mathematical: "is a mathematical symbol, not a letter",
  digit: "is not a plain digit",
  mixed: "is not a Latin letter, in a word that looks Latin",
  alike: "is not a Latin letter",
};

/** Refusal messages in English. Each states the problem and how to fix it. */
export const ENGLISH_MESSAGES = {
  guards: {
    negation: "The command says what not to do. Write only what to do.",
    hedge: "This mentions an order but does not give one. Write it as a plain command.",
    past: "This describes a past action, not an order.",
    condition: "Conditions are not supported. Send the command when it should happen.",
    schedule: "Nothing is scheduled or repeated. Send the command when it should happen.",
    limit: "Limit prices, stops and leverage are not supported. Swaps use the market price.",
    unsupported: "Only swaps, transfers and questions about a wallet or a price are supported.",
    venue: "The venue cannot be chosen. Swaps use the best route.",
    question: "This is a question about an action, not an order.",
  } satisfies Readonly<Record<GuardName, string>>,
  tooLong: (length: number, most: number) => `The command has ${length} characters; the maximum is ${most}.`,
  empty: "The command is empty.",
  unsafe: (codePoint: string, at: number, why: UnsafeKind) =>
    `The character U+${codePoint} at position ${at} ${UNSAFE[why]}. Retype that word.`,
  looksLike: (word: string, symbol: string) => `"${word}" looks like ${symbol} but is not. Retype it.`,
  onlyThisLanguage: "This is not understood as English or Spanish. Try: swap 1 SOL for USDC.",
  quotation: "Quotations, links and data are not read as orders.",
  nothingFound: "No order or question was found. Try: swap 1 SOL for USDC.",
  noVerb: "The command has no verb. Start with one: swap 1 SOL for USDC, send 1 SOL to alice.sol.",
  aboutAnOrder: "This mentions an order. Write it as a plain command.",
  noOrderTogether: "These words do not form an order. Try: swap 1 SOL for USDC.",
  wordNotUnderstood: (word: string) =>
    `"${word}" is not understood, so the order is rejected. Leave it out if the order does not need it.`,
  moreThanOneReading: "This can be read in more than one way. Write: swap AMOUNT TOKEN for TOKEN.",
  endsAsQuestion: "This ends in a question mark. Remove it to give the order.",

  onlySolana: "Only Solana is supported. Remove the other chain, or use a service for that chain.",
  oneOrder: "Give one order at a time.",
  swapThenSend:
    "Swapped tokens go to the wallet itself. Swap first, then send the tokens with a second command.",
  noRequests: "Payments can be sent, but not requested.",
  balanceNotSet: "A balance cannot be set. Say how much to swap or send.",
  noLimitPrices: "Limit prices are not supported.",

  sayPlainly: "Write: swap AMOUNT TOKEN for TOKEN.",
  sayHowMuch: "Say how much.",
  sayHowMuchOfWhat: "Say how much of which token.",
  howMuchOf: (symbol: string | undefined = WHICH) => `Say how much ${symbol}.`,
  howMuchToSend: (symbol: string | undefined = WHICH) => `Say how much ${symbol} to send.`,
  leavesOpen: (symbol: string | undefined = WHICH, word: string) =>
    `"${word}" is not an exact amount. Say how much ${symbol}, as one number.`,
  sendLeavesOpen: (word: string) => `"${word}" is not an exact amount. Say how much to send, as one number.`,
  greaterThanZero: "The amount must be greater than zero.",
  numberAboveZero: "The amount must be a number greater than zero.",
  moreThanAll: "You cannot spend more than the whole balance.",
  moreThanCanBe: (amount: string) => `${amount === "" ? "That" : amount} is more than can exist.`,
  tooFine: (symbol: string, decimals: number, amount: string) =>
    `${symbol} has ${decimals} decimals, but ${amount} needs more.`,
  dollarDecimals: "A dollar amount can have at most six decimals.",
  wantedAsNumber: "Give the amount to receive as a number of tokens.",
  partOrAllBut: "Give one amount: the part to spend, or the amount to keep.",
  partOrAmount: "Say whether this is a part of the balance or an amount.",
  partOrNumber: "Say whether this is a part of the balance (50%) or a number of tokens.",
  wholeOrAsMuch: "Say whether to spend the whole balance, or only as much as the given amount costs.",
  whichIsGiven: "Say which token to spend and how much to receive.",
  givenOrWorth: "Say whether the number is the amount to spend or its value.",
  howMuchOfSent: "Say how much of the token to send.",
  twoAmounts: "There are two amounts. Give one.",
  twoAmountsSwap: "There are two amounts. Give the one to spend or the one to receive.",
  oneNumber: "Give the amount as one number.",
  oneExactAmount: "Give one exact amount.",
  digitsAlone: "Write the amount with digits only.",
  plainDigits: "Write the amount in plain digits.",
  inDigits: "Write the amount in digits.",
  notOneNumber: (text: string) => `"${text}" is not one number. Give one amount.`,
  readings: (text: string, readings: readonly string[]) =>
    `"${text}" could be ${readings.join(" or ")}. Write the one you mean.`,
  centsAsDollars: "Write cents as dollars: $0.50.",
  onlyDollars: "Give the amount in tokens or in US dollars.",

  nameBothTokens: "Name the token to spend and the token to receive.",
  nameByMint: "Name the token by its symbol or mint.",
  nameOne: "Name one token by its symbol or mint.",
  nameSent: "Name the token to send by its symbol or mint.",
  oneToken: "Name one token to spend and one to receive.",
  oneOfTokens: "Name one of the tokens.",
  oneTokenSent: "Send one token at a time.",
  partOfWrapped:
    "Wrapped SOL and SOL have separate balances, and a part always refers to the wallet's SOL. Say SOL, or give an amount.",
  keptAnother: "The token to keep and the token to swap are different. Use the same token for both.",
  notForItself: "A token cannot be swapped for itself.",
  swappedForItself: (symbol: string) => `${symbol} cannot be swapped for itself. Name another token.`,
  tokenToPay: (symbol: string) => `Name the token to pay for ${symbol} with.`,
  tokenToGet: (symbol: string) => `Name the token to receive for ${symbol}.`,
  severalTokens: (name: string) => `"${name}" could be several tokens. Name one.`,
  severalTokensMint: (name: string) => `"${name}" could be several tokens. Name one by its symbol or mint.`,
  unlisted: (name: string) => `"${name}" is not a listed token.`,
  unlistedMint: (name: string) => `"${name}" is not a listed token. Give its symbol or mint.`,
  mintNotListed: "That mint is not on the token list.",
  noListedMint: "No listed token has this mint.",

  sayWho: "Say who receives it.",
  sayWhoReceives: "Say who receives it: a base58 address or a .sol name.",
  oneRecipient: "Name one recipient at a time.",
  notSolana: "That is not a Solana address.",
  oneCase:
    "That address has only upper-case or only lower-case letters; a real one has both. Copy the whole address again.",
  copyAgain: "That is not a Solana address. Copy the whole address again.",
  selfTransfer: "The recipient is the sending wallet. Name another one.",
  addressOrName: "Give a base58 address or a .sol name.",
  walletAddressOrName: "Give the wallet's address or its .sol name.",
  notAnAddress: (address: string) => `${address} is not a Solana address.`,
  notAnAddressOrName: (name: string) => `"${name}" is not an address. Give a base58 address or a .sol name.`,
  notSolanaAddress: (text: string) =>
    `"${text}" is not a Solana address. Give a base58 address or a .sol name.`,
  cannotResolve: (name: string) => `${name} cannot be resolved. Give a base58 address or a .sol name.`,
  unknownName: (name: string) => `The name service has no wallet for ${name}. Give the address.`,
  unknownWallet: (name: string) => `The name service has no wallet for ${name}.`,
  mintRecipient: (address: string) =>
    `${address} is a token's mint, not a wallet. Give the wallet's address.`,
  programRecipient: (address: string) =>
    `${address} is a program. Tokens sent to it are lost. Give a wallet's address.`,
  offCurve: (address: string) =>
    `No key can sign for ${address}. The address is mistyped or belongs to a program. Check every character.`,

  slippageBounds: "Slippage must be a whole number of basis points from 1 to 1000 (0.01% to 10%).",
  slippageUnit: 'Give slippage once and with its unit: "1%" or "50 bps".',
  slippageOfTransfer: "A transfer has no slippage. Remove it.",

  oneQuestion: "Ask one question at a time.",
  oneQuote: "Ask for one quote at a time.",
  onePrice: "Ask for the price of one token at a time.",
  oneWallet: "Ask about one wallet at a time.",
  tokensToQuote: "Name the tokens to quote.",
  quotedInItself: "A token cannot be quoted against itself.",
  tokenOfPrice: "Name the token for the price.",
  pricesInDollars: "Prices are in US dollars. Name a token.",
  pricesOfNow: "Only the current price and its change over the last 24 hours are available.",
  canBeAsked: "Ask for a price, a balance, a portfolio, a transaction history or a quote.",
  howThingsWork: "Questions about how things work are not supported.",
  transferCosts: "The built transaction shows the cost of a transfer.",
  notRepeated: "Write the whole order. Earlier orders cannot be repeated.",
  strangeInQuestion: (word: string) => `"${word}" is not understood in this question.`,
};

export type Messages = Readonly<typeof ENGLISH_MESSAGES>;
