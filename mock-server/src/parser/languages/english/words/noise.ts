import { words } from "../../words.js";
import { FACTS, HALF_KEPT, REST_KEPT } from "./circumstances.js";
import {
  AT_LEISURE,
  AT_MARKET,
  DEAL_TO,
  FIND_BEST,
  FOLLOWING,
  GRATEFUL,
  GRATEFUL_PAST,
  GREETINGS,
  IN_NEED,
  REACTIONS,
  SOFTLY,
  THROUGH,
} from "./families.js";
import { REFERENCES } from "./manners.js";

/** Politeness, filler and hints that change nothing. `opener` only begins a sentence, `closer` only ends one. */
export const NOISE_GROUPS = {
  noise: [
    ...AT_MARKET,
    ...words`
    at once, sitting around, lying around, just sitting there, hope you're well, hope you are well, i hope you're well,
    i hope you are well, hope you're doing well, hope all is well, hope all's well, hope this finds you well, with jupiter aggregator, via jupiter aggregator, through jupiter aggregator, through the jupiter aggregator,
    via the jupiter aggregator, for gas, for fees, for gas fees, for transaction fees, for the fees, for network fees, for future fees, to cover fees, to cover gas,
    to cover the fees, to pay fees, from me, from my end, from my side, on my end, rn, for me, in total, a total of, i need help, i need some help, i need a favor, i need a favour, i need your help, please help, help please,
    help, quick one, quick request, quick question, one more thing, i'm ready, im ready, ready, i'm in a hurry,
    im in a hurry, in a hurry, here we go, i have a request, i have a task for you, i have a question, new task,
    please and thank you, pretty please, if that's possible, good sir,
    please, plz, pls, pleas, kindly, thanks, thank you, thanks a lot, thank you so much, thanks so much,
    thx, ty, tysm, tyvm, thanx, thnx, thnks, thks, tks, thank u, thankyou, cheers, thank you very much, thanks in advance, many thanks, thanks man, much
    appreciated, appreciate it, just, quickly, right now, immediately, asap, urgently, real quick, right
    away, now, ok, okay, alright, um, uh, umm, uhh, er, erm, hmm, like uh, you know, if you can, if
    possible, if you could, if you would, if you don't mind, if you please, real fast, as fast as possible,
    as soon as possible, as quickly as possible, fast, quick, urgent, it's urgent, its urgent, this is
    urgent, on solana, on solana mainnet, on the solana network, on the solana blockchain, on solana
    network, on mainnet, on solana chain, on the solana chain, over solana, via solana, using jupiter, via
    jupiter, through jupiter, using raydium, via raydium, through raydium, using orca, via orca, through
    orca, using meteora, via meteora, through meteora, using jup, via jup, with jupiter, through jup, using
    the jupiter aggregator, using jupiter aggregator, with the jupiter aggregator, using jupiter exchange,
    at the best price, for the best price, at best price, with the best price, at the best rate, with the
    best rate, at the current rate, at market price, at the market price, at market, at the current price,
    at current price, at the best available rate, at best rate, at the best possible price, at the best
    possible rate, for the best rate, by the best route, using the best route, via the best route, with the
    best route, best route, best price, best rate, at the going rate, at whatever the price is, at spot, at
    market rate, with priority, with high priority, with a high priority fee, from my wallet, from my
    account, from my solana wallet, out of my wallet, from wallet, from my balance, from my main wallet, in
    my wallet, straight away, simply, actually, basically, literally, then please, quick quick, kinda, with
    no hurry, no rush, no hurry, not urgent, it's not urgent, nothing urgent, no worries if not, no worries if not possible, rq`,
  ],
  /** Only before a verb: what follows says what is done. */
  deal_opener: DEAL_TO,
  opener: [
    ...SOFTLY,
    ...GRATEFUL_PAST,
    ...FOLLOWING,
    ...GRATEFUL,
    ...GREETINGS,
    ...THROUGH,
    ...REACTIONS,
    ...IN_NEED,
    ...words`
    perfect, awesome, excellent, wonderful, fine, super, sweet, i also want to, i also need to, i also would like to,
    i would also like to, i'd also like to, support, support team, one-click, one click, instant, instantly, flash,
    can ya, could ya, would ya, hiya, heya, would love to, we'd love to, i'd really like to, i would really like to,
    can you, could you, would you, will you, can you please, could you please, can u, could u, cld u, would
    u, i want to, i wanna, i would like to, i'd like to, id like to, i need to, i want you to, i need you
    to, i'd like you to, i would like you to, i'd love to, i would love to, let's, lets, let us, let me,
    help me, help me to, go ahead and, hey, hi, hello, yo, hey there, hi there, hello there, good morning,
    good afternoon, good evening, gm, greetings, dear, dear wallet, dear bot, dear agent, dear assistant, dear team, dear support, hi team, sir, bot, assistant, bro, man, dude, mate, friend,
    buddy, guys, team, fam, boss, anon, ser, hey bot, hey assistant, agent, hey agent, ai, hey ai, brian, eliza, bankr, jarvis, siri, alexa, claude, chatgpt,
    copilot, computer, hey google, so, well, yes, yeah, yep, yup, sure,
    cool, great, right, can you do me a favor and, could you do me a favor and, do me a favor and, can you
    do me a favour and, do me a favour and, i am looking to, i'm looking to, looking to, want to, need to,
    wanna, would like to, like to, gotta, i gotta, i've got to, lemme, i was hoping to, time to, trying to, i'm trying
    to, i am trying to, we need to, we want to, be so kind to, would you be so kind as to, would you mind,
    do you mind, mind, go, proceed to, proceed with, execute, perform, process, make, do, initiate,
    run, can you hook me up by, hook me up by, hook me up and, could you hook me up by, can you help me,
    could you help me, can you help me to, please help me, i wish to, i'd wish to, i request to, i request
    you to, requesting to, can you kindly, could you kindly, would you kindly, would you please, will you
    please, i need help to, i need your help to, can we, could we, and, also, then, first, next,
    fyi, oh, ah, hmm, howdy, sup, start, begin, try to, task, command, action, intent, i want u to,
    need you to, need u to, wanna go ahead and, go and, can you go ahead and, could you go ahead and, can
    you quickly, can you just, could you just, can you also, /, i was hoping you could, i was wondering if
    you could, i wonder if you could, any chance you could, any chance you can, think you could`,
  ],
  closer: [
    ...REFERENCES,
    ...FIND_BEST,
    ...AT_LEISURE,
    ...REST_KEPT,
    ...HALF_KEPT,
    ...FACTS,
    ...words`
    that i owe him, that i owe her, that i owe them, that i owe you, i owe him, i owe her, i owe them, for the concert tickets, for concert tickets,
    for the movie tickets, for the plane tickets, for the cab, for parking, for the parking, for brunch, for the brunch, for the cake, for the books,
    for the party, for the wedding, for the hotel room, for the delivery, for shipping, for the shipping, for the keys, for the shoes,
    no questions, no questions asked, no need to confirm, no need to ask, no confirmation needed, no need to double check, thanks a million, much obliged,
    for breakfast, for the coffees, for beers, for the beers, for the movie, for the movies, for groceries, for the groceries, for the ride, for the taxi, for the uber, for the trip, for the gift, for the present, for the work, for the help, for his help, for her help, for their help, for tonight, for the concert, for the bill, for the meal, for the game, for utilities, for the utilities, for internet, for electricity, for the electricity bill, for the electricity, for school, for petrol, for gas money, for the invoice, for the logo, for the design, for the art, for the ticket, for the room, for the hotel, for the flight, for the week, for the month, for this month, for the food, for food, for snacks, for drinks,
    is that possible, is this possible, is that something you can do, could you help
    with that, can you help with that, could you help me with that, can you help me with that, can you help,
    could you help, can you do that, could you do that, would you, will you, can you, could you, is that ok,
    is that okay, ok, okay, alright, bro, man, dude, mate, friend, buddy, guys, fam, boss, anon, ser, sir,
    lol, haha, lfg, wagmi, xd, let's go, lets go, do it, please do it, go, proceed, please proceed, please
    proceed with the swap, proceed with the swap, please proceed with the transfer, proceed with the
    transfer, please confirm, confirm, that's all, thats all, that is all, that's it, thats it, as usual,
    on my behalf, when you can, when you get a chance, whenever you can, when you have a moment, when
    you have a minute, when you're ready, when you are ready, have a nice day, have a good day, can you do
    it, you can do it, you got this, i appreciate it, i'd appreciate it, that would be great, would be
    great, that'd be great, if that works, if that's ok, if that's okay, got it, understood, will ya, would
    ya, eh, yeah, yes, yep, right, it's for lunch, for lunch, for dinner, for coffee, for the coffee, for
    rent, for the pizza, for pizza, for the rent, as a gift, as a thank you, for his birthday, for her
    birthday, for their birthday, as payment, for the work, for services, as agreed, as promised, as
    discussed, as a tip, for the tickets, for drinks, for the drinks, for gas, for the dinner, for the
    lunch, for helping, for your help, kk, k thx, k thanks, k ty, kthx, kthxbye, k bye, ok bye, bye, bye bye, okie, oki,
    okey, okey dokey, okie dokie, ta, tia, xoxo, much love, love ya, n thx, n ty, n thanks, cu, cya, gn, ttyl, have a good one,
    have a great day, not kidding, no cap, let me know, let me know when it's done, let me
    know when done, let me know once it's done, tell me when it's done`,
  ],
};
