import type { GuardName } from "../lexicon.js";

const WHICH = "of which token";

const UNSAFE = {
  hidden: "is invisible",
  mathematical: "is a mathematical symbol, not a letter",
  digit: "is not a plain digit (0 to 9)",
  mixed: "is a non-Latin letter in a word that looks Latin",
  alike: "is not a Latin letter",
};

/** Refusal messages in English. Each states the problem and how to fix it. */
export const ENGLISH_MESSAGES = {
  guards: {
    negation: "The command says what not to do. Write only what to do.",
    hedge: "This mentions an order without giving one. Write the order as a plain command.",
    past: "This describes a past action, not an order. Try: swap 1 SOL for USDC.",
    condition: "Conditions are not supported. Send the command without one, when you want it to run.",
    schedule: "Commands cannot be scheduled or repeated. Send the command when you want it to run.",
    limit: "Limit prices, stops and leverage are not supported. Swaps use the market price.",
    unsupported: "Only swaps, transfers and questions about a wallet or a price are supported.",
    venue: "You cannot choose the venue. Leave it out: swaps use the best route.",
    question: "This is a question about an action, not an order. Try: swap 1 SOL for USDC.",
  } satisfies Readonly<Record<GuardName, string>>,
  tooLong: (length: number, most: number) =>
    `The command is ${length} characters long; the maximum is ${most}.`,
  empty: "The command is empty.",
  unsafe: (codePoint: string, at: number, why: keyof typeof UNSAFE) =>
    `The character U+${codePoint} at position ${at} ${UNSAFE[why]}. Retype that word.`,
  looksLike: (word: string, symbol: string) =>
    `"${word}" looks like ${symbol} but is spelled differently. If you mean ${symbol}, retype it.`,
  onlyThisLanguage: "Only English and Spanish are understood. Try: swap 1 SOL for USDC.",
  quotation: "Quotations, links and data are not read as orders. Write only the order.",
  nothingFound: "No order or question was found. Try: swap 1 SOL for USDC.",
  noVerb: "The command has no verb. Start with one: swap 1 SOL for USDC, send 1 SOL to alice.sol.",
  aboutAnOrder: "This mentions an order without giving one. Write the order as a plain command.",
  noOrderTogether: "These words do not form an order. Try: swap 1 SOL for USDC.",
  wordNotUnderstood: (word: string) => `"${word}" is not understood. Leave it out, or rephrase the order.`,
  moreThanOneReading: "This can be read in more than one way. Write: swap AMOUNT TOKEN for TOKEN.",
  endsAsQuestion: "The command ends with a question mark. To give an order, remove it.",

  onlySolana: "Only Solana is supported. Leave out the other chain, or use a service for that chain.",
  oneOrder: "Give one order at a time.",
  swapThenSend: "A swap pays out to the same wallet. Swap first, then send the tokens with a second command.",
  noRequests: "You can send payments, but not request them.",
  balanceNotSet: "You cannot set a balance. Say how much to swap or send.",
  noLimitPrices: "Limit prices are not supported. Swaps use the market price.",

  sayPlainly: "The amount is not in the token to spend. Write: swap AMOUNT TOKEN for TOKEN.",
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
  moreThanCanBe: (amount: string) =>
    `${amount === "" ? "The amount" : amount} is more than can exist. Give a smaller amount.`,
  tooFine: (symbol: string, decimals: number, amount: string) =>
    `${amount} has too many decimals: ${symbol} has ${decimals}.`,
  dollarDecimals: "A dollar amount can have at most six decimals.",
  wantedAsNumber: "Give the amount to receive as a number of tokens.",
  partOrAllBut: "Give one amount: the part to spend, or the amount to keep.",
  partOrAmount: "This could be a part of the balance or a number of tokens. Say which.",
  partOrNumber: "This could be a part of the balance (50%) or a number of tokens. Say which.",
  wholeOrAsMuch: "Say whether to spend the whole balance, or only as much as the given amount costs.",
  whichIsGiven: "Say which token to spend and how much to receive.",
  givenOrWorth: "Say whether the number is the amount to spend or the value of what you spend.",
  howMuchOfSent: "Give the amount in the token to send, not its value in another token.",
  twoAmounts: "There are two amounts. Give only one.",
  twoAmountsSwap: "There are two amounts. Give only the amount to spend or only the amount to receive.",
  oneNumber: "Give the amount as one number.",
  oneExactAmount: "Give one exact amount.",
  digitsAlone: "Write the amount with digits only.",
  plainDigits: "Write the amount in decimal digits, not in hexadecimal.",
  inDigits: "Write the amount in digits.",
  notOneNumber: (text: string) => `"${text}" is not a single number. Write the amount as one number.`,
  readings: (text: string, readings: readonly string[]) =>
    `"${text}" could be ${readings.join(" or ")}. Write the one you mean.`,
  centsAsDollars: "Write cents as dollars: $0.50.",
  onlyDollars: "This currency is not supported. Give the amount in tokens or in US dollars.",

  nameBothTokens: "Name the token to spend and the token to receive.",
  nameByMint: "Name the token by its symbol or mint.",
  nameOne: "Name one token by its symbol or mint.",
  nameSent: "Name the token to send by its symbol or mint.",
  oneToken: "Name only one token to spend and one to receive.",
  oneOfTokens: "Choose one of the tokens.",
  oneTokenSent: "Send one token at a time.",
  partOfWrapped:
    "Wrapped SOL and SOL have separate balances, and a part of the balance always means SOL. Say SOL, or give an exact amount.",
  keptAnother: "The token to keep and the token to swap are different. Use the same token for both.",
  notForItself: "A token cannot be swapped for itself.",
  swappedForItself: (symbol: string) => `${symbol} cannot be swapped for itself. Name another token.`,
  tokenToPay: (symbol: string) => `Name the token to pay for ${symbol} with.`,
  tokenToGet: (symbol: string) => `Name the token to receive for ${symbol}.`,
  severalTokens: (name: string) => `"${name}" could mean several tokens. Name one.`,
  severalTokensMint: (name: string) => `"${name}" could mean several tokens. Name one by its symbol or mint.`,
  unlisted: (name: string) => `"${name}" is not a listed token.`,
  unlistedMint: (name: string) => `"${name}" is not a listed token. Give its symbol or mint.`,
  mintNotListed: "This mint is not on the token list.",
  noListedMint: "No listed token has this mint.",

  sayWho: "Name the recipient.",
  sayWhoReceives: "Name the recipient: a base58 address or a .sol name.",
  oneRecipient: "Name one recipient at a time.",
  notSolana: "This is not a Solana address.",
  oneCase:
    "This address is all upper case or all lower case, but a Solana address mixes both. Copy the whole address again.",
  copyAgain: "This is not a Solana address. Copy the whole address again.",
  selfTransfer: "The recipient is the sending wallet. Name a different recipient.",
  addressOrName: "Give a base58 address or a .sol name.",
  walletAddressOrName: "Give the wallet's address or its .sol name.",
  notAnAddress: (address: string) => `${address} is not a Solana address.`,
  notAnAddressOrName: (name: string) => `"${name}" is not an address. Give a base58 address or a .sol name.`,
  notSolanaAddress: (text: string) =>
    `"${text}" is not a Solana address. Give a base58 address or a .sol name.`,
  cannotResolve: (name: string) => `${name} cannot be resolved. Give a base58 address or a .sol name.`,
  unknownName: (name: string) => `No wallet is registered under ${name}. Give the wallet's address instead.`,
  unknownWallet: (name: string) => `No wallet is registered under ${name}.`,
  mintRecipient: (address: string) => `${address} is a token mint, not a wallet. Give the wallet's address.`,
  programRecipient: (address: string) =>
    `${address} is a program: tokens sent to it would be lost. Give a wallet's address.`,
  offCurve: (address: string) =>
    `No key can sign for ${address}. The address is mistyped or belongs to a program. Check every character.`,

  slippageBounds: "Slippage must be a whole number of basis points from 1 to 1000 (0.01% to 10%).",
  slippageUnit: 'Give slippage once and with its unit: "1%" or "50 bps".',
  slippageOfTransfer: "Slippage does not apply to transfers. Leave it out.",

  oneQuestion: "Ask one question at a time.",
  oneQuote: "Ask for one quote at a time.",
  onePrice: "Ask for the price of one token at a time.",
  oneWallet: "Ask about one wallet at a time.",
  tokensToQuote: "Name the tokens to quote.",
  quotedInItself: "A token cannot be quoted against itself.",
  tokenOfPrice: "Name the token whose price you want.",
  pricesInDollars: "Only prices of tokens, in US dollars, are available. Name a token.",
  pricesOfNow: "Only the current price and its change over the last 24 hours are available.",
  canBeAsked: "Ask for a price, a balance, a portfolio, a transaction history or a quote.",
  howThingsWork: "Questions about how things work are not supported.",
  transferCosts: "To see the cost of a transfer, build its transaction.",
  notRepeated: "Earlier orders cannot be repeated. Write the whole order.",
  strangeInQuestion: (word: string) =>
    `"${word}" is not understood in this question. Leave it out, or rephrase the question.`,
};
