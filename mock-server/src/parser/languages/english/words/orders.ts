import { phrases, words } from "../../words.js";

const DO = ["do", "make", "perform", "execute", "initiate", "carry out", "process", "place"];
const SWAPS = ["swap", "trade", "exchange", "conversion"];
const TRADES = ["swap", "convert", "exchange", "trade", "change"];
const PAYMENTS = ["transfer", "payment", "donation", "tip", "gift"];

/**
 * Words and phrases of orders by role. Patterns refer to the groups, and a phrase counts as one word. Other languages
 * provide a value of the same type.
 */
export const ORDER_GROUPS = {
  /** Exchanging one token for another, by verb or noun: "execute a trade of 10 USDC to SOL". */
  SWAP: [
    ...phrases(DO, ["a", "an", "the", "me a", "me", ""], SWAPS, ["of", "from"]),
    ...phrases(DO, ["a", "an", "the following", ""], SWAPS),
    ...phrases(TRADES, ["for me", "me"]),
    // "Perform a token swap of 1 SOL for USDC"
    ...phrases(["do", "make", "perform", "execute"], ["a token swap"], ["of", "from"]),
    // Without "conversion of", which may be a question about the result.
    ...phrases(["swap", "trade", "exchange"], ["of"]),
    ...words`
    swap, exchange, convert, trade, change, switch, flip, rotate, turn, swap out,
    trade in, trade out, trade up, swp, xchange, transform, replace, go from`,
  ],
  /** Before the amount to spend: "Execute swap for 1 SOL to USDC". */
  A_SWAP_FOR: phrases(["execute", "perform", "make", "do"], ["a", ""], ["swap", "trade"], ["for"]),
  SELL: words`
    sel, sell, dump, offload, unload, get rid of, cash out, sell off, cash in, ditch, market sell, liquidate, get out of, get me out of`,
  /** Verbs with a pronoun in one word. */
  SWAP_IT: [],
  SEND_IT: [],
  PAY_HIM: [],
  /** Moving a token, into another one or to another chain. */
  PASS: words`move, transfer, shift`,
  HAVE: words`i have, i've got, ive got, i got, i own, i hold, take, here are, here is, here's, there are, there is, my`,
  AS_MUCH: words`as much, as many`,
  POSSIBLE: words`as possible, as i can, as you can, i can, that i can, you can`,
  OWE: words`i owe, we owe`,
  NEEDS: words`needs, wants`,
  /** Words that make a participle an order: "2 SOL should be swapped to USDC". */
  MUST_BE: words`should be, must be, needs to be, need to be, has to be, have to be, are to be, is to be, ought to be, shall be`,
  MUST_GO: words`should go, must go, has to go, have to go, needs to go, need to go`,
  /** Words before a payment that must reach someone. */
  ENSURE: words`see to it that, make sure that, make sure, ensure that, ensure, see that, arrange that, be sure that`,
  RECEIVES: words`receives, gets, has, receive, get`,
  /** Labels of a form: "Recipient: bob.sol, amount: 5 USDC". */
  PAYEE: words`to, recipient, payee, beneficiary, receiver`,
  /** Verbs that mean the whole balance. An amount to receive would contradict them. */
  RID: words`get rid of, get out of, get me out of, ditch, sell off, cash out`,
  PUT: words`put, move, throw, ape, invest, roll, toss, drop, chuck, lob, allocate, yolo, yeet, rotate`,
  SPEND: words`spend, blow, drop, use, use up`,
  BUY: words`
    buy, purchase, acquire, grab, pick up, scoop up, scoop, cop, snag, buy me, grab me, buy myself, market buy, snap up, get me some,
    load me, pick me up, load up on, stock up on, ape into, invest in, buy into, buy up, go into, get into, load up, grab me some`,
  GET: words`get, get me, give me, gimme, obtain, fetch me, get myself, receive`,
  /** Sending a token, by verb or noun: "make a payment of 5 USDC to alice.sol". */
  SEND: [
    ...phrases(DO, ["a", "the", ""], PAYMENTS, ["of"]),
    ...phrases(DO, ["a", "the following"], PAYMENTS),
    ...phrases(["send", "give", "pay"], ["a", "the"], PAYMENTS, ["of"]),
    ...words`
    send, transfer, xfer, pay, credit, wire, forward, shoot, slide, give, move, tip, gift, beam, remit, send over, shoot
    over, donate, drop, toss, zap, fire off, transmit, make an immediate transfer of, make a payment being, send out,
    push, ship, hand over, hand, send along, pay out, snd, deliver, pass, sling, fling, spot, refund, reimburse,
    repay back, flick, withdraw, wire transfer, kick, chuck, yeet, hit, hit up, send back, give back, pay back, return, repay`,
  ],
  /** Words that begin an order whose action is a noun after the amount: "do a 5 SOL to USDC swap". */
  A_DEED: words`do a, make a, perform a, execute a`,
  PAYMENT: words`payment, tip, gift, donation, transfer`,
  KEEP: words`keep, leave, hold back, retain, keep back, hold on to, leave me, save`,
  TO: words`as a gift to, as a tip to, as a payment to, as payment to, to, over to, onto, on to, directly to, straight to, across to, back to, toward, towards`,
  FOR: words`for, fr, against, vs, versus, in exchange for, in return for, for some`,
  /**
   * Words between the token to give and the token to receive. After "get" and similar verbs they begin a second order.
   */
  YIELDS: words`
    and get, and receive, to get, to receive, and give me, to obtain, and buy, to buy, and purchase, to purchase, get, buy, to acquire, and acquire,
    and get me, and buy me, and buy some, to buy some, buying`,
  // "Convert 5 USDC to its equivalent in SOL"
  INTO: words`
    to its equivalent in, into its equivalent in, into, in to, ->, and into, and turn it into, become, to become, over into, towards,
    back into, and convert to, and convert it to, and convert into, and convert it into, and swap to, and swap it to, and swap into,
    and swap it into, and change it to, and change it into, and exchange it for, and trade it for, and swap it for, and turn into`,
  WITH: words`
    with, using, paying, paying with, paid with, out of, by using, by selling, by spending, funded with, funded by,
    paying in, by swapping, and pay with, spending, using up`,
  OF: words`of, worth of, 's worth of, in, worth`,
  DET: words`my, the, our, some`,
  // "sell my entire WIF position for USDC" (a bot's help page)
  BALANCE: words`
    balance, holdings, position, bag, bags, stack, stash, i have, i own, i hold, in my wallet, in my account, that i
    have, that i own, that i hold, i've got, i got, i have left, we have, funds, reserves, of mine`,
  UNIT: words`token, tokens, coin, coins, unit, units`,
  EXCEPT: words`
    except, but, except for, all except, minus, save for, apart from, other than, less, but keep,
    but leave, but for, leaving, keeping, excluding, besides, and keep, and leave`,
  REST: words`the rest, rest, the remainder, the rest of it, remaining, the remaining, what's left`,
  TAKE_FROM: words`
    pay for it with, pay for it from, pay for it using, paying with, and pay with, and pay for it with, pay in, and pay in, i'll pay in, i pay in,
    i'll pay with, take it from, take it out of, paid from, take that from, pay with, pay from, fund it with, fund it from`,
  END_WITH: words`
    so i end up with, so i get, so that i get, so that i end up with, until i get, so i receive, so that i receive, so i have, to end up with,
    so i'll get, and end up with, so i can get, to get exactly, to get me, for exactly, to receive exactly`,
  HOLDER: words`
    following, the following, the following wallet, the following address, wallet, address, account, recipient, this address, this wallet,
    the address, the wallet, the account, wallet address, my other wallet, my wallet, my second wallet, my cold wallet, my hot wallet, my ledger,
    solana address, solana wallet, the wallet address, following address, the recipient, destination, my main wallet, the solana address,
    the solana wallet, this wallet address, this solana address, her wallet, his wallet, their wallet, this account, this one, my main,
    my savings wallet, my backup wallet, my burner, the address of, the wallet of, wallet of, address of, account of, a wallet, my trading wallet`,
  PERSON: words`
    my friend, my brother, my sister, my mom, my dad, my wife, my husband, my buddy, my mate, user, my mother, my father, my son, my daughter,
    my cousin, my roommate, my landlord, my boss, my colleague, my girlfriend, my boyfriend, my partner, my uncle, my aunt, my grandma, my team,
    my friends, a friend, the merchant, the seller, the shop`,
  LAMPORTS: words`lamports, lamport`,
  NEED: words`i need, need, i want, i require, want, i'd like, i would like, id like`,
  /** After a wish these words are not a past tense: "I need 20 USDC swapped". */
  SWAPPED: words`swapped, converted, exchanged, traded, changed`,
  SENT: words`sent, transferred, wired, paid, forwarded`,
  // "I have 50 USDC and want to swap it to SOL" (a wallet's chat)
  AND: words`and, and want to, and i want to, and would like to, and i'd like to, plus, &`,
  SLIPPAGE: words`slippage, slip, slipage, slippage tolerance`,
  /** Single words that patterns and stages refer to. */
  BARE: [
    ...phrases(
      ["but leave", "but keep", "and leave", "and keep", "leaving", "keeping"],
      ["some", "enough", "a bit", "a little"],
      ["for fees", "for gas", "for the fees", "for gas fees", "for network fees", "for transaction fees"],
    ),
    ...words`
    amount, back, the sum of, a sum of, an amount of, the amount of, a total of, the total of, worth, on, from, only, more, another, these, enough, have, exactly,
    precisely, by, at, me, it, them, him, her, that, those, everyone, each, between, among, both, split, i, a, an, percent, take, let, money, tolerance, i accept, price, my balance is, i currently have, i now have, tx, txn`,
  ],
};
