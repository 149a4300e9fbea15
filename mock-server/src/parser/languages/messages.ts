import type { GuardName } from "../refusals/guards.js";
import type { UnsafeKind } from "../text/gate.js";

/** The messages of refusals. Each tells the problem and how to fix it. */
export interface Messages {
  readonly guards: Readonly<Record<GuardName, string>>;
  // The text.
  tooLong(length: number, most: number): string;
  readonly empty: string;
  unsafe(codePoint: string, at: number, why: UnsafeKind): string;
  looksLike(word: string, symbol: string): string;
  readonly onlyThisLanguage: string;
  readonly quotation: string;
  readonly nothingFound: string;
  readonly aboutAnOrder: string;
  readonly noOrderTogether: string;
  wordNotUnderstood(word: string): string;
  readonly moreThanOneReading: string;
  readonly endsAsQuestion: string;
  // Unsupported requests.
  readonly onlySolana: string;
  readonly oneOrder: string;
  readonly noRequests: string;
  readonly noLimitPrices: string;
  // Amounts.
  readonly sayPlainly: string;
  readonly sayHowMuch: string;
  readonly sayHowMuchOfWhat: string;
  howMuchOf(symbol: string | undefined): string;
  howMuchToSend(symbol: string | undefined): string;
  leavesOpen(symbol: string | undefined, word: string): string;
  sendLeavesOpen(word: string): string;
  readonly greaterThanZero: string;
  readonly numberAboveZero: string;
  readonly moreThanAll: string;
  moreThanCanBe(amount: string): string;
  tooFine(symbol: string, decimals: number, amount: string): string;
  readonly dollarDecimals: string;
  readonly wantedAsNumber: string;
  readonly partOrAllBut: string;
  readonly partOrAmount: string;
  readonly partOrNumber: string;
  readonly wholeOrAsMuch: string;
  readonly whichIsGiven: string;
  readonly givenOrWorth: string;
  readonly howMuchOfSent: string;
  readonly twoAmounts: string;
  readonly twoAmountsSwap: string;
  readonly oneNumber: string;
  readonly oneExactAmount: string;
  readonly digitsAlone: string;
  readonly plainDigits: string;
  readonly inDigits: string;
  notOneNumber(text: string): string;
  readings(text: string, readings: readonly string[]): string;
  readonly onlyDollars: string;
  // Tokens.
  readonly nameBothTokens: string;
  readonly nameByMint: string;
  readonly nameOne: string;
  readonly nameSent: string;
  readonly oneToken: string;
  readonly oneOfTokens: string;
  readonly oneTokenSent: string;
  readonly keptAnother: string;
  readonly partOfWrapped: string;
  readonly venueOrToken: string;
  readonly notForItself: string;
  swappedForItself(symbol: string): string;
  tokenToPay(symbol: string): string;
  tokenToGet(symbol: string): string;
  severalTokens(name: string): string;
  severalTokensMint(name: string): string;
  unlisted(name: string): string;
  unlistedMint(name: string): string;
  readonly mintNotListed: string;
  readonly noListedMint: string;
  // Recipients.
  readonly sayWho: string;
  readonly sayWhoReceives: string;
  readonly oneRecipient: string;
  readonly notSolana: string;
  readonly copyAgain: string;
  readonly selfTransfer: string;
  readonly addressOrName: string;
  readonly walletAddressOrName: string;
  notAnAddress(address: string): string;
  notAnAddressYet(name: string): string;
  notAnAddressOrName(name: string): string;
  notSolanaAddress(text: string): string;
  cannotResolve(name: string): string;
  unknownName(name: string): string;
  unknownWallet(name: string): string;
  mintRecipient(address: string): string;
  programRecipient(address: string): string;
  offCurve(address: string): string;
  // Slippage.
  readonly slippageBounds: string;
  readonly slippageUnit: string;
  readonly slippageOfTransfer: string;
  // Questions.
  readonly oneQuestion: string;
  readonly oneQuote: string;
  readonly onePrice: string;
  readonly oneWallet: string;
  readonly tokensToQuote: string;
  readonly quotedInItself: string;
  readonly tokenOfPrice: string;
  readonly pricesInDollars: string;
  readonly pricesOfNow: string;
  readonly canBeAsked: string;
  readonly howThingsWork: string;
  readonly transferCosts: string;
  readonly notRepeated: string;
  strangeInQuestion(word: string): string;
}
