import { words } from "../../words.js";

/** Common words of commands in other languages, without accents. */
export const FOREIGN_WORDS: ReadonlySet<string> = new Set(words`
    cambia, cambiar, cambio, cambie, intercambia, intercambiar, por, para, envia, enviar, manda, mandar, vende, vender,
    compra, comprar, mitad, todo, todos, saldo, precio, cuanto, quiero, quanto, quero, troca, trocar, troque, envie,
    preco, meu, minha, mi, mis, envoie, envoyer, echange, echanger, contre, pour, prix, combien, acheter, vendre,
    achete, vends, moitie, mon, mes, solde, sende, senden, schicke, tausche, tauschen, gegen, kaufe, kaufen, verkaufe,
    verkaufen, nicht, mein, meine, preis, wie, viel, kurs, guthaben, ist, der, scambia, invia, inviare, vendi, prezzo,
    quanti, mio, miei, ruil, stuur, verstuur, naar, koop, verkoop, voor, gonder, cevir, fiyati, nedir, bana, sat, kirim,
    tukar, beli, jual, ke, berapa, harga, ipadala, palitan, wyslij, zamien, kup, sprzedaj, na, obmenyat, otprav, mera,
    mujhe, bhejo, karo, aur, bech, kharido, il, le, la, el, los, las, une, und, et, och, skicka, byt, till, mot`);

/** Words of other languages that differ by one letter from an English verb or connector. They are not corrected. */
export const FOREIGN_TYPOS: ReadonlySet<string> = new Set(words`
    acquiere, acquise, adquire, anto, arade, arom, asend, bayar, bech, beli, bhej, brade, brom, cambio, cevir,
    cinto, coevert, colvert, compro, couvert, crom, dolate, domate, donade, donante, donare, donaste,
    donatem, donath, donatie, donaty, doniate, dorate, dosate, dotate, drom, echange, eend, envio, erom,
    farom, finto, form, forom, forwardy, frade, fram, froc, froh, fromm, fromt, fron, fror, furom, gell,
    gonder, grom, iato, inato, inbo, inco, indo, ingo, inio, inko, inno, insto, intog, intuo, irom, isto, jual,
    kauf, kirim, krom, kup, kwap, lith, mando, mell, minto, moje, monate, nell, nito, nrom, odonate, pell, pend,
    prade, prodaj, rade, saend, sall, sat, sedd, seid, seil, selm, selw, sende, sendet, sendo, seng, seny,
    sepd, seul, siap, sind, sinto, sith, sjap, skap, snell, soll, sonate, sond, spendung, srom, stap, stell,
    strade, sull, sund, swak, swar, synd, szap, takas, tausch, tinto, tous, trabe, trady, trae, trafe,
    trage, traie, traje, trale, tramde, trame, trane, trape, trase, trate, traue, trave, trawe, traye, traze,
    trede, triade, troade, trom, trude, tukar, turun, tyrade, ubah, uding, usling, vell, vendo, verkauf, vinto,
    vith, vrom, wich, witt, witw, wity, wort, wyslij, yrade, zamien, zell, zend, zonate`);

/** English words that are one typing error away from a verb or function word. They are not corrected. */
export const REAL_WORDS: ReadonlySet<string> = new Set(words`
    twap, vwap, swamps, swaps,     soap, slap, snap, sway, swan, swam, swat, swab, swamp, swag, trace, grade, tirade, trader, triad, traders, twitch,
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
