import { venues, words } from "../../words.js";
import { ORDER_GROUPS } from "./orders.js";

const VERBS: readonly string[] = [
  ...new Set(
    (["SWAP", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"] as const).flatMap((name) => ORDER_GROUPS[name]),
  ),
].filter((verb) => /^[a-z]{2,}$/.test(verb));

const SHORT_VOWEL = /^[^aeiou]*[aeiou][bdgmnprt]$/;

/** The third person of a verb: "sends", "passes". */
const third = (verb: string): string => (/(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`);

/** The past form of a verb: "swapped", "donated". */
function past(verb: string): string {
  if (verb.endsWith("e")) return `${verb}d`;
  return SHORT_VOWEL.test(verb) ? `${verb}${verb.slice(-1)}ed` : `${verb}ed`;
}

/** Order verbs in the third person are statements, not orders. */
export const THIRD_PERSON: readonly string[] = VERBS.map(third);

export const PAST_FORMS: readonly string[] = [
  ...VERBS.map(past),
  ...words`given, taken, took, got, gotten, shot, slid, flung, slung, threw, thrown, blew, blown`,
];

/** Words that prevent reading a text as an order, checked before any parameter is read. */
export const GUARD_GROUPS = {
  negation: words`
    under no circumstances, by no means, on no account, not swap, not send, don't, dont, do not, never, no slippage, without slippage,
    without any slippage, without fees, no fees, without gas, without paying fees, cancel, abort, stop, not, without, forget it,
    forget that, just kidding, jk, kidding, scratch that, disregard, ignore that, doesn't, doesnt, won't, wont, can't, cant, cannot,
    shouldn't, shouldnt, wouldn't, wouldnt, isn't, isnt, ain't, aint, no wait, hang on, wait no, rather not, refuse, avoid, hold off,
    hold on, take it back, changed my mind, change my mind, on second thought, instead of, neither, nor, call off, mustn't, didn't, didnt,
    no longer, rather than, couldn't, couldnt, do nt, refrain, reject, decline, halt, psych, wait, no way, nao, ne`,
  soft_negation: words`
    not right now, not at this time, not just yet, not at the moment, not for now, not for me, some other time, maybe later, another time,
    no not now, not now, no thanks, no thank you, no, nope, nah, never mind, nevermind, nvm, not yet, not today, that's not it, not that`,
  hedge: words`
    if you were me, if i were you, if you were in my shoes, in my shoes, was about to, i was about to, i was going to, was going to,
    you can, you could, you may, i'd be happy to, i would be happy to, happy to, thinks, thought, wants, needs, likes, hopes, wishes, plans,
    tries, needed, hoped, tried, wished, unable to, failed, failed to, fails, note to self, reminder, note to myself, system, quote unquote,
    fake, joking, joke, a joke, prank, this is a test, it's a test, just a test, quoting, test case, in theory, dear diary, yeah right,
    yea right, ya right, yep right, yeah yeah right, as if, in your dreams, fat chance, sure jan, when pigs fly, good one, might, maybe,
    perhaps, thinking about, thinking of, i think, considering, consider, wondering, i wish, i wanted, wanted to, would have, could have,
    should have, probably, possibly, i may, i could, suppose, imagine, pretend, hypothetically, for example, e.g, said, says, told, asked,
    say, repeat, example, like when, i used to, planning to, plan to, i plan, hoping, dreamed, ignore previous instructions,
    what can you do, what can u do, what can i do, what do you do, how do you work, how does it work, how does this work, how do i use this,
    ignore all previous instructions, ignore, ignore your instructions, forget previous instructions, forget your instructions`,
  statement_third: THIRD_PERSON,
  statement_past: PAST_FORMS,
  // "send alice.sol 5 USDC for the pizza he bought"
  past: words`
    swapped, sent, bought, sold, traded, exchanged, converted, transferred, paid, moved, purchased, received, gave, spent, gone`,
  condition: words`
    if, when, whenever, unless, once, until, till, after, before, as soon as, while, in case, provided, assuming, whether, depending,
    only if, if and only if, in the event, should it, the moment, every time, given that, hits, drops, drops below, reaches, goes above,
    goes below, falls, rises, above, below, crosses, dips, pumps, dumps, moons`,
  schedule: words`
    today, this afternoon, later today, o'clock, times, every, daily, weekly, monthly, hourly, tomorrow, tonight, later, next week,
    next month, next year, monday, tuesday, wednesday, thursday, friday, saturday, sunday, at midnight, at noon, midnight, noon, recurring,
    schedule, scheduled, minutes, minute, hours, hour, days, day, weeks, week, months, month, seconds, each day, each week, each month,
    this evening, this weekend, weekend, weekends, weekdays, on weekends, dca, twap, vwap, dollar cost average, payday, in an hour,
    in a week, in a day, end of the month, on friday, a day, a week, a month, per day, per week, per month, yearly, annually, year,
    regularly, from now, over the next, twice, biweekly, auto, automatically, easter, christmas, new year, morning, soon`,
  limit: words`
    limit, limit order, order, stop loss, stop-loss, take profit, take profits, take-profit, trailing,
    trailing stop, at a price of, order to, trigger, limit buy, limit sell, at least, or better, or more, minimum of, max price, min price`,
  // "turn on notifications", "log out", "buy SOL with visa"
  unsupported: words`
    switch to devnet, switch to testnet, switch to mainnet, use devnet, devnet sol, testnet sol, switch network, switch networks,
    change network, change the network, switch wallet, switch wallets, change wallet, change my wallet, switch my wallet, leverage,
    leveraged, long, short, perp, perps, margin, futures, call option, put option, hedge, priority fee, with priority fee, jito tip,
    log out, log off, turn on, turn off, ping me, text me, email me, message me, dm me, visa, mastercard, zelle, google pay, cash app,
    gcash, to my bank, from my bank, with my bank, bank transfer, with a note, refund me, refund my, remind me to, request a payment,
    request payment, payment request, request money, request funds, request cash, request it, request a private, request the total,
    the same, same, same amount, the usual, usual amount, the usual amount of, as yesterday, as before, like last time, as last time,
    same as, once more, again, repeat my last, repeat the last, bid, offer, sweep, my card, onto my card, stake, unstake, restake, staking, unstaking, lend, borrow, loan,
    deposit, bridge, bridging, wrap, unwrap, mint, create, deploy, launch, airdrop, list, delist, claim, burn, vote, undo, revert, reverse,
    escrow, open, close, add liquidity, remove liquidity, provide liquidity, provide, remove, lp, farm, harvest, compound, rebalance, snipe,
    copy trade, copytrade, faucet, mortgage, delegate, undelegate, redeem, collect, freeze, lock, unlock, approve, revoke, sign, set, setup,
    set up, alert, notify, remind, register, generate, download, import, export, connect, disconnect, backup, back up, recover, request sol,
    supply, hodl, earn, private key, seed phrase, secret key, mnemonic, passphrase, password, keypair, trending, liquidity, vault, pool,
    yield, nft, nfts, memo, multisig, position, positions, cctp, wormhole bridge, fund my, top up, simulate, delete, update, edit, upgrade,
    and back, there and back, round trip, double, triple, increase, decrease, reduce, raise, lower, empty, drain, boost, rename, split,
    distribute, disperse, multisend, batch, merge, swap back, reinvest, arbitrage, flash loan, flashloan, front run, sandwich, mev,
    portfolio target, target allocation, allocation, bridge order, new token, new wallet, a wallet, whitelist, blacklist, block, report,
    order book, orderbook, auction, bet, gamble, wager, raffle, rent, subscribe, invoice, mine, mining, convert to fiat, off-ramp, offramp,
    on-ramp, onramp, cash, apple pay, paypal, venmo, credit card, debit card, gift card, money market, option, options`,
  venue: [...venues(["on", "via", "through", "using", "over", "at", "by", "thru"], ["with"]), "on pump fun"],
  question: words`
    i have a question, quick question, a question, one question, when can you, when can we, when could you, when could we, when will you,
    when will we, when would you, do i, do we, when do i, when do we, when should i, when should we, when can i, when could i, when will i,
    when would i, when is the best time, when is a good time, when's the best time, when's a good time, do i have enough, have i enough,
    am i able to, any limit on, any upperbound on, any upper bound on, will i be charged, would i be charged, what is, what are, what was,
    what were, what would, what will, what can, what could, how much, how many, how is, how are, where is, where are, what, what's, whats,
    how, how's, hows, why, where, which, who, whose, should, is, are, was, were, does, did, do you, can i, could i, may i, has, have i,
    have you, am i, is it, is there, are there, would it, will it, shall, shall we, shall i, would i, will i, how do i, how can i, how to,
    should i, what if, what happens, is it possible to, is it safe to, can you guide me, guide me, explain, teach me, walk me through,
    show me how, tell me how, tell me about, advise, recommend, any idea, any advice, worth it, do you think, thoughts on, opinion,
    what would happen, how about, what about, is it worth, could you explain, can you explain, can you tell me, could you tell me,
    can somebody, can anyone, can someone`,
  vague: words`
    kinda, sorta, kind of, sort of, somewhere near, give or take, ballpark, everything else, all else, the others, all the others,
    all others, anything else, the other ones, a ton of, a load of, a pile of, a heap of, a whole lot of, somewhere between, anywhere from,
    a good chunk of, a large amount of, some, a few, few, several, a couple of, a couple, couple, couple of, a bit of, a little,
    a little bit of, a bunch of, a lot of, lots of, most of, most, much of, part of, about, around, roughly, approximately, approx, nearly,
    almost, up to, at most, any, more, enough, ~, \u2248, circa, ish, or so, no more than, no less than, less than, more than, over, under,
    between, a chunk of, a handful of, handful, as much, as much as possible, as many as possible, loads of, tons of, a portion of,
    somewhat, close to, or, a piece of, a pinch of, as many, like, something like, max of, at max, maximum of, a small amount of, small amount, a tiny bit of,
    bit of, some of, plenty of, somewhere around, a fraction of, the usual amount of, the usual, same amount, same`,
  // "swap my SOL for whatever is pumping"
  superlative: words`
    highest, best, top, most traded, cheapest, hottest, strongest, biggest, lowest, largest, popular, most popular, trendiest, worst,
    newest, latest, favorite, favourite, random, another, whatever, any token, any coin, something, stablecoin, stablecoins, stables,
    stable, shitcoin, memecoin, memecoins, meme coin, altcoin, altcoins, crypto, winner, performing, volume, gainer, losers, gainers, loser,
    one of them, one of those, one of these, one of my tokens, one of my coins, one of my bags, one of my holdings, one of my memecoins,
    one of my stablecoins, one of the tokens, one of the coins, one of these tokens, one of these coins, one of those tokens,
    one of those coins, one of my assets, one of the top`,
  pronoun_token: words`
    it, them, that, this, those, these, it all, all of it, stuff, coins, tokens, token, coin, money, funds,
    cash, crypto, the dip, everything i have, my bag, my bags, assets, asset, balance, portfolio`,
};
