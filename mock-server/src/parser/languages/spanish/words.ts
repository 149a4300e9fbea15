import type { GroupName } from "../groups.js";
import { phrases, venues, words } from "../words.js";
import { orders, ordersWith, presents, type Verb, verbs } from "./verbs.js";

const SWAPPING = verbs`
  cambiar cambia cambie cambiá, intercambiar intercambia intercambie intercambiá, convertir convierte convierta, canjear canjea canjee canjeá,
  swapear swapea swapee swapeá, tradear tradea tradee tradeá, permutar permuta permute permutá, transformar transforma transforme transformá`;
const SELLING = verbs`vender vende venda vendé, liquidar liquida liquide liquidá`;
const BUYING = verbs`comprar compra compre comprá, adquirir adquiere adquiera`;
const GETTING = verbs`conseguir consigue consiga, obtener obtén obtenga obtené, recibir recibe reciba`;
const PUTTING = verbs`poner pon ponga poné, meter mete meta meté, invertir invierte invierta`;
const SPENDING = verbs`gastar gasta gaste gastá, usar usa use usá, utilizar utiliza utilice utilizá, emplear emplea emplee empleá`;
const SENDING = verbs`
  enviar envía envíe enviá, mandar manda mande mandá, transferir transfiere transfiera, pagar paga pague pagá, pasar pasa pase pasá,
  girar gira gire girá, remitir remite remita, reenviar reenvía reenvíe reenviá, devolver devuelve devuelva devolvé, regalar regala regale regalá`;
/** Verbs that mean a payment only with a pronoun: "tírale", "deposítale". */
const THROWING = verbs`tirar tira tire tirá, echar echa eche echá, depositar deposita deposite depositá, abonar abona abone aboná`;
const PASSING = verbs`pasar pasa pase pasá, mover mueve mueva mové`;
const KEEPING = verbs`dejar deja deje dejá, conservar conserva conserve conservá, guardar guarda guarde guardá, mantener mantén mantenga mantené`;

/** All verbs of orders. */
export const SPANISH_VERBS: readonly Verb[] = [
  ...[SWAPPING, SELLING, BUYING, GETTING, PUTTING, SPENDING, SENDING, KEEPING].flat(),
];

const DO = words`
  haz, haga, hacer, hacé, hazme, hágame, hagame, haceme, hacéme, hacerme, realiza, realice, realizar, realizá, ejecuta, ejecute, ejecutar, efectúa,
  efectuar`;

const MY_WALLET = words`mi wallet, mi billetera, mi cartera, mi cuenta, mi monedero, mi dirección, mi direccion`;

