import { words } from "../words.js";

/** Words that make a Spanish text something else than an order. */
export const spanishGuards = () => ({
  negation: words`
    no, nunca, jamás, jamas, ni, tampoco, cancela, cancelar, cancele, cancelá, anula, anular, anule, detén, detente, deten, olvida, olvídalo, olvidalo,
    ni se te ocurra, ni pienses, sin, en vez de, en lugar de, evita, evitar, ya no, mejor no, nada de, descarta, para nada, ignora, ignorar, nope, never,
    not, rechaza, no quiero, era broma, me equivoqué, me equivoque, me arrepentí`,
  soft_negation: [],
  hedge: words`
    estoy pensando, estoy pensando en, pensando, pensando en, pienso, pienso en, pensaba, creo que, creo, quizá, quizás, quiza, quizas, tal vez, talvez,
    a lo mejor, acaso, ejemplo, por ejemplo, dijo, dice, dicen, dijeron, me dijo, pidió, pidio, me pidió, me pide, pide, ojalá, ojala, imagina,
    imaginemos, supongamos, supón, suponiendo, recordatorio, nota, broma, es broma, es una broma, prueba, planeo, planeando, pienso que, quería,
    queria, iba a, hubiera, habría, habria, debí, probablemente, posiblemente, según, segun, sistema, asistente dice, me contó, voy a, vamos, van a, va a,
    cambio, vendo, compro, envío, envio, mando, pago, transfiero, convierto, intercambio, canjeo, paso, gasto, pongo, invierto, deberías, deberias,
    cambiando, enviando, vendiendo, comprando, mandando, pagando, cambiaré, cambiare, enviaré, enviare, venderé, vendere, compraré, comprare, mandaré,
    pagaré, transferiré, cambiaría, enviaría, vendería, compraría, mandaría, pagaría, parece que, se supone`,
  told_third: words`
    cambian, envían, envian, venden, compran, mandan, pagan, transfieren, convierten, intercambian, pasan, gastan, donan, cambiamos, enviamos, vendemos, compramos`,
  told_past: words`
    cambié, cambió, cambiaste, cambiaron, envié, envió, enviaste, enviaron, vendí, vendió, vendiste, vendieron, compré, compró, compraste, compraron,
    mandé, mandó, mandaste, mandaron, pagué, pagó, pagaste, pagaron, transferí, transfirió, transferiste, convertí, convirtió, intercambié, intercambió,
    pasé, pasó, pasaste, di, dio, diste, recibí, recibió, recibiste, gasté, gastó, doné, donó, canjeé, canjeó, me envió, me mandó, me pagó`,
  past: words`
    cambiado, enviado, vendido, comprado, mandado, pagado, transferido, convertido, intercambiado, recibido, gastado, he, has, ha, hemos, han, había, habia,
    ayer, anoche, antier, anteayer, la semana pasada, el mes pasado, hace un rato`,
  condition: words`
    si, cuando, en cuanto, apenas, mientras, hasta que, a menos que, siempre que, una vez que, antes de, después de que, despues de que, solo si, sólo si,
    en caso de, en caso de que, con tal de, salvo que, a no ser que, baja, sube, baje, suba, llegue, llega, alcance, alcanza, supere, supera, caiga, cae,
    cada vez que, tan pronto como, dependiendo, if, when, siempre y cuando`,
  schedule: words`
    mañana, luego, después, despues, más tarde, mas tarde, cada, diario, diariamente, semanal, semanalmente, mensual, mensualmente, lunes, martes,
    miércoles, miercoles, jueves, viernes, sábado, sabado, domingo, esta noche, esta tarde, la próxima semana, la proxima semana, el próximo mes,
    el proximo mes, todos los días, todos los dias, cada día, cada dia, cada semana, cada mes, a medianoche, al mediodía, horas, hora, minutos, minuto,
    días, dias, día, dia, semana, semanas, mes, meses, año, programa, programar, agenda, agendar, próximo, próxima, pasado mañana, fin de semana, tomorrow,
    en una hora, dentro de, a las, hoy, al final del mes, recurrente, pronto, dca`,
  limit: words`
    orden límite, orden limite, límite, limite, stop loss, stop-loss, take profit, apalancamiento, apalancado, largo, corto, precio límite, orden,
    como mínimo, como minimo, al menos, por lo menos, mínimo, minimo, futuros, margen, a un precio de, al precio de, opciones`,
  unsupported: words`
    deshaz, deshacer, revierte, revertir, pídele, pidele, pídeme, stake, staking, stakea, stakear, estaquea, estaquear, unstake, presta, prestar, préstame, préstamo, prestamo, depositar, deposita, deposite, retirar,
    retira, retire, puente, bridge, puentea, puentear, quema, quemar, mint, mintea, acuña, acuñar, crear, crea, cree, lanza, reparte, repartir, divide, dividir,
    distribuye, solicita, solicitar, pedir, pídele, pidele, cobra, cobrar, cobrarle, cóbrale, cobrale, envíame, enviame, enviarme, mándame, mandame, mandarme,
    pásame, pasame, pasarme, págame, pagame, transfiéreme, avísame, avisame, alerta, alértame, notifica, notifícame, apuesta, apostar, delega, delegar, firma,
    firmar, aprueba, aprobar, revoca, liquidez, pool, nft, nfts, airdrop, cosecha, reclama, reclamar, exporta, importa, conecta, desconecta, clave privada,
    frase semilla, contraseña, abre, cierra, lo mismo, lo de siempre, otra vez, de nuevo, como siempre, como ayer, repite, repetir, envuelve, envolver,
    desenvuelve, congela, bloquea, desbloquea, farmea, vota, rebalancea, recarga, factura, efectivo, paypal, farming, yield`,
  venue: words`en raydium, en orca, en meteora, en binance, en coinbase, en phantom, en pump, en drift, en uniswap, en kraken, usando raydium, usando orca, vía orca`,
  question: words`
    qué, que tal, cuál, cual, cuáles, cómo, como, cuándo, dónde, donde, por qué, porque, cuánto, cuanto, cuántos, cuantos, cuánta, cuanta, cuántas, cuantas,
    quién, quien, debo, debería, deberia, puedo, podría yo, qué pasa si, que pasa si, qué pasaría si, que pasaria si, es buena idea, conviene,
    vale la pena, se puede, es posible, es seguro, es mejor, está, esta bien, es, son, fue, hay, explícame, explicame, explica, recomiendas, aconsejas, opinas,
    sabes, a cuánto, a cuanto, qué es, que es, qué son, cuál es, cual es, cuál fue, cuánto es, cuanto es, cuánto vale, cuanto vale, cuánto cuesta, cuanto cuesta,
    cuánto está, cuanto esta, puede ser, podemos, debemos, deberíamos, tendría que, tengo que preguntar, es verdad, será`,
  vague: words`
    algunos, algunas, algún, algo de, algo, unos, unas, unos cuantos, unas cuantas, un par de, un par, un poco de, un poco, poco, pocos, pocas, varios, varias,
    muchos, muchas, mucho, la mayor parte de, la mayor parte, la mayoría de, la mayoria de, casi, cerca de, alrededor de, aproximadamente, aprox, más o menos,
    mas o menos, más de, mas de, menos de, no más de, hasta, bastante, suficiente, suficientes, parte de, una parte de, cuantos puedas, lo que sea, cualquier,
    o, entre, como unos, cosa de, un puñado de, un montón de, ~, ≈, casi todo, casi todos, todo lo que puedas, todo lo demás, todo lo demas, los demás`,
  superlative: words`
    mejor, el mejor, más barato, mas barato, más popular, cualquier token, otro token, memecoin, memecoins, stablecoin, stablecoins, shitcoin, cripto, el más,
    la más, el que más, la moneda que más, algún token, alguna moneda`,
  pronoun_token: words`lo, la mía, eso, esto, todo, dinero, plata, fondos, mi dinero, mis fondos, mi plata, cripto, criptos, mis criptos, activos`,
});
