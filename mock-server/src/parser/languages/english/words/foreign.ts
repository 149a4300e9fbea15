import { setOf } from "../../words.js";

/** Common words of commands in other languages, without accents. */
export const FOREIGN_WORDS: ReadonlySet<string> = setOf`
    cambia, cambiar, cambio, cambie, intercambia, intercambiar, por, para, envia, enviar, manda, mandar, vende, vender, compra, comprar,
    mitad, todo, todos, saldo, precio, cuanto, quiero, quanto, quero, troca, trocar, troque, envie, preco, meu, minha, mi, mis, envoie,
    envoyer, echange, echanger, contre, pour, prix, combien, acheter, vendre, achete, vends, moitie, mon, mes, solde, sende, senden,
    schicke, tausche, tauschen, gegen, kaufe, kaufen, verkaufe, verkaufen, nicht, mein, meine, preis, wie, viel, kurs, guthaben, ist, der,
    scambia, invia, inviare, vendi, prezzo, quanti, mio, miei, ruil, stuur, verstuur, naar, koop, verkoop, voor, gonder, cevir, fiyati,
    nedir, bana, sat, kirim, tukar, beli, jual, ke, berapa, harga, ipadala, palitan, wyslij, zamien, kup, sprzedaj, na, obmenyat, otprav,
    mera, mujhe, bhejo, karo, aur, bech, kharido, il, le, la, el, los, las, une, und, et, och, skicka, byt, till, mot`;

/** Words of other languages that differ by one letter from an English verb or connector. They are not corrected. */
export const FOREIGN_TYPOS: ReadonlySet<string> = setOf`
    acquiere, acquise, adquire, anto, arade, arom, asend, brade, brom, cinto, coevert, colvert, couvert, crom, dolate, domate, donade,
    donante, donare, donaste, donatem, donath, donatie, donaty, doniate, dorate, dosate, dotate, drom, echange, eend, erom, farom, finto,
    form, forom, forwardy, frade, fram, froc, froh, fromm, fromt, fron, fror, furom, gell, grom, iato, inato, inbo, inco, indo, ingo, inio,
    inko, inno, insto, intog, intuo, irom, isto, krom, kwap, lith, mell, minto, monate, nell, nito, nrom, odonate, pell, pend, prade, rade,
    saend, sall, sedd, seid, seil, selm, selw, seng, seny, sepd, seul, siap, sind, sinto, sith, sjap, skap, snell, soll, sonate, sond,
    spendung, srom, stap, stell, strade, sull, sund, swak, swar, synd, szap, tinto, trabe, trady, trae, trafe, trage, traie, traje, trale,
    tramde, trame, trane, trape, trase, trate, traue, trave, trawe, traye, traze, trede, triade, troade, trom, trude, tyrade, uding, usling,
    vell, vinto, vith, vrom, wich, witt, witw, wity, wort, yrade, zell, zend, zonate`;

/** English words that are one typing error away from a verb or function word. They are not corrected. */
export const REAL_WORDS: ReadonlySet<string> = setOf`
    swamps, soap, slap, sway, swan, swam, swat, swab, swamp, swag, trace, grade, tirade, trader, traders, witch, bell, cell, dell, fell,
    hell, jell, yell, seal, shell, smell, spell, swell, sill, bend, fend, mend, rend, tend, vend, wend, sand, shoo, chick, chock, cheek,
    convent, intro, unto, pinto, frog, prom, width, wit, wits, pith, ballet, mallet, pallet, forth, north, worthy, sing, musing, busing,
    fusing, suing, wart, pant, world, wound, slow, snow, stow, shoe, lease, tanks, hanks, excerpt, prince, pride, prime, prize, rice, lever,
    newer, fever, sever, crate, cancer, bride, ridge, quite, snake, shake, spake, stale, stage, offers, info, onto, wish`;
