import type { Messages } from "../english/messages.js";

const WHICH = "de qué token";
const TRY = "Prueba: cambia 1 SOL por USDC.";

const UNSAFE = {
  hidden: "no se ve",
  mathematical: "es un signo matemático, no una letra",
  digit: "no es una cifra normal",
  mixed: "no es una letra latina, en una palabra que lo parece",
  alike: "no es una letra latina",
} as const;

/** The messages of refusals in Spanish. */
export const SPANISH_MESSAGES: Messages = {
  guards: {
    negation: "La orden dice que no se haga algo. Di solo lo que hay que hacer.",
    hedge: "Esto habla de una orden, pero no lo es. Dilo como una orden sencilla.",
    past: "Esto cuenta algo pasado; no es una orden.",
    condition: "No se vigilan condiciones. Envía la orden cuando deba cumplirse.",
    schedule: "Nada se programa ni se repite. Envía la orden cuando deba cumplirse.",
    limit: "No hay precios límite, stops ni apalancamiento: se cambia al precio de mercado.",
    unsupported: "Solo se entienden cambios, envíos y preguntas sobre una wallet o un precio.",
    venue: "No se puede elegir el mercado: se toma la mejor ruta.",
    question: "Esto pregunta por una acción; no la ordena.",
  },
  tooLong: (length, most) => `La orden tiene ${length} caracteres; se leen como máximo ${most}.`,
  empty: "La orden está vacía.",
  unsafe: (codePoint, at, why) =>
    `El carácter U+${codePoint} en la posición ${at} ${UNSAFE[why]}. Vuelve a escribir esa palabra.`,
  looksLike: (word, symbol) => `"${word}" parece ${symbol} y no lo es. Vuelve a escribirlo.`,
  onlyThisLanguage: `Esto no se entiende como inglés ni como español. ${TRY}`,
  quotation: "Las citas, los enlaces y los datos no se leen como órdenes.",
  nothingFound: `No se encontró ninguna orden ni pregunta. ${TRY}`,
  noVerb:
    "Ningún verbo dice qué hay que hacer. Empieza por él: cambia 1 SOL por USDC, envía 1 SOL a alice.sol.",
  aboutAnOrder: "Esto habla de una orden. Dilo como una orden sencilla.",
  noOrderTogether: `Estas palabras juntas no forman una orden. ${TRY}`,
  wordNotUnderstood: (word) =>
    `No se entiende "${word}", así que la orden se rechaza. Quítala si no cambia nada.`,
  moreThanOneReading: "Esto se puede leer de más de una manera. Di: cambia CANTIDAD TOKEN por TOKEN.",
  endsAsQuestion: "Esto termina en signo de interrogación. Quítalo para dar la orden.",

  onlySolana: "Solo se admite Solana. Quita la otra cadena, o usa un servicio de esa cadena.",
  oneOrder: "Da una sola orden a la vez.",
  swapThenSend:
    "Lo que se cambia llega a la propia wallet. Primero cambia, y envíalo después con otra orden.",
  noRequests: "No se pueden pedir pagos, solo hacerlos.",
  balanceNotSet: "Un saldo no se puede fijar. Di cuánto se cambia o se envía.",
  noLimitPrices: "No hay precios límite.",

  sayPlainly: "Di: cambia CANTIDAD TOKEN por TOKEN.",
  sayHowMuch: "Di cuánto.",
  sayHowMuchOfWhat: "Di cuánto y de qué token.",
  howMuchOf: (symbol = WHICH) => `Di cuánto ${symbol}.`,
  howMuchToSend: (symbol = WHICH) => `Di cuánto ${symbol} se envía.`,
  leavesOpen: (symbol = WHICH, word) => `Di cuánto ${symbol}: "${word}" lo deja abierto. Da un solo número.`,
  sendLeavesOpen: (word) => `Di cuánto se envía: "${word}" lo deja abierto. Da un solo número.`,
  greaterThanZero: "La cantidad debe ser mayor que cero.",
  numberAboveZero: "La cantidad debe ser un número mayor que cero.",
  moreThanAll: "No se puede gastar más que todo el saldo.",
  moreThanCanBe: (amount) => `${amount === "" ? "Eso" : amount} es más de lo que puede haber.`,
  tooFine: (symbol, decimals, amount) => `${symbol} tiene ${decimals} decimales; ${amount} es más fino.`,
  dollarDecimals: "Los dólares se leen con seis decimales.",
  wantedAsNumber: "Di cuánto se quiere recibir como número de tokens.",
  partOrAllBut: "Da una sola cantidad: una parte, o todo menos lo que se guarda.",
  partOrAmount: "Di si es una parte del saldo o una cantidad.",
  partOrNumber: "Di si es una parte del saldo (50%) o un número de tokens.",
  wholeOrAsMuch: "Di si se da todo el saldo, o lo que cueste la cantidad nombrada.",
  whichIsGiven: "Di qué token se da y qué cantidad se quiere.",
  givenOrWorth: "Di si la cifra es lo que se da o lo que vale.",
  howMuchOfSent: "Di cuánto del token que se envía.",
  twoAmounts: "Hay dos cantidades. Da una.",
  twoAmountsSwap: "Hay dos cantidades. Da la que se gasta o la que se recibe.",
  oneNumber: "Da la cantidad como un solo número.",
  oneExactAmount: "Da una cantidad exacta.",
  digitsAlone: "Escribe la cantidad solo con cifras.",
  plainDigits: "Escribe la cantidad con cifras normales.",
  inDigits: "Escribe la cantidad con cifras.",
  notOneNumber: (text) =>
    `"${text}" no es un solo número, o puede leerse de dos maneras. Escríbelo sin el signo.`,
  readings: (text, readings) => `"${text}" puede ser ${readings.join(" o ")}. Escribe el que quieres decir.`,
  centsAsDollars: "Escribe los centavos como dólares: $0.50.",
  onlyDollars: "Las cantidades se dan en tokens o en dólares estadounidenses.",

  nameBothTokens: "Nombra el token que das y el que quieres.",
  nameByMint: "Nombra el token por su símbolo o su mint.",
  nameOne: "Nombra un token por su símbolo o su mint.",
  nameSent: "Nombra el token que se envía: un símbolo o un mint.",
  oneToken: "Nombra un token que das y uno que quieres.",
  oneOfTokens: "Nombra uno de los tokens.",
  oneTokenSent: "Envía un solo token a la vez.",
  partOfWrapped:
    "El SOL envuelto y el SOL tienen saldos distintos, y una parte se toma del SOL de la cartera. Di SOL, o cuánto.",
  keptAnother: "Lo que se guarda y lo que queda son tokens distintos. Nombra uno.",
  notForItself: "Un token no se cambia por sí mismo.",
  swappedForItself: (symbol) => `${symbol} no se cambia por sí mismo. Nombra otro token.`,
  tokenToPay: (symbol) => `Nombra el token con el que se paga ${symbol}.`,
  tokenToGet: (symbol) => `Nombra el token que se quiere por ${symbol}.`,
  severalTokens: (name) => `"${name}" puede ser varios tokens. Nombra uno.`,
  severalTokensMint: (name) => `"${name}" puede ser varios tokens. Nombra uno por su símbolo o su mint.`,
  unlisted: (name) => `"${name}" no está en la lista de tokens.`,
  unlistedMint: (name) => `"${name}" no está en la lista de tokens. Da su símbolo o su mint.`,
  mintNotListed: "Ese mint no está en la lista de tokens.",
  noListedMint: "Este es el mint de un token que no está en la lista.",

  sayWho: "Di quién lo recibe.",
  sayWhoReceives: "Di quién lo recibe: una dirección base58 o un nombre .sol.",
  oneRecipient: "Nombra un solo destinatario a la vez.",
  notSolana: "Eso no es una dirección de Solana.",
  oneCase:
    "Esa dirección tiene solo mayúsculas o solo minúsculas, y una dirección mezcla ambas. Cópiala otra vez, entera.",
  copyAgain: "Eso no es una dirección de Solana. Cópiala otra vez, entera.",
  selfTransfer: "El destinatario es la misma wallet que envía. Nombra otra.",
  addressOrName: "Da una dirección base58 o un nombre .sol.",
  walletAddressOrName: "Da la dirección de la wallet o su nombre .sol.",
  notAnAddress: (address) => `${address} no es una dirección de Solana.`,
  notAnAddressOrName: (name) => `"${name}" no es una dirección. Da una dirección base58 o un nombre .sol.`,
  notSolanaAddress: (text) =>
    `"${text}" no es una dirección de Solana. Da una dirección base58 o un nombre .sol.`,
  cannotResolve: (name) => `${name} no se puede resolver. Da una dirección base58 o un nombre .sol.`,
  unknownName: (name) => `El servicio de nombres no conoce ${name}. Da la dirección.`,
  unknownWallet: (name) => `El servicio de nombres no conoce ${name}.`,
  mintRecipient: (address) =>
    `${address} es el mint de un token, no una wallet. Da la dirección de la wallet.`,
  programRecipient: (address) =>
    `${address} es un programa; lo que se envía ahí se pierde. Da la dirección de una wallet.`,
  offCurve: (address) =>
    `Ninguna clave puede firmar por ${address}: está mal escrita o es de un programa. Revísala carácter por carácter.`,

  slippageBounds: "El deslizamiento va de 1 a 1000 puntos básicos enteros (0,01% a 10%).",
  slippageUnit: 'Da el deslizamiento una sola vez y con su unidad: "1%" o "50 bps".',
  slippageOfTransfer: "Un envío no tiene deslizamiento. Quítalo.",

  oneQuestion: "Haz una sola pregunta a la vez.",
  oneQuote: "Pide una sola cotización a la vez.",
  onePrice: "Pregunta el precio de un solo token a la vez.",
  oneWallet: "Pregunta por una sola wallet a la vez.",
  tokensToQuote: "Nombra los tokens que hay que cotizar.",
  quotedInItself: "Un token no se cotiza en sí mismo.",
  tokenOfPrice: "Nombra el token cuyo precio se pregunta.",
  pricesInDollars: "Los precios son en dólares estadounidenses. Nombra un token.",
  pricesOfNow: "Los precios son de ahora, con su cambio de las últimas 24 horas.",
  canBeAsked: "Se puede preguntar por precios, saldos, carteras, historiales y cotizaciones.",
  howThingsWork: "Aquí no se explica cómo funcionan las cosas.",
  transferCosts: "Lo que cuesta un envío lo dice la transacción construida.",
  notRepeated: "Di la orden entera: lo que se hizo antes no se repite.",
  strangeInQuestion: (word) => `No se entiende "${word}" en esta pregunta.`,
};
