import type { Messages } from "../english/messages.js";

const WHICH = "de qué token";
const TRY = "Prueba: cambia 1 SOL por USDC.";

const UNSAFE = {
  hidden: "no se ve",
  mathematical: "es un símbolo matemático, no una letra",
  digit: "no es una cifra normal",
  mixed: "no es una letra latina, en una palabra que lo parece",
  alike: "no es una letra latina",
} as const;

export const SPANISH_MESSAGES: Messages = {
  guards: {
    negation: "La orden dice lo que no hay que hacer. Escribe solo lo que hay que hacer.",
    hedge: "Esto menciona una orden, pero no la da. Escríbela como una orden sencilla.",
    past: "Esto describe una acción pasada, no es una orden.",
    condition: "No se admiten condiciones. Envía la orden cuando deba cumplirse.",
    schedule: "Las órdenes no se pueden programar ni repetir. Envía la orden cuando quieras que se ejecute.",
    limit: "No se admiten precios límite, stops ni apalancamiento. Los cambios usan el precio de mercado.",
    unsupported: "Solo se admiten cambios, envíos y preguntas sobre una wallet o un precio.",
    venue: "No se puede elegir el mercado. Los cambios usan la mejor ruta.",
    question: "Esto es una pregunta sobre una acción, no una orden.",
  },
  tooLong: (length, most) => `La orden tiene ${length} caracteres; el máximo es ${most}.`,
  empty: "La orden está vacía.",
  unsafe: (codePoint, at, why) =>
    `El carácter U+${codePoint} en la posición ${at} ${UNSAFE[why]}. Vuelve a escribir esa palabra.`,
  looksLike: (word, symbol) => `"${word}" parece ${symbol}, pero no lo es. Vuelve a escribirlo.`,
  onlyThisLanguage: `Esto no se entiende como inglés ni como español. ${TRY}`,
  quotation: "Las citas, los enlaces y los datos no se leen como órdenes.",
  nothingFound: `No se encontró ninguna orden ni pregunta. ${TRY}`,
  noVerb: "La orden no tiene verbo. Empieza por uno: cambia 1 SOL por USDC, envía 1 SOL a alice.sol.",
  aboutAnOrder: "Esto menciona una orden. Escríbela como una orden sencilla.",
  noOrderTogether: `Estas palabras juntas no forman una orden. ${TRY}`,
  wordNotUnderstood: (word) =>
    `No se entiende "${word}", así que la orden se rechaza. Quita la palabra si no hace falta.`,
  moreThanOneReading: "Esto se puede leer de más de una manera. Di: cambia CANTIDAD TOKEN por TOKEN.",
  endsAsQuestion: "La orden termina con un signo de interrogación. Quítalo para que se trate como una orden.",

  onlySolana: "Solo se admite Solana. Quita la otra cadena, o usa un servicio de esa cadena.",
  oneOrder: "Escribe una sola orden a la vez.",
  swapThenSend:
    "Los tokens cambiados llegan a la propia wallet. Cambia primero y envíalos después con otra orden.",
  noRequests: "Se pueden enviar pagos, pero no solicitarlos.",
  balanceNotSet: "Un saldo no se puede fijar. Di cuánto se cambia o se envía.",
  noLimitPrices: "No se admiten precios límite.",

  sayPlainly: "Di: cambia CANTIDAD TOKEN por TOKEN.",
  sayHowMuch: "Di cuánto.",
  sayHowMuchOfWhat: "Di cuánto y de qué token.",
  howMuchOf: (symbol = WHICH) => `Di cuánto ${symbol}.`,
  howMuchToSend: (symbol = WHICH) => `Di cuánto ${symbol} se envía.`,
  leavesOpen: (symbol = WHICH, word) =>
    `"${word}" no es una cantidad exacta. Di cuánto ${symbol}, con un solo número.`,
  sendLeavesOpen: (word) => `"${word}" no es una cantidad exacta. Di cuánto se envía, con un solo número.`,
  greaterThanZero: "La cantidad debe ser mayor que cero.",
  numberAboveZero: "La cantidad debe ser un número mayor que cero.",
  moreThanAll: "No se puede gastar más que todo el saldo.",
  moreThanCanBe: (amount) => `${amount === "" ? "Eso" : amount} es más de lo que puede existir.`,
  tooFine: (symbol, decimals, amount) =>
    `${symbol} tiene ${decimals} decimales, pero ${amount} necesita más.`,
  dollarDecimals: "Una cantidad en dólares puede tener como máximo seis decimales.",
  wantedAsNumber: "Indica la cantidad que quieres recibir como número de tokens.",
  partOrAllBut: "Indica una sola cantidad: la parte que gastas o la que guardas.",
  partOrAmount: "Di si esto es una parte del saldo o una cantidad.",
  partOrNumber: "Di si esto es una parte del saldo (50%) o un número de tokens.",
  wholeOrAsMuch: "Di si se gasta todo el saldo, o solo lo que cueste la cantidad indicada.",
  whichIsGiven: "Di qué token se gasta y cuánto se recibe.",
  givenOrWorth: "Di si la cifra es la cantidad que se gasta o su valor.",
  howMuchOfSent: "Indica qué cantidad del token quieres enviar.",
  twoAmounts: "Hay dos cantidades. Indica una sola.",
  twoAmountsSwap: "Hay dos cantidades. Indica la que se gasta o la que se recibe.",
  oneNumber: "Indica la cantidad como un solo número.",
  oneExactAmount: "Indica una cantidad exacta.",
  digitsAlone: "Escribe la cantidad solo con cifras.",
  plainDigits: "Escribe la cantidad con los dígitos del 0 al 9.",
  inDigits: "Escribe la cantidad con cifras.",
  notOneNumber: (text) =>
    `"${text}" no es un solo número, o puede leerse de dos maneras. Escríbelo sin el signo.`,
  readings: (text, readings) => `"${text}" puede ser ${readings.join(" o ")}. Escribe el que quieres decir.`,
  centsAsDollars: "Escribe los centavos como dólares: $0.50.",
  onlyDollars: "Indica la cantidad en tokens o en dólares estadounidenses.",

  nameBothTokens: "Indica el token que das y el que quieres.",
  nameByMint: "Indica el token por su símbolo o su mint.",
  nameOne: "Indica un token por su símbolo o su mint.",
  nameSent: "Indica el token que se envía: un símbolo o un mint.",
  oneToken: "Indica un token que das y uno que quieres.",
  oneOfTokens: "Indica uno de los tokens.",
  oneTokenSent: "Envía un solo token a la vez.",
  partOfWrapped:
    "El SOL envuelto y el SOL tienen saldos distintos, y una parte siempre se refiere al SOL de la wallet. Di SOL, o indica una cantidad.",
  keptAnother: "El token que se guarda y el que se cambia son distintos. Usa el mismo token para ambos.",
  notForItself: "Un token no se puede cambiar por sí mismo.",
  swappedForItself: (symbol) => `${symbol} no se puede cambiar por sí mismo. Indica otro token.`,
  tokenToPay: (symbol) => `Indica el token con el que se paga ${symbol}.`,
  tokenToGet: (symbol) => `Indica el token que quieres recibir por ${symbol}.`,
  severalTokens: (name) => `"${name}" puede ser varios tokens. Indica uno.`,
  severalTokensMint: (name) => `"${name}" puede ser varios tokens. Indica uno por su símbolo o su mint.`,
  unlisted: (name) => `"${name}" no está en la lista de tokens.`,
  unlistedMint: (name) => `"${name}" no está en la lista de tokens. Indica su símbolo o su mint.`,
  mintNotListed: "Ese mint no está en la lista de tokens.",
  noListedMint: "Ningún token de la lista tiene este mint.",

  sayWho: "Di quién lo recibe.",
  sayWhoReceives: "Di quién lo recibe: una dirección base58 o un nombre .sol.",
  oneRecipient: "Indica un solo destinatario a la vez.",
  notSolana: "Eso no es una dirección de Solana.",
  oneCase:
    "Esa dirección tiene solo mayúsculas o solo minúsculas, y una dirección mezcla ambas. Cópiala otra vez, entera.",
  copyAgain: "Eso no es una dirección de Solana. Cópiala otra vez, entera.",
  selfTransfer: "El destinatario es la misma wallet que envía. Indica otra.",
  addressOrName: "Indica una dirección base58 o un nombre .sol.",
  walletAddressOrName: "Indica la dirección de la wallet o su nombre .sol.",
  notAnAddress: (address) => `${address} no es una dirección de Solana.`,
  notAnAddressOrName: (name) =>
    `"${name}" no es una dirección. Indica una dirección base58 o un nombre .sol.`,
  notSolanaAddress: (text) =>
    `"${text}" no es una dirección de Solana. Indica una dirección base58 o un nombre .sol.`,
  cannotResolve: (name) => `${name} no se puede resolver. Indica una dirección base58 o un nombre .sol.`,
  unknownName: (name) => `El servicio de nombres no tiene ninguna wallet para ${name}. Indica la dirección.`,
  unknownWallet: (name) => `El servicio de nombres no tiene ninguna wallet para ${name}.`,
  mintRecipient: (address) =>
    `${address} es el mint de un token, no una wallet. Indica la dirección de la wallet.`,
  programRecipient: (address) =>
    `${address} es un programa. Los tokens que se le envían se pierden. Indica la dirección de una wallet.`,
  offCurve: (address) =>
    `Ninguna clave puede firmar por ${address}. La dirección está mal escrita o es de un programa. Revisa cada carácter.`,

  slippageBounds: "El deslizamiento debe ser de 1 a 1000 puntos básicos enteros (0,01% a 10%).",
  slippageUnit: 'Indica el deslizamiento una sola vez y con su unidad: "1%" o "50 bps".',
  slippageOfTransfer: "Un envío no tiene deslizamiento. Quítalo.",

  oneQuestion: "Haz una sola pregunta a la vez.",
  oneQuote: "Pide una sola cotización a la vez.",
  onePrice: "Pregunta el precio de un solo token a la vez.",
  oneWallet: "Pregunta por una sola wallet a la vez.",
  tokensToQuote: "Indica los tokens que hay que cotizar.",
  quotedInItself: "Un token no se puede cotizar contra sí mismo.",
  tokenOfPrice: "Indica el token cuyo precio quieres.",
  pricesInDollars: "Los precios son en dólares estadounidenses. Indica un token.",
  pricesOfNow: "Solo están disponibles el precio actual y su cambio en las últimas 24 horas.",
  canBeAsked: "Se puede preguntar por precios, saldos, carteras, historiales y cotizaciones.",
  howThingsWork: "No se responden preguntas sobre cómo funcionan las cosas.",
  transferCosts: "La transacción construida muestra el coste del envío.",
  notRepeated: "Escribe la orden entera. Las órdenes anteriores no se pueden repetir.",
  strangeInQuestion: (word) => `No se entiende "${word}" en esta pregunta.`,
};
