import { phrases, words } from "../../words.js";

const CAN_YOU = ["can you", "could you", "would you", "will you", "can u", "could u"];
const SHOW = words`tell me, show me, check, give me, get me, list, let me know, find, pull up, display`;
const DONE = words`send, swap, sell, buy, pay, spend, transfer, trade, receive, get, convert`;

/** Words of questions about a wallet or the market. Otherwise, a question contains only tokens, addresses and times. */
export const QUERY_GROUPS = {
  Q_PRICE: words`
    price wise, pricewise, price-wise, price, prices, worth, value, valued, cost, costs, trading, trading at, trade at, go for, goes for, market cap,
    marketcap, mcap, change, rate, rates, going for, price of, current price, chart, floor, quoted, ath, fdv, priced, selling for, volume, spot price,
    market data, exchange rate, conversion rate, convert rate, swap rate, swap price, expensive, capitalization, stats, px`,
  Q_BALANCE: words`
    how broke am i, in my checking, in my savings, in my bank, in checking, in savings, balance, balances, coffers, what's left, whats left,
    how much money, how much money's, how much money do i have, funds, bal, wallet balance`,
  Q_OWN: words`
    sitting on, am i sitting on, got any, have any, ive got, i have left, have, own, hold, got, holding, have left, left, do i have, do i have enough, have i enough, do we have, i have,
    i own, i hold, possess, available, i've got, i got, have i got, do i own, do i hold, am i holding, remaining`,
  Q_PORTFOLIO: words`
    solana wallet, solana account, portfolio, holdings, assets, net worth, my tokens, my coins, in my wallet, in my account, my bags, positions,
    everything i own, everything i have, portfolio value, total value, my wallet, my account, wallet, breakdown, overview, summary, contents,
    total worth, am i worth, how rich am i, am i rich, how rich i am, allocation, exposure, snapshot, everything worth, account value, investments, rundown`,
  /** Holdings besides tokens: "show me my NFTs" (wallets' chats). */
  Q_LISTED: words`nft, nfts, nft collection, nft collections, staked, stakes, stake account, stake accounts, staking position, staking positions`,
  Q_HISTORY: [
    // "what did I buy last week", "has anyone sent me SOL" (a wallet's search box)
    ...phrases(
      ["when did i last", "what did i last", "when did i", "did i", "did i already", "did i ever"],
      DONE,
    ),
    ...phrases(["anyone", "someone"], ["send me", "sent me", "pay me", "paid me"]),
    // "what have I traded recently" (an agent kit's prompts)
    ...words`
    have i sent, have i spent, have i traded, have i swapped, have i bought, have i sold, did i do, have i done, i have done, been up to,
    have i been doing, who sent me, left my wallet, where did all my money go, did i get paid, been paid, paid me, total spent, total sent,
    how much money have i spent, i did, my transfer, my swap, my trade, my payment, my deposit, my order, transfer history, transfer log, swap log,
    trade log, history, transactions, transaction, transfers, swaps, trades, activity, payments, purchases, txs, txns, tx, txn, transaction history,
    last swap, last transfer, last trade, last payment, statement, trade history, swap history, orders, sends, buys, sells, i sent, i swapped,
    i bought, i sold, i spent, i paid, i traded, i made, did i make, go through, went through, gone through, happened in my wallet, deposits,
    withdrawals, spending, incoming, outgoing, logs, log, ledger, i've made, i've sent, i've swapped, received, arrive, arrived, landed, come in,
    came in, show up`,
  ],
  Q_QUOTE: words`
    route for, get me a route, get route, find route, compare rates, compare prices, compare quotes, get quotes, get quote, get a quote, best rate,
    best price, find the best route, find the best rate, best swap rate, price impact, best route, routes, expected output, quote, quotes, a quote,
    swap quote, swap estimate, the route, estimate, preview, quoted price`,
  Q_EXCHANGE: words`
    how much, how many, get, receive, to buy, to get, to purchase, to receive, worth, would i get, do i get, can i get, convert, buy, cost,
    equal, equals, is, gets me, get me, give me, will i receive, what would, rate, trade, swap, exchange`,
  Q_RATE: words`
    rate, rates, convert rate, value, cost, worth, best rate, best price, exchange rate, conversion rate, swap rate, swap price, output`,
  Q_STANDING: words`
    how's, hows, do, up, down, up or down, gone, go up, at, doing, looking, trading, sitting, performed, performing, pumping, dumping, mooning, crashing,
    rising, falling, moved, moving, dropping, climbing, drop, rise, fall, pump, dump, dropped, fallen`,
  Q_PAST: words`
    yesterday, last week, last month, last year, last night, ago, monday, tuesday, wednesday, thursday, friday, saturday, sunday,
    january, february, march, april, june, july, august, september, october, november, december`,
  Q_CUE: [
    ...phrases(CAN_YOU, SHOW),
    ...words`
    do you know, do u know, do you have, i'd like to know, i would like to know, i wanna know, may i see, may i know, how about, what about,
    inform me of, compare, sum up, summarize, summarise, add up, tally, recap, run through, go over, update me on, state, provide, got any, have any,
    wats, whts, gimme, tell me about, i wonder, request, wat, wut, wht, wassup with, hows, retrieve, query, pull, bring, analyze, analyse, look at,
    take a look at, if i swapped, if i sold, calculate, has, any, last, status, the status, what's left, whats left, how much money have i spent,
    if i swap, if i sell, if i trade, if i buy, is there, is there any, are there any, remind me, what would, what will, what can, what could,
    could i see, can i get, can i check, show me how many, tell me how many, tell me how much, let me know, i want to know, i need to know, where is,
    where are, where's, what, what's, whats, what is, what are, what're, how much, how many, show, show me, check, check on, see, view, display, list,
    tell me, find, fetch, look up, lookup, bring up, pull up, give me, get, get me, which, how's, how is, how are, did, do i, have i, is, can i see,
    read, price, balance, balances, portfolio, history, quote, holdings, transactions, market cap, current, latest, recent, print, tell, give, how,
    current price, estimate, preview, can you tell me, can you check, can you show me, what was, what were, are, was, who, when, know, am i`,
  ],
  Q_FILL: words`
    left to send, to spend, after staking, top, valuable, at the moment, dough, moolah, cheddar, empty, yet, money's, until, till, us dollars,
    in us dollars, would it, will it, already, wallet's, account's, native, spl, remain, these, these days, nowadays, her, his, times, worth of,
    the amount of, transfer, across, percentage, values, payment, can i, could i, would i, will i, i need, i want, need, want, i would like, asset,
    cash, ive, contract, contract address, mint address, token address, mint, wallet address, solana address, this wallet, this address, the wallet,
    the address, the account, this account, wallet of, enough, i'd, i'll, route, live, need to, happened, happen, expected, impact, slippage, swapped,
    sold, bought, traded, converted, we, best, lately, conversion, rn, atm, performance, been, hour, let, please, the, a, an, my, of, were, for, in,
    on, to, me, i, i'm, am, does, be, it, that, this, there, with, from, by, and, or, all, right, now, currently, recently, total, overall, new,
    today, today's, wallets, account, accounts, address, token, tokens, coin, coins, crypto, cryptos, much, many, market, past, previous, week, month,
    day, days, hours, year, weeks, months, 24h, 24, 7d, 30d, per, each, every, you, your, can, could, would, will, look, like, out, so, far, us,
    dollars, dollar, usd, eur, euros, euro, gbp, $, feed, data, info, details, full, complete, entire, whole, real, time, real-time, still, go,
    through, one, single, amount, spot, exact, exactly, again, first, five, ten, three, two, four, personal, combined, completed, successful,
    confirmed, confirm, ever, whom, where, made, make, had, against, vs, versus, into, if, swapping, selling, buying, right now, between, since,
    this week, this month, this year, on solana, mainnet, on mainnet, send, spend, sell, pay, sent, 's, their, its, currently worth, everything,
    altogether, money, changed, over, during, within, bank, savings, checking, january, february, march, april, may, june, july, august, september,
    october, november, december, using, about, some, quickly, real quick, just, also, went, take, getting, sending, going, inside, anything,
    something, i've, most, most recent, newest, few, a few, couple, work, worked, done, finished, finalized, succeed, succeeded, failed, fail,
    distributed, allocated, split, biggest, largest`,
  Q_UNSUPPORTED: words`
    that token, that coin, by volume, by market cap,
    my wallet address, your wallet address, my address, your address, public key, deposit address, going up, going down, going to, gonna,
    will be, should be, predict, tomorrow, next week, next month, next year, tax, taxes, transaction cost, swap cost, in cash, trending,
    rug, rugpull, safe, scam, bridge, stake, staking, apy, apr, yield, gas, fees, fee, news, sentiment, bullish, bearish,
    holders, liquidity, prediction, forecast, private key, seed phrase, secret key, mnemonic, audit`,
};