/** The words of Spanish by role. First-person forms are statements, not orders. */
export const spanishGroups = (): Readonly<Record<GroupName, readonly string[]>> => ({
  SWAP: [
    ...orders(SWAPPING),
    ...ordersWith(SWAPPING, ["me"]),
    ...phrases(DO, ["un", ""], ["swap", "cambio", "intercambio", "canje", "trade"], ["de"]),
    ...words`swap, convert, exchange, trade, convertí a`,
  ],
  A_SWAP_FOR: [],
  SWAP_IT: ordersWith([...SWAPPING, ...SELLING], ["lo", "los", "la", "las", "melo", "melos"]),
  A_DEED: [],
  PAYMENT: [],
  SELL: [...orders(SELLING), ...ordersWith(SELLING, ["me"]), "sell"],
  RID: [],
  PUT: orders(PUTTING),
  SPEND: orders(SPENDING),
  BUY: [...orders(BUYING), ...ordersWith(BUYING, ["me"]), "buy"],
  GET: [...orders(GETTING), ...ordersWith(GETTING, ["me"]), ...words`dame, deme, darme`],
  SEND: [
    ...orders(SENDING),
    ...ordersWith([...SENDING, ...THROWING], ["le", "les"]),
    ...phrases(DO, ["una transferencia", "un pago", "un envío", "un envio", "un giro"], ["de"]),
    ...words`donar, dona, doná, dale, darle, dele, send, pay, transfer, transferí a`,
  ],
  SEND_IT: [...ordersWith(SENDING, ["lo", "los", "selo", "selos"])],
  PAY_HIM: ordersWith(SENDING, ["le", "les", "selo", "selos"]),
  PASS: [...orders(PASSING), ...ordersWith(PASSING, ["me"])],
  HAVE: words`tengo, aquí hay, aqui hay, aquí tienes, toma, tome, agarra, coge`,
  OWE: words`le debo, debo`,
  NEEDS: [],
  MUST_BE: [],
  MUST_GO: [],
  ENSURE: words`asegúrate de que, asegurate de que, asegúrate que, haz que`,
  RECEIVES: words`reciba, recibe`,
  PAYEE: words`para, a, destinatario, beneficiario`,
  AS_MUCH: [],
  POSSIBLE: [],
  KEEP: [...orders(KEEPING), ...words`quédate con, déjame, dejame`],
  TO: words`a, al, para, pa, hacia`,
  FOR: words`por, a cambio de, contra, x`,
  YIELDS: words`
    y obtén, y obtener, para obtener, para conseguir, y recibir, para recibir, y consigue, y compra,
    y comprar, y compre, para comprar, para adquirir, comprando, en comprar`,
  INTO: words`a, en, hacia, ->`,
  WITH: words`con, usando, utilizando, pagando con, mediante, gastando`,
  OF: words`de, en`,
  DET: words`mi, mis, el, la, los, las, nuestro, nuestros, nuestras`,
  BALANCE: [...MY_WALLET.map((place) => `en ${place}`), ...words`que tengo, que poseo, que me queda`],
  UNIT: words`token, tokens, moneda, monedas, unidades`,
  EXCEPT: words`menos, excepto, salvo, a excepción de, a excepcion de, pero deja, pero conserva, dejando, y deja, y conserva, pero guarda`,
  REST: words`el resto, lo demás, lo demas, lo que queda, lo restante`,
  TAKE_FROM: words`pagando con, y paga con, paga con, pagándolo con`,
  END_WITH: words`para obtener exactamente, hasta tener, para recibir exactamente`,
  HOLDER: words`dirección, direccion, la dirección, la direccion, wallet, la wallet, billetera, la billetera, cartera, la cartera, cuenta,
    la cuenta, la dirección de, la direccion de, la wallet de, la billetera de, la cuenta de, la cartera de, esta dirección, esta direccion,
    esta wallet, esta cuenta, monedero, el monedero, la siguiente dirección, esta billetera`,
  PERSON: words`mi amigo, mi amiga, mi hermano, mi hermana, mi mamá, mi madre, mi papá, mi padre, mi esposa, mi esposo, mi novia,
    mi novio, mi hijo, mi hija, mi primo, mi prima, mi jefe, mi vecino, mi socio, mi tío, mi tía, un amigo, una amiga, mi casero`,
  LAMPORTS: words`lamports, lamport`,
  NEED: [],
  SWAPPED: [],
  SENT: [],
  AND: words`y, más, &`,
  SLIPPAGE: words`deslizamiento, slippage, deslizamiento máximo, deslizamiento maximo, tolerancia de deslizamiento, tolerancia al deslizamiento, tolerancia, tolerancia máxima`,
  BARE: words`un, una, uno, de, del, en, con, y, o, que, exactamente, solo, sólo, solamente, otros, otro, precio, máximo, maximo, hasta,
    desde, a, cantidad, monto, importe, cada uno, entre, su, sus, tu, tus, este, esta, eso, esto, lo, le, él, ella, ellos`,

  // Politeness, filler and hints that change nothing.
  noise: words`
    por favor, porfavor, porfa, plis, plz, porfis, x favor, gracias, muchas gracias, mil gracias, gracias de antemano, te lo agradezco, ya, ahora, ahora mismo,
    ya mismo, rápido, rapido, rápidamente, urgente, es urgente, urgentemente, en solana, en la red solana, en la red de solana, sobre solana,
    usando jupiter, con jupiter, vía jupiter, via jupiter, a través de jupiter, por jupiter, al mejor precio, al mejor precio posible, al precio actual,
    al precio de mercado, a precio de mercado, lo antes posible, cuanto antes, lo más rápido posible, de mi wallet, de mi cuenta, de mi billetera,
    de mi cartera, desde mi wallet, desde mi cuenta, desde mi billetera, desde mi cartera, de mi saldo, inmediatamente, de inmediato, enseguida,
    sin prisa, no hay prisa, simplemente, please, thanks, che, pues, porfavorcito, ahí, ahorita, ahora mismito, de favor`,
  opener: words`
    hola, me, buenas, buenos días, buenos dias, buenas tardes, buenas noches, oye, oiga, hey, ey, quiero, quisiera, necesito, deseo,
    me gustaría, me gustaria, querría, quiero que, necesito que, quisiera que, me gustaría que, puedes, podrías, podrias, podés, puede,
    podría, podria, te importaría, vamos a, voy a querer, vale, ok, okay, sí, bueno, bien, perfecto, genial, ayúdame a, ayudame a,
    ayúdeme a, me ayudas a, me ayuda a, me puedes ayudar a, me podrías ayudar a, puedes ayudarme a, podrías ayudarme a, haz el favor de,
    favor de, haga el favor de, te pido que, le pido que, tienes que, debes, hay que, también, tambien, entonces, amigo, amiga, bot,
    asistente, listo, venga, dale y, parce, parcero, wey, güey, órale, orale, pana, mi pana, asere, bro, mano, compa, compadre, cuate,
    causa, quiero que le, necesito que le, quiero q, quiero q me, le pido, te pido, se lo agradezco, querría que, agradecería que,
    le agradecería que, te agradecería que, le agradeceria que, te agradeceria que`,
  closer: words`
    amigo, bro, jefe, y gracias, y muchas gracias, si puedes, si es posible, cuando puedas, cuando pueda, vale, ok, okay, de una vez,
    eso es todo, nada más, como regalo, de regalo, para el almuerzo, para la cena, por la cena, por el almuerzo, para el café,
    para la renta, para el alquiler, saludos, un saludo, puedes, podrías, dale, bot, si eres tan amable, si es tan amable, che, parce, wey,
    güey, amiga, feliz cumpleaños`,

  // Words that prevent reading a text as an order.
  negation: words`
    no, nunca, jamás, jamas, ni, tampoco, cancela, cancelar, cancele, cancelá, anula, anular, anule, detén, detente, deten, olvida, olvídalo, olvidalo,
    ni se te ocurra, ni pienses, sin, en vez de, en lugar de, evita, evitar, ya no, mejor no, nada de, descarta, para nada, ignora, ignorar, nope, never,
    not, rechaza, no quiero, era broma, mentira, es mentira, espera, esperá, espere, aguanta, nao, me equivoqué, me equivoque, me arrepentí`,
  soft_negation: [],
  hedge: [
    ...SPANISH_VERBS.flatMap((verb) => [...presents(verb), `${verb.usted}s`]),
    ...words`
    estoy pensando, estoy pensando en, pensando, pensando en, pienso, pienso en, pensaba, creo que, creo, quizá, quizás, quiza, quizas, tal vez, talvez,
    a lo mejor, acaso, acabo de, acabamos de, acaba de, quiere, quieren, ejemplo, por ejemplo, dijo, dice, dicen, dijeron, me dijo, pidió, pidio, me pidió, me pide, ojalá, ojala, imagina,
    imaginemos, supongamos, supón, suponiendo, recordatorio, nota, broma, es broma, es una broma, prueba, planeo, planeando, pienso que, quería,
    queria, iba a, hubiera, habría, habria, debí, probablemente, posiblemente, según, segun, sistema, asistente dice, me contó, voy a, vamos, van a, va a,
    cambiando, enviando, vendiendo, comprando, mandando, pagando, cambiaré, cambiare, enviaré, enviare, venderé, vendere, compraré, comprare, mandaré,
    pagaré, transferiré, cambiaría, enviaría, vendería, compraría, mandaría, pagaría, parece que, se supone, deberías, deberias,
    envio, pongo, qué puedes hacer, que puedes hacer, q puedes hacer, qué puedo hacer, que puedo hacer, q puedo hacer, qué haces, que haces, cómo funciona, como funciona`,
  ],
  statement_third: words`
    cambian, envían, envian, venden, compran, mandan, pagan, transfieren, convierten, intercambian, pasan, gastan, donan, cambiamos, enviamos, vendemos, compramos`,
  statement_past: words`
    cambié, cambió, cambiaste, cambiaron, envié, envió, enviaste, enviaron, vendí, vendió, vendiste, vendieron, compré, compró, compraste, compraron,
    mandé, mandó, mandaste, mandaron, pagué, pagó, pagaste, pagaron, transferí, transfirió, transferiste, convertí, convirtió, intercambié, intercambió,
    pasé, pasó, pasaste, di, dio, diste, recibí, recibió, recibiste, gasté, gastó, swapeé, liquidé, usé, utilicé, giré, tradeé, dejé, guardé, doné, donó, canjeé, canjeó, me envió, me mandó, me pagó`,
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
    recuérdame, recuerdame, recuérdeme, deshaz, deshacer, revierte, revertir, pide, pídele, pidele, pídeme, pideme, stake, staking, stakea, stakear,
    estaquea, estaquear, unstake, presta, prestar, préstame, préstamo, prestamo, depositar, deposita, deposite, retirar, retira, retire,
    puente, bridge, puentea, puentear, quema, quemar, mint, mintea, acuña, acuñar, crear, crea, cree, lanza, reparte, repartir, divide,
    dividir, distribuye, solicita, solicitar, pedir, cobra, cobrar, cobrarle, cóbrale, cobrale, envíame, enviame, enviarme, mándame,
    mandame, mandarme, enviáme, mandáme, págame, pagame, transfiéreme, avísame, avisame, alerta, alértame, notifica, notifícame, apuesta,
    apostar, delega, delegar, firma, firmar, aprueba, aprobar, revoca, liquidez, pool, nft, nfts, airdrop, cosecha, reclama, reclamar,
    exporta, importa, conecta, desconecta, clave privada, frase semilla, contraseña, abre, cierra, lo mismo, lo de siempre, otra vez,
    de nuevo, como siempre, como ayer, repite, repetir, envuelve, envolver, desenvuelve, congela, bloquea, desbloquea, farmea, vota,
    rebalancea, recarga, factura, efectivo, paypal, farming, yield, tarjeta, visa, mi banco, me debes, me debe`,
  venue: venues(words`en, usando, vía, via, mediante, por, a través de, utilizando, sobre, desde`, ["con"]),
  question: words`
    qué, que tal, cuál, cual, cuáles, cómo, como, cuándo, dónde, donde, por qué, porque, cuánto, cuanto, cuántos, cuantos, cuánta, cuanta, cuántas, cuantas,
    quién, quien, debo, debería, deberia, puedo, podría yo, qué pasa si, que pasa si, qué pasaría si, que pasaria si, es buena idea, conviene,
    vale la pena, se puede, es posible, es seguro, es mejor, está, esta bien, es, son, fue, hay, explícame, explicame, explica, recomiendas, aconsejas, opinas,
    sabes, a cuánto, a cuanto, qué es, que es, qué son, cuál es, cual es, cuál fue, cuánto es, cuanto es, cuánto vale, cuanto vale, cuánto cuesta, cuanto cuesta,
    cuánto está, cuanto esta, puede ser, podemos, debemos, deberíamos, tendría que, tengo que preguntar, es verdad, será`,
  vague: words`
    como, algo como, tipo, algunos, algunas, algún, algo de, algo, unos, unas, unos cuantos, unas cuantas, un par de, un par, un poco de, un poco, poco, pocos, pocas, varios, varias,
    muchos, muchas, mucho, la mayor parte de, la mayor parte, la mayoría de, la mayoria de, casi, cerca de, alrededor de, aproximadamente, aprox, más o menos,
    mas o menos, más de, mas de, menos de, no más de, hasta, bastante, suficiente, suficientes, parte de, una parte de, cuantos puedas, lo que sea, cualquier,
    o, entre, como unos, cosa de, un puñado de, un montón de, ~, \u2248, casi todo, casi todos, todo lo que puedas, todo lo demás, todo lo demas, los demás`,
  superlative: words`
    mejor, el mejor, más barato, mas barato, más popular, cualquier token, otro token, memecoin, memecoins, stablecoin, stablecoins, shitcoin, cripto, el más,
    la más, el que más, la moneda que más, algún token, alguna moneda`,
  pronoun_token: words`lo, la mía, eso, esto, todo, dinero, plata, fondos, mi dinero, mis fondos, mi plata, cripto, criptos, mis criptos, activos`,

  // Words of questions about a wallet and the market.
  Q_PRICE: words`
    precio, cotización, cotizacion, valor, vale, valen, cuesta, cuestan, cuánto vale, cuanto vale, cuánto cuesta, cuanto cuesta, cuánto está,
    cuanto esta, cuánto esta, en cuánto está, a cuánto está, a cuanto esta, a cómo está, a como esta, a cuánto, a cuanto, cotiza, tasa,
    tipo de cambio, capitalización, volumen, gráfico`,
  Q_BALANCE: words`saldo, saldos, balance, balances, cuánto dinero tengo, cuanto dinero tengo, cuánta plata tengo, fondos`,
  Q_OWN: words`tengo, tenemos, poseo, me queda, me quedan, hay, dispongo`,
  Q_PORTFOLIO: words`
    portafolio, portafolios, portfolio, mi wallet, mi billetera, mi cuenta, cartera, mis tokens, mis monedas, mis activos, mis criptos, mis fondos,
    tenencias, patrimonio, valor total, en mi wallet, en mi cartera, en mi cuenta, en mi billetera, qué tengo, que tengo`,
  Q_LISTED: words`nft, nfts, staking, stake`,
  // "qué movimientos hice ayer", "¿llegó mi pago?" (a wallet's chat)
  Q_HISTORY: words`
    he gastado, he enviado, he recibido, mi pago, último pago, transferencia, movimiento, operación, mi envío, último envío, transacciones,
    transacción, transaccion, historial, movimientos, operaciones, transferencias, envíos, pagos, intercambios, actividad, swaps, txs, hice, he hecho,
    compré, vendí, envié, gasté, recibí, cambié, pagué, transferí, mandé, tuve, llegó, llego, llegaron, llegado, me envió, me mandó, me pagó, me han pagado`,
  Q_QUOTE: words`
    cotiza, cotízame, cotizame, dame una cotización, una cotización, cuánto recibo, cuanto recibo, cuánto recibiría, cuanto recibiria,
    cuánto obtendría, cuanto obtendria, cuánto obtengo, cuanto obtengo, cuánto me dan, cuanto me dan, cuánto me darían, cuanto me darian, cuánto saco,
    mejor ruta`,
  Q_EXCHANGE: words`vale, valen, cuánto vale, cuanto vale, por, recibo, recibiría, recibiria, obtengo, obtendría, obtendria, me dan, me darían, me darian, dan, saco, sacaría, son, equivale, equivalen,
    comprar, compro, conseguir, consigo, obtener, cambiar, cuesta, costaría, costaria`,
  Q_RATE: words`tasa, tipo de cambio, cotización, cotizacion`,
  // "¿ha subido SOL?"
  Q_STANDING: words`va, sube, baja, está, esta, cotiza, subió, bajó, subio, bajo, subió o bajó, subio o bajo, sube o baja, subido, subiendo, bajado, bajando, caído, cayendo`,
  Q_PAST: words`ayer, anoche, la semana pasada, el mes pasado, semana pasada, mes pasado`,
  Q_CUE: words`
    qué, cuál, cual, cuáles, cuál es, cual es, qué es, cuánto, cuanto, cuántos, cuantos, cuánta, cuanta, cuántas, cuantas, cuánto es, cuanto es, muéstrame,
    muestrame, muestra, muestre, muéstreme, mostrar, mostrame, enséñame, enseñame, dime, dígame, digame, decime, ver, quiero ver, quiero saber, consulta, consultar,
    revisa, revisar, lista, listar, a cuánto, a cuanto, a cómo, a como, cómo, como, sube, baja, subió, bajó, subio, bajo, subió o bajó, subio o bajo, sube o baja, q, hay, me dices, dame, sabes, mira, q tal,
    decir, decirme, qué tal, que tal, en qué, en que, quién, quien, a quién, a quien, fue, fueron, cuándo, cuando, ha, han, está, esta, si vendo, si cambio, si compro`,
  Q_FILL: words`
    últimamente, ultimamente, recientemente, queda, quedan, el, la, los, las, mi, mis, de, del, en, a, al, es, están, estan, actual, actualmente, hoy,
    ahora, últimas, ultimas, últimos, ultimos, última, ultima, último, reciente, recientes, wallet, billetera, cuenta, dirección, token, tokens,
    moneda, monedas, total, y, que, se, me, te, le, les, tiene, para, con, dólares, dolares, usd, cada, un, una, uno, este, esto, ser, dinero, plata, todo,
    todos, todas, mercado, si, cambio, vendo, cambiar, vender, comprar, más, cinco, diez, tres, dos, terminó, completó, completada, confirmada, falló, puedo,
    podría, podria, necesito, algo de, algún, alguna, activos, la wallet, la cartera, la billetera, suficiente, ya, final, en total, por última vez, entre, mes, semana, semanas, día, días, año, costaría, costaria`,
  Q_UNSUPPORTED: words`mañana, predicción, prediccion, va a subir, subirá, bajará, gas, comisión, comisiones, apy, rendimiento, impuestos, clave privada, noticias`,
});
