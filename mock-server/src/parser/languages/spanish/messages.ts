import type { Messages } from "../language.js";
import { byWord } from "../words.js";

const UNSAFE = {
  hidden: "es invisible",
  mathematical: "es un símbolo matemático, no una letra",
  digit: "no es una cifra normal (del 0 al 9)",
  mixed: "es una letra no latina en una palabra que parece latina",
  alike: "no es una letra latina",
} as const;

const SWAP = "Escribe: cambia CANTIDAD TOKEN por TOKEN.";
const EXAMPLES =
  "Escribe lo que quieres hacer, como cambia CANTIDAD TOKEN por TOKEN o envía CANTIDAD TOKEN a DIRECCIÓN, o pregunta por un precio o un saldo.";
const CAN_BE_ASKED = "Puedes preguntar por precios, saldos, carteras, historiales y cotizaciones.";
const WITH_SLIPPAGE =
  "escríbelo en la orden: cambia CANTIDAD TOKEN por TOKEN con PORCENTAJE de deslizamiento.";
const NO_DEPOSITS =
  "No se admiten depósitos, retiros, staking ni préstamos. Solo se admiten cambios y envíos.";
const NO_REQUESTS = "Puedes enviar pagos, pero no solicitarlos.";
const RECIPIENT = "Indica una dirección base58 o un nombre .sol.";

