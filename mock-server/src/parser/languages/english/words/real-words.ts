import { words } from "../../words.js";

/** English words that are one slip away from a verb or function word of the lexicon, and are meant as written. */
export const REAL_WORDS: ReadonlySet<string> = new Set(words`
    soap, slap, snap, sway, swan, swam, swat, swab, swamp, swag, trace, grade, tirade, trader, triad, traders, twitch,
    stitch, swatch, witch, snitch, clip, slip, blip, flop, flap, flit, film, notate, torn, burn, urn, turf, tern,
    bell, cell, dell, fell, hell, jell, tell, yell, seal, shell, smell, spell, swell, sill, bump, damp, hump, jump,
    lump, pump, rump, dumb, sump, upload, pitch, hitch, bitch, dutch, crab, drab, gram, grad, gray, gran, grub, garb,
    stoop, snoop, swoop, coop, snug, stag, slag, shag, sang, snog, bend, fend, mend, rend, tend, vend, wend, end,
    sand, seed, fire, hire, tire, mire, dire, sire, wine, wide, wife, wise, wipe, wile, were, ware, wore, wirer,
    shout, shot, shoo, hoot, scoot, short, slice, slime, side, slider, elide, glide, slid, sidle, dive, hive, live,
    jive, gibe, giver, love, dove, cove, rove, mode, mole, mover, wove, movie, lift, rift, sift, gist, gilt, girt,
    beat, bead, bean, bear, beak, seam, team, ream, bream, emit, remix, demit, loss, boss, moss, toes, tosh, toys,
    tops, tons, togs, tots, transit, delivery, delver, filing, cling, flying, bling, flings, defund, click, slick,
    flock, fleck, lick, chick, chock, shuck, chunk, cheek, convent, concert, converter, exchanger, replacer,
    intro, info, unto, onto, pinto, frog, prom, wish, width, wit, witch, wits, pith, ballet, mallet, pallet,
    forth, north, worthy, sing, musing, busing, fusing, suing, went, wand, wait, wart, pant, ant, cold, world, wound,
    mould, shop, slow, snow, stow, shoe, lease, pleas, plea, tanks, thank, hanks, think, thinks, thinking, excerpt,
    prince, pride, prime, prize, rice, lever, newer, fever, sever, clever, crate, cancer, bride, ridge, quite, quota,
    ridged, snake, shake, spake, steak, stale, state, stage, borrower, offers, lent, bring, brings, charge, charged,
    charges, strange, arrange, charger, refuse, rerun, retune, returner, trays, tray, try, seen, sell-by, saved, prepay`);
