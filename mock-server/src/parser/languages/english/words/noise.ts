import { phrases, words } from "../../words.js";

/** Reactions to an earlier answer, before the next request: "That sounds great.", "works for me". */
const REACTIONS = phrases(
  words`that sounds, that is, that looks, this is, it sounds, sounds, looks, that's, thats`,
  words`good, great, perfect, nice, fine, awesome, excellent`,
);

/**
 * Politeness, filler and hints that change nothing. `opener` starts a sentence, `closer` ends it. The newest are from "im
 * looking to swap 10 usdc for sol", "swap … and confirm" and "swap … using the best route".
 */
export const NOISE_GROUPS = {
  noise: [
    ...phrases(
      ["with", "at", "for"],
      ["the", ""],
      ["lowest", "low", "cheapest", "minimal"],
      ["fees", "fee", "cost", "gas"],
    ),
    ...words`
    at once, yo, sitting around, lying around, hope you're well, hope you are well, i hope you're well, i hope you are well,
    via jupiter aggregator, with jupiter aggregator, for gas, for fees, from me, rn, for me, in total, i need help, i need your help, help,
    quick one, i'm ready, im ready, ready, new task, please and thank you, pretty please, good sir, please, plz, pls, pleas, kindly, thanks,
    thank you, thanks a lot, thank you so much, thanks so much, thank you very much, thx, ty, tysm, tyvm, thanx, thnx, thnks, thks, tks,
    thank u, thankyou, cheers, thanks in advance, many thanks in advance, thank you in advance, thank you for your help, thanks for your help,
    many thanks, thanks man, much appreciated, appreciate it, just, quickly, right now, immediately, asap, urgently, real quick, right away,
    now, ok, okay, alright, um, uh, umm, uhh, er, erm, hmm, like uh, you know, if you can, if possible, if you could, if you would,
    if you don't mind, if you please, if it is possible, if it's possible, if you would be so kind, when you have time, if that's possible,
    real fast, as fast as possible, as soon as possible, as quickly as possible, quick, urgent, it's urgent, its urgent, this is urgent,
    on solana, on solana mainnet, on the solana network, on the solana blockchain, on solana chain, on the solana chain, on solana network, on solana blockchain, on mainnet, over solana, via solana, using jupiter,
    via jupiter, through jupiter, using jup, via jup, with jupiter, through jup, at the best price, for the best price, at best price,
    at the best rate, for the best rate, for best rate, for the best rates, at the current rate, at market price, at the market price, at market, at the current price, at current price,
    at the best available rate, using the best available rate, at best rate, at the best possible price, at the current market price,
    at market rate, using the best route, via the best route, best route, best price, best rate, at spot, with priority, with high priority, from my wallet, from my account,
    out of my wallet, from wallet, from my balance, from my main wallet, in my wallet, straight away, simply, actually, basically, literally,
    then please, no worries if not possible, no rush, no hurry, not urgent, nothing urgent, no worries if not, rq`,
  ],
  opener: [
    ...REACTIONS,
    ...words`
    that works, works for me, i like that one, i like it, thanks for that, thanks for the info, thanks for the update, perfect, awesome,
    excellent, wonderful, fine, super, sweet, i also want to, i also need to, support, one-click, one click, instant, instantly, flash, can ya,
    could ya, would ya, hiya, heya, would love to, can you, could you, would you, will you, can u, could u, cld u, would u, i want to, i wanna,
    i need to, i'm gonna need you to, gonna need you to, let's, lets, let us, let me, help me, help me to, go ahead and, hey, hi, hello,
    hey there, hi there, hello there, good morning, good afternoon, good evening, gm, greetings, dear, dear wallet, hey solana, ok solana,
    hey wallet, okay wallet, ok wallet, sir, bot, assistant, bro, man, dude, mate, friend, buddy, guys, team, fam, boss, anon, ser, agent, ai,
    brian, eliza, bankr, jarvis, siri, alexa, claude, chatgpt, copilot, computer, hey google, so, well, yes, yeah, yep, yup, sure, cool, great,
    right, use jupiter to, do me a favor and, i'm looking to, looking to, want to, need to, wanna, would like to, like to, gotta, i gotta, i've got to, lemme,
    i was hoping to, im looking to, time to, trying to, i'm trying to, we need to, we want to, do you mind, mind, go, proceed to, proceed with, execute,
    perform, process, make, do, initiate, run, can you hook me up by, hook me up by, hook me up and, i wish to, i request to, requesting to,
    i need help to, execute a trade to, execute a swap to, make a trade to, make a swap to, can we, could we, and, also, then, first, next, fyi,
    oh, ah, howdy, sup, start, begin, try to, task, command, action, intent, need you to, need u to, help to, i would like you, i want you,
    i need you, sorry to bother, sorry to bother you, excuse me, good day, can you to, could you to, /, eh, a request, are you able to`,
  ],
  closer: words`
    sent from my iphone, sent from my ipad, sent from my phone, sent from my android, sent from my mobile, sent from my mac, and thanks,
    and thank you, that i owe him, that i owe her, that i owe them, i owe him, i owe her, i owe them, for the concert tickets,
    for the tickets, for parking, for brunch, for breakfast, for lunch, for dinner, for the dinner, for dinner last night,
    for lunch yesterday, for coffee, for the coffee, for pizza, for the pizza, for food, for beers, for drinks, for the drinks, for snacks,
    for groceries, for rent, for the rent, for shipping, for tonight, for the concert, for utilities, for internet, for electricity,
    for school, for petrol, for the work, for the help, for your help, for helping, for services, no questions, no need to confirm,
    much obliged, is that possible, is that something you can do, could you help with that, can you do that, could you do that, would you,
    will you, can you, could you, ok, okay, alright, bro, man, dude, mate, friend, buddy, guys, fam, boss, anon, ser, sir, lol, haha, lfg,
    wagmi, xd, let's go, lets go, do it, go, proceed, proceed with the swap, confirm, and confirm, that's all, thats all, that is all,
    that's it, thats it, as usual, when you can, when you get a chance, when you get a moment, when you have a moment,
    when you have a minute, fast, have a nice day, have a good day, have a great day, have a good one, have a great weekend,
    have a nice weekend, take care, regards, best regards, kind regards, best wishes, you got this, i appreciate it, i'd appreciate it,
    that would be great, that'd be great, got it, understood, will ya, would ya, right, as a gift, as payment, as agreed, as promised,
    as discussed, as a tip, kk, k thx, k thanks, k ty, kthx, kthxbye, k bye, bye, comma, period, full stop, okie, oki, okey, okey dokey,
    okie dokie, ta, tia, xoxo, much love, love ya, n thx, n ty, n thanks, cu, cya, gn, ttyl, not kidding, no cap, let me know,
    let me know when it's done, happy birthday, congrats, congratulations, madam, from me, for last night, yes, lah, leh, lor, yaar, bhai,
    ji, innit`,
};
