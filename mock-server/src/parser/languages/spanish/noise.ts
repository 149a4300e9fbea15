import { words } from "../words.js";

/** Politeness, filler and hints that change nothing, in Spanish. */
export const spanishNoise = () => ({
  noise: words`
    por favor, porfavor, porfa, porfis, x favor, gracias, muchas gracias, mil gracias, gracias de antemano, te lo agradezco, ya, ahora, ahora mismo,
    ya mismo, rápido, rapido, rápidamente, urgente, es urgente, urgentemente, en solana, en la red solana, en la red de solana, sobre solana,
    usando jupiter, con jupiter, vía jupiter, via jupiter, a través de jupiter, por jupiter, al mejor precio, al mejor precio posible, al precio actual,
    al precio de mercado, a precio de mercado, lo antes posible, cuanto antes, lo más rápido posible, de mi wallet, de mi cuenta, de mi billetera,
    de mi cartera, desde mi wallet, desde mi cuenta, desde mi billetera, desde mi cartera, de mi saldo, inmediatamente, de inmediato, enseguida,
    sin prisa, no hay prisa, simplemente, please, thanks, che, pues`,
  deal_opener: [],
  opener: words`
    hola, me, buenas, buenos días, buenos dias, buenas tardes, buenas noches, oye, oiga, hey, ey, quiero, quisiera, necesito, deseo, me gustaría,
    me gustaria, querría, quiero que, necesito que, quisiera que, me gustaría que, puedes, podrías, podrias, podés, puede, podría, podria, me puedes,
    me podrías, me podrias, me puede, me podría, puedes por favor, podrías por favor, te importaría, serías tan amable de, sería tan amable de, vamos a,
    voy a querer, vale, ok, okay, sí, bueno, bien, perfecto, genial, ayúdame a, ayudame a, ayúdeme a, haz el favor de, hazme el favor de, haga el favor de,
    te pido que, le pido que, tienes que, debes, hay que, también, tambien, entonces, amigo, bot, asistente, listo, venga, dale y`,
  closer: words`
    amigo, bro, jefe, y gracias, y muchas gracias, si puedes, si es posible, cuando puedas, cuando pueda, vale, ok, okay, de una vez, eso es todo, nada más, como regalo, de regalo,
    para el almuerzo, para la cena, por la cena, por el almuerzo, para el café, para la renta, para el alquiler, saludos, un saludo, puedes, podrías, bot`,
});