export const SPANISH_MESSAGES: Messages = {
  guards: {
    negation: "La orden dice lo que no quieres hacer. Escribe lo que quieres hacer.",
    hedge: "Esto menciona una orden, pero no la da. Para darla, escribe una orden sencilla.",
    past: "Esto menciona una acción pasada. Para dar una orden, escríbela de forma sencilla.",
    condition: "No se admiten condiciones: una orden se ejecuta al momento.",
    schedule: "Las órdenes no se programan ni se repiten: se ejecutan una vez y al momento.",
    limit: "No se admiten precios límite, stops ni apalancamiento. Los cambios usan el precio de mercado.",
    venue: "No puedes elegir el mercado: los cambios usan la mejor ruta.",
    question:
      "Esto es una pregunta sobre una acción, no una orden. Para dar una orden, escríbela de forma sencilla.",
  },
  words: byWord({
    "cancela, cancelar, cancele, anula, anular":
      "No hay nada que cancelar: cada orden se ejecuta al momento. Para dar una orden, escribe lo que quieres hacer.",
    "como mínimo, como minimo, al menos, por lo menos, mínimo, minimo":
      "No se admite un mínimo. Da una sola cantidad exacta; los cambios usan el precio de mercado.",
    // "repite mi última orden"
    "repite, repetir, lo mismo, lo de siempre, otra vez, de nuevo, como siempre, como ayer":
      "Las órdenes anteriores no se recuerdan. Escribe la orden entera, con su cantidad, sus tokens y su destinatario.",
    "qué puedes hacer, que puedes hacer, q puedes hacer, qué puedo hacer, que puedo hacer, q puedo hacer, qué haces, que haces, cómo funciona, como funciona":
      EXAMPLES,
    "olvida, olvídalo, olvidalo, era broma":
      "No se hizo nada. Para dar una orden, escribe lo que quieres hacer.",
    "nft, nfts": "Los NFT no se cambian ni se envían. Solo los tokens.",
    "reparte, repartir, divide, dividir, distribuye":
      "Una cantidad no se reparte. Escribe una sola orden a la vez.",
    memo: "No se puede adjuntar un memo a un envío.",
    "deposita, depositar, deposite, staking, stakear, stakea, retira, retirar, presta, prestar": NO_DEPOSITS,
    "recuérdame, recuerdame, recuérdeme, avísame, avisame, alerta, alértame, notifica, notifícame":
      "No se admiten alertas ni recordatorios. Pregunta por el precio actual.",
    "clave privada, frase semilla, contraseña":
      "Aquí no se muestran ni se guardan claves. Se quedan en la wallet.",
    "pide, pídele, pidele, pídeme, pideme, solicita, solicitar, pedir, cobra, cobrar, cobrarle, cóbrale, cobrale, envíame, enviame, mándame, mandame, págame, pagame, me debes, me debe":
      NO_REQUESTS,
    "deshaz, deshacer, revierte, revertir":
      "Un cambio o envío no se puede deshacer. Pregunta por el historial para verlo.",
    "efectivo, paypal, tarjeta, visa, mi banco":
      "No se admiten bancos, tarjetas ni efectivo. Solo se cambian y se envían tokens.",
  }),
  tooLong: (length, most) => `La orden tiene ${length} caracteres; el máximo es ${most}.`,
  empty: "La orden está vacía.",
  unsafe: (codePoint, at, why) =>
    `El carácter U+${codePoint} en la posición ${at} ${UNSAFE[why]}. Vuelve a escribir esa palabra.`,
  looksLike: (word, symbol) =>
    `"${word}" parece ${symbol}, pero se escribe distinto. Si te refieres a ${symbol}, vuelve a escribirlo.`,
  onlyThisLanguage: "Solo se entienden el inglés y el español.",
  quotation:
    "Las citas, los enlaces y los datos no se leen como órdenes. Escribe la orden como texto normal.",
  nothingSaid: EXAMPLES,
  noDeposits: NO_DEPOSITS,
  withdrawTo: `No se admiten retiros de un pool ni de un exchange. Para enviar tokens, indica el destinatario. ${RECIPIENT}`,
  nothingFound: `No se encontró ninguna orden ni pregunta. ${EXAMPLES}`,
  noVerb: "La orden no tiene verbo. Empieza por uno, como cambia, compra o envía.",
  noTransferTogether: "Estas palabras juntas no forman una orden. Escribe: envía CANTIDAD TOKEN a DIRECCIÓN.",
  noOrderTogether: `Estas palabras juntas no forman una orden. ${SWAP}`,
  wordNotUnderstood: (word) => `Aquí no se entiende "${word}". Escribe la orden de otra manera.`,
  moreThanOneReading: `Esto se puede leer de más de una manera. ${SWAP}`,
  endsAsQuestion: "El texto termina con un signo de interrogación. Escribe la orden como afirmación.",

  unsupported: (word) =>
    `No se admite "${word}". Solo se admiten cambios, envíos y preguntas sobre una wallet o un precio.`,
  alreadyHere:
    "Los tokens no se pasan de una cadena a otra. Para cambiarlos por SOL, escribe: cambia CANTIDAD TOKEN por SOL.",
  onlySolana: "Solo se admite Solana, no otras cadenas.",
  otherStandard: (word) => `"${word}" es de otra cadena. Solo se admite Solana.`,
  oneOrder: "Escribe una sola orden a la vez.",
  swapThenSend:
    "Los tokens de un cambio llegan a la misma wallet. Cambia primero y envíalos después con otra orden.",
  noCash:
    "Los tokens no se pagan en dinero. Para cambiarlos por otro token, escribe: cambia CANTIDAD TOKEN por TOKEN.",
  noRequests: NO_REQUESTS,
  noLimitPrices: "No se admiten precios límite ni mínimos. Los cambios usan el precio de mercado.",

  sayPlainly: `La cantidad debe indicarse en el token que entregas. ${SWAP}`,
  howMuch: (symbol = "de qué token") => `Di cuánto ${symbol}.`,
  notExact: (word) => `"${word}" no es una cantidad exacta. Da un solo número.`,
  aboveZero: "La cantidad debe ser un número mayor que cero.",
  moreThanAll: "No puedes gastar más que todo el saldo.",
  moreThanCanBe: "La cantidad es más de lo que puede existir. Indica una cantidad menor.",
  tooFine: (symbol, decimals) => `La cantidad tiene demasiados decimales: ${symbol} tiene ${decimals}.`,
  dollarDecimals: "Una cantidad en dólares puede tener como máximo seis decimales.",
  wantedAsNumber: "Indica la cantidad que quieres recibir como número de tokens.",
  partOrAllBut: "Indica una sola cantidad: la parte que quieres gastar o la cantidad que quieres conservar.",
  partOrAmount: "Esto puede ser una parte del saldo o un número de tokens. Aclara cuál.",
  shareOrSlippage: "Esto puede ser el deslizamiento o una parte del saldo. Aclara cuál.",
  wholeOrAsMuch: "Di si quieres gastar todo el saldo o solo lo que cueste la cantidad indicada.",
  whichIsGiven: "Di qué token quieres gastar y cuánto quieres recibir.",
  eitherToken: (number) =>
    `"${number}" puede ser la cantidad de cualquiera de los dos tokens. Escribe: cambia ${number} TOKEN por TOKEN, o: cambia TOKEN por ${number} TOKEN.`,
  givenOrWorth: "Di si la cifra es la cantidad que quieres gastar o el valor de lo que gastas.",
  twoAmounts: "Hay dos números. Indica una sola cantidad: la que quieres gastar, recibir o enviar.",
  oneNumber: "Indica la cantidad como un solo número exacto.",
  digitsAlone: "Escribe la cantidad solo con cifras.",
  plainDigits: "Escribe la cantidad en decimal, no en hexadecimal.",
  notOneNumber: (text) =>
    `"${text}" no es un solo número, o puede leerse de dos maneras. Escribe la cantidad como un solo número.`,
  onlyDollars: "Esa moneda no se admite. Indica un token, o la cantidad en dólares estadounidenses.",

  nameBothTokens: "Indica el token que das y el que quieres.",
  nameByMint: "Indica un token por su símbolo o su mint.",
  nameSent: "Indica el token que quieres enviar por su símbolo o su mint.",
  oneToken: "Indica solo un token que das y uno que quieres.",
  oneOfTokens: "Elige uno de los tokens.",
  oneTokenSent: "Envía un solo token a la vez.",
  partOfWrapped:
    "El SOL envuelto y el SOL tienen saldos distintos, y una parte del saldo siempre se refiere al SOL. Di SOL o indica una cantidad exacta.",
  keptAnother:
    "El token que quieres conservar y el que quieres cambiar son distintos. Usa el mismo token para ambos.",
  swappedForItself: (symbol) => `${symbol} no se puede cambiar por sí mismo. Indica otro token.`,
  tokenToPay: (symbol) => `Indica el token con el que quieres pagar ${symbol}.`,
  tokenToGet: (symbol) => `Indica el token que quieres recibir por ${symbol}.`,
  severalTokens: (name) => `"${name}" puede referirse a varios tokens. Indica uno por su símbolo o su mint.`,
  unlisted: (name) =>
    `"${name}" no es un token de este servicio. Indica uno de la lista por su símbolo o su mint.`,
  notHeld: (name) =>
    `"${name}" no es un token de la lista ni una wallet. Indica el símbolo o el mint, una dirección base58 o un nombre .sol.`,
  wrapped: (name, symbol) =>
    `"${name}" no es un token de Solana. Su forma en la lista es ${symbol}: escríbela si te refieres a ella.`,
  unlistedNear: (name, symbol) =>
    `"${name}" no está en la lista de tokens. El símbolo más parecido de la lista es ${symbol}.`,
  mintNotListed: "Ningún token de la lista tiene este mint.",

  sayWho: `Falta el destinatario. ${RECIPIENT}`,
  alreadyYours:
    "Esos tokens ya están en esta wallet. Para enviarlos, indica la dirección de otra wallet o un nombre .sol.",
  oneRecipient: "Indica un solo destinatario a la vez.",
  ownTokens: "Solo puedes gastar los tokens de tu propia wallet.",
  oneCase:
    "Esa dirección está toda en mayúsculas o toda en minúsculas, pero una dirección de Solana mezcla ambas. Cópiala otra vez, entera.",
  copyAgain: "Eso no es una dirección de Solana. Cópiala otra vez, entera.",
  remark: (rest) =>
    `El envío está completo sin "${rest}", y esas palabras podrían cambiarlo. Si no lo cambian, quítalas.`,
  ethereumAddress: "Es una dirección de Ethereum y solo se admite Solana. Indica una dirección de Solana.",
  selfTransfer: "El destinatario es la misma wallet que envía. Indica otro destinatario.",
  addressOrName: RECIPIENT,
  notAnAddress: (name) => `"${name}" no es una dirección de Solana. ${RECIPIENT}`,
  tokenAsRecipient: (name) =>
    `"${name}" es un token, no un destinatario. Para cambiar, escribe: cambia CANTIDAD TOKEN por TOKEN.`,
  unknownName: (name) => `No hay ninguna wallet registrada como ${name}. Indica la dirección de la wallet.`,
  mintRecipient: (address) =>
    `${address} es el mint de un token, no una wallet. Indica la dirección de la wallet.`,
  programRecipient: (address) =>
    `${address} es un programa: los tokens que le envíes se perderán. Indica la dirección de una wallet.`,
  offCurve: (address) =>
    `Ninguna clave puede firmar por ${address}. La dirección está mal escrita o es de un programa. Revisa cada carácter.`,

  slippageBounds: "El deslizamiento debe ser un número entero de puntos básicos, de 1 a 1000 (0,01% a 10%).",
  slippageUnit: "Indica el deslizamiento una sola vez y con su unidad, por ciento o bps.",
  slippageOnly: `El deslizamiento no es un ajuste. Para limitarlo, ${WITH_SLIPPAGE}`,
  percentIsSlippage: `Si el porcentaje es el deslizamiento, ${WITH_SLIPPAGE}`,
  slippageOfTransfer: "El deslizamiento no se aplica a los envíos.",

  oneQuestion: "Haz una sola pregunta a la vez.",
  tokensToQuote: "Indica los tokens que quieres cotizar.",
  tokenOfPrice: "Indica el token cuyo precio quieres.",
  pricesOfNow: "Solo están disponibles el precio actual y su variación en las últimas 24 horas.",
  canBeAsked: CAN_BE_ASKED,
  strangeInQuestion: (word) => `No se entiende "${word}" en esta pregunta. ${CAN_BE_ASKED}`,
};
