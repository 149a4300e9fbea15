import { words } from "../../words.js";

/** Words of other languages that are one letter from an English verb or connector: they are meant as written. */
export const FOREIGN_SLIPS: ReadonlySet<string> = new Set(words`
    acquiere, acquise, adquire, anto, arade, arom, asend, bayar, bech, beli, bhej, brade, brom, cambio, cevir,
    cinto, coevert, colvert, compro, couvert, crom, dolate, domate, donade, donante, donare, donaste,
    donatem, donath, donatie, donaty, doniate, dorate, dosate, dotate, drom, echange, eend, envio, erom,
    farom, finto, form, forom, forwardy, frade, fram, froc, froh, fromm, fromt, fron, fror, furom, gell,
    gonder, grom, iato, inato, inbo, inco, indo, ingo, inio, inko, inno, insto, intog, intuo, irom, isto, jual,
    kauf, kirim, krom, kup, kwap, lith, mando, mell, minto, moje, monate, nell, nito, nrom, odonate, pell, pend,
    prade, prodaj, rade, saend, sall, sat, sedd, seid, seil, selm, selw, sende, sendet, sendo, senf, seng, seny,
    sepd, seul, siap, sind, sinto, sith, sjap, skap, snell, soll, sonate, sond, spendung, srom, stap, stell,
    strade, sull, sund, swak, swar, synd, szap, takas, tausch, tinto, tous, trabe, trady, trae, trafe,
    trage, traie, traje, trale, tramde, trame, trane, trape, trase, trate, traue, trave, trawe, traye, traze,
    trede, triade, troade, trom, trude, tukar, turun, tyrade, ubah, uding, usling, vell, vendo, verkauf, vinto,
    vith, vrom, wich, witt, witw, wity, wort, wyslij, yrade, zamien, zell, zend, zonate`);
