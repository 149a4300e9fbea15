import { words } from "../../words.js";

/** Circumstances: a sentence before the order that is made of these alone says why, and nothing of what or how much. */
export const CONTEXT_WORDS: readonly string[] = words`
    it's, its, it, is, are, am, i'm, im, i am, i've, my, our, the, a, an, this, so, very, really, too, quite, pretty,
    getting, looks, look, looking, feels, feeling, seems, today, finally, just, got, market, markets, price, prices,
    chart, charts, rent, bill, bills, salary, paycheck, payday, birthday, anniversary, friday, monday, weekend, morning,
    lunch, dinner, coffee, time, due, happy, merry, congrats, congratulations, weak, strong, good, great, nice, bad,
    awful, amazing, terrible, low, high, cheap, expensive, bullish, bearish, hot, cold, red, green, up, down, pumping,
    dumping, dipping, mooning, crashing, rising, falling, hungry, tired, broke, rich, excited, bored, late, early,
    back, here, home, ready, done, on, at, of, with, all, again, lol, haha, wow, yay, ugh, man, ser, gm, gn, christmas,
    new year, bonus, invoice, month, end, paid`;

/** Alone with tokens these tell nothing: "On Monday." says when to act, "SOL price." asks. */
export const BARE_WORDS: readonly string[] = words`
    on, at, of, with, the, a, an, this, all, my, our, end, month, friday, monday, weekend, morning, today, early, late,
    time, christmas, new, year, again, back, here, home, done, up, down, in, so, it, price, prices, chart, charts,
    market, markets`;

/** Behind these a name may stand: "Happy birthday Alice!" */
export const WISHES: ReadonlySet<string> = new Set(["happy", "merry", "congrats", "congratulations"]);

/** Why something is done; asked ("She paid?", "Good price?"), it is a condition. */
export const FACTS: readonly string[] = words`
    he paid, she paid, they paid, he covered, she covered, they covered, he helped me, she helped me, they helped me,
    great price, good price, price is great, price is good, price is great today, the price is great, the price is good, it's a good price`;

/** Nothing is left to keep when all is sold. */
export const REST_KEPT: readonly string[] = words`
    and keep the rest, keep the rest, and leave the rest, leave the rest, and hold the rest`;
/** Half is left when half is sold, and not otherwise. */
export const HALF_KEPT: readonly string[] = words`and keep the other half, and leave the other half`;

/** How a letter ends. */
export const FAREWELLS: ReadonlySet<string> = new Set([
  "best",
  "regards",
  "kind regards",
  "best regards",
  "warm regards",
  "best wishes",
  "sincerely",
  "yours",
  "yours sincerely",
]);
