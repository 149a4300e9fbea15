import type { Language } from "../language.js";
import { compileLexicon, type Groups, guardOf } from "../lexicon.js";
import { EXACT, type Pattern, swap, transfer } from "../pattern.js";
import { questionGroups } from "../question-groups.js";
import { NOTHING, set, union, words } from "../words.js";
import { SPANISH_MESSAGES } from "./messages.js";
import {
  SPANISH_SPELLING,
  spanishCurrencies,
  spanishNonNumbers,
  spanishNumbers,
  spanishNumberWords,
  spanishNumerals,
  spanishParts,
  spanishVagueTokens,
  spanishWholes,
} from "./numbers.js";
import { spanishGuards, spanishNoise, spanishOrders, spanishQuestionGroups } from "./words.js";

let instance: Language | undefined;

/** Spanish. Its tables are built on first use, when a text contains a word that English does not have. */
export function spanish(): Language {
  instance ??= make();
  return instance;
}

/** Leads that make a subjunctive an order: "quiero que vendas". Without one, it is a prohibition or a statement. */
const WISHES = words`quiero que, necesito que, quisiera que, me gustaría que, te pido que`;
const SUBJUNCTIVES = {
  cambies: "cambia",
  intercambies: "intercambia",
  conviertas: "convierte",
  vendas: "vende",
  compres: "compra",
  inviertas: "invierte",
  pongas: "pon",
  metas: "mete",
  mandes: "manda",
  envíes: "envía",
  transfieras: "transfiere",
  pagues: "paga",
  pases: "pasa",
};

/** Forms that after "me" are a past tense without its accent ("me compré"), or part of a wish. */
const STATEMENT_FORMS = words`
  cambie, intercambie, swapee, canjee, convierta, compre, venda, liquide, gaste, use, utilice, invierta, ponga, meta,
  adquiera, obtenga, envíe, envie, mande, pague, pase, transfiera`;

/** Past forms. Without its accent, each is also the formal imperative. */
const PASTS = words`
  cambié, intercambié, swapeé, canjeé, compré, liquidé, gasté, usé, utilicé, envié, mandé, pagué, pasé, doné, giré, tradeé, dejé, guardé`;

function make(): Language {
  const lexicon = compileLexicon({
    groups: { ...spanishOrders(), ...spanishNoise(), ...spanishGuards(), ...spanishQuestionGroups() },
    parts: spanishParts(),
    wholes: spanishWholes(),
    vagueTokens: spanishVagueTokens(),
    nonNumbers: spanishNonNumbers(),
    others: spanishCurrencies(),
    numberWords: spanishNumberWords(),
    numerals: spanishNumerals(),
  });
  const { groups } = lexicon;
  return {
    tag: "es",
    lexicon,
    patterns: SPANISH_PATTERNS,
    numbers: spanishNumbers(),
    spelling: SPANISH_SPELLING,
    // Typing errors are not corrected: a form one letter away is too often a statement.
    correctTypo: () => undefined,
    messages: SPANISH_MESSAGES,
    ...orderWords(groups),
    ...refusalWords(groups),
    questions: questionWords(groups),
  };
}

type OrderWords = "amounts" | "recipients" | "slippage" | "phrasing" | "circumstances";

function orderWords(groups: Groups): Pick<Language, OrderWords> {
  const mine = words`mi, mis, el, la, los, las`;
  return {
    amounts: {
      of: set("de", "del"),
      worth: NOTHING,
      worthOf: NOTHING,
      in: set("en"),
      and: set("y"),
      articles: set("un", "una"),
      more: NOTHING,
      my: set("mi", "mis"),
      mine: set(...mine),
      owners: set("mi", "mis"),
      leads: set(...mine, "exactamente", "solo", "sólo", "solamente"),
      single: NOTHING,
      fromOwn: set("de", "del"),
    },
    recipients: {
      to: set("a", "al", "para"),
      holders: union(groups.HOLDER, groups.PERSON),
      plain: set("wallet", "dirección", "direccion", "cuenta", "billetera"),
      ownPlaces: set(
        ...["de", "desde", "en"].flatMap((lead) =>
          words`wallet, cuenta, billetera, cartera`.map((place) => `${lead} mi ${place}`),
        ),
      ),
    },
    slippage: {
      before: set(
        ...words`con, un, una, de, del, máximo, maximo, máximo de, hasta, no más de, como máximo, el, la, menos de, y, usando, que, mi, acepto`,
      ),
      opens: set("con", "usando", "y"),
      between: set(
        ...words`máximo, maximo, de, del, al, a, es, sea, hasta, máximo de, como máximo, el, un, inferior, menor, =, :`,
      ),
      after: set("máximo", "maximo", "como máximo", "como maximo", "o menos", ","),
      backwards: set("máximo", "maximo", "de", "un"),
      less: set("menos de", "por debajo de"),
      defaults: set("predeterminado", "normal"),
    },
    phrasing: {
      polite: set(...words`porfa, porfavor, gracias, ok, vale`),
      request: /^me$|^(?:me )?(?:puede|podr[ií]a|pod[eé]s)|^te importar|^ser[ií]a|^por ?fa/,
      tags: set("vale", "ok", "okay"),
      announcers: set(...words`ok, sí, bueno, vale, listo, entonces, hola`),
      negationTypos: new Map(),
      symbolLike: NOTHING,
      connectors: NOTHING,
      on: set("en"),
      formLeads: set(...WISHES),
      forms: new Map(Object.entries(SUBJUNCTIVES)),
      statements: new Map([["me", set(...STATEMENT_FORMS)]]),
      pasts: new Map(PASTS.map((past): [string, string] => [past.replace("é", "e"), past])),
      beforeOrders: set(
        ...WISHES,
        ...words`por favor, porfavor, porfa, please, hola, buenas, buenos días, buenos dias, buenas tardes, buenas noches`,
      ),
      swaps: union(groups.SWAP, groups.SELL, groups.BUY),
    },
    circumstances: { have: NOTHING, words: NOTHING, bare: NOTHING },
  };
}

type RefusalWords = "chains" | "guards" | "refusals" | "suggestions";

function refusalWords(groups: Groups): Pick<Language, RefusalWords> {
  return {
    chains: {
      strongLeads: set("en", "vía", "via", "sobre"),
      weakLeads: set("desde", "de", "a", "por", "mi"),
      fillers: set("la", "el"),
      networks: set("red", "cadena", "blockchain"),
      on: set("en"),
      to: set("a"),
      from: set("de", "desde"),
      onMainnet: NOTHING,
      asks: /^(?:qu[ée]|c[óo]mo|cu[áa])/,
      sites: set("x", "twitter", "telegram"),
    },
    guards: {
      guardOf: guardOf(groups),
      bareNo: NOTHING,
      wishes: NOTHING,
      participles: NOTHING,
      aboutActing: set(
        ...words`
        debo, debería, deberia, puedo, cómo, como, qué pasa si, que pasa si, qué pasaría si, que pasaria si, es buena idea, conviene, vale la pena,
        se puede, es posible, es seguro, es mejor, podemos, debemos, cambio, vendo, compro, envío, envio, mando`,
      ),
      gerund: /^(?:cambi|envi|vend|compr|mand|transfir|pag)(?:ando|iendo)$/,
      looks: set(...words`muestra, muéstrame, muestrame, dime, revisa, consulta, ver`),
      joiners: set("y", "luego", "después", "además", "también", "&"),
    },
    refusals: {
      foreign: NOTHING,
      request: set("pide", "solicita"),
      reaching: set("a", "en", "hasta", "sea"),
      or: set("o"),
      swapVerbs: union(groups.SWAP, groups.SELL, groups.BUY),
      softSwapVerbs: union(groups.PUT, groups.SPEND, groups.GET),
      buyVerbs: union(groups.BUY, groups.GET),
      leads: union(groups.TO, groups.INTO, groups.FOR),
      onto: set("en"),
      atPrice: set("a"),
      ranges: /^(?:entre|o)$/,
      joins: set("y", "más"),
      most: set("máximo", "maximo"),
      shares: set("cada uno", "y", "entre"),
      pronouns: set("él", "ella", "ellos", "lo", "le"),
      pointers: set("un", "una", "el", "la", "mi", "este", "esta", "su"),
    },
    suggestions: {
      verbs: ["cambia", "compra", "envía"],
      asked: /^(?:qu[ée]|c[óo]mo|deb|pued|pod)/,
      afterAsking: /^\s*(?:si|a)\b/i,
    },
  };
}

function questionWords(groups: Groups): Language["questions"] {
  return {
    ...questionGroups(groups),
    looks: set(
      ...words`muestra, muéstrame, muestrame, muestre, mostrar, enséñame, dime, ver, consulta, revisa, lista, cuál es, cual es`,
    ),
    counts: set(...words`cuánto, cuanto, cuántos, cuantos, cuánta, cuanta, cuántas, cuantas`),
    countsEnd: /^cu[áa]nt[oa]s?$/,
    ownOpeners: NOTHING,
    howTo: set(...words`cómo se, cómo puedo`),
    how: set("cómo", "como"),
    work: set("funciona"),
    is: set("es", "son", "está", "esta", "vale"),
    for: set("por"),
    again: set("otra vez", "de nuevo"),
    points: set("ese", "este", "esa", "esta"),
    kinds: set("token", "moneda"),
    volume: set("volumen"),
    together: set("y", "o"),
    between: set("entre"),
    paired: set("/", "a", "en", "por", "->"),
    joiners: set("y", "o", "también", "además", "&"),
    mentions: set(...words`si, por, al`),
    supposing: /^si /,
    modifiers: set("mi", "mis", "el", "la", "un", "una", "solo"),
    counting: set(...words`últimas, ultimas, últimos, ultimos, mis últimas, recientes`),
    questionWords: /^(?:qu[ée]|cu[áa]l|cu[áa]nt|c[óo]mo|a cu)/,
    another: /^y (?:compra|comprar|compre)$/,
    ifActing: /^para (?:comprar|obtener|conseguir|adquirir)/,
    quoted: /cotiza/,
    clauseJoiners: set("y", "luego", "también", "entonces", "&"),
    leads: set("un", "una"),
    sending: set("envía", "envia", "enviar", "mandar", "transferir"),
    his: /^(?:su|sus)$/,
    their: NOTHING,
    changes: set("volumen", "gráfico"),
    noBeginning: /^(?:de|a|para|con|y|o|si|en)$/,
    balanceVerb: NOTHING,
    prepositions: set("de", "en"),
    going: set("a", "en", "por", "->"),
    placed: set("en", "a"),
    proposing: NOTHING,
    converts: /^cu[áa]nto (?:es|son)$/,
    asking: /^(?:qu[ée]|cu[áa]l|cu[áa]nt|a cu|a c[óo]mo)/,
    spent: /^cu[áa]nto (?:he )?gast/,
    places: set("wallet", "cuenta", "cartera"),
    where: /wallet|cartera|cuenta|billetera/,
    inWallet: /^en mi /,
    holdings: set("tenencias"),
    worth: set("valor", "vale", "valen"),
    amountWords: set("hay"),
    which: set("qué", "que", "cuáles"),
    endsMine: /(?:^| )mis?$/,
    doing: /^(?:c[óo]mo|a cu)/,
    duties: NOTHING,
    doI: NOTHING,
  };
}

export const SPANISH_PATTERNS: readonly Pattern[] = [
  swap("swap-in", "SWAP|SELL in:Q TO|FOR|YIELDS|INTO out:T", "cambia 1 SOL por USDC"),
  swap("pass-to", "pasa|pase|pasar|mueve|mover|mueva|transfiere in:Q TO|INTO out:T", "pasa 1 SOL a USDC", {
    rare: true,
  }),
  swap("put-into", "PUT in:Q en|a out:T", "invierte 20 USDC en SOL"),
  swap("spend-on", "SPEND in:Q en|YIELDS out:T", "gasta 100 USDC en SOL"),
  swap("buy-with", "BUY|GET out:T WITH|FOR in:Q", "compra SOL con 100 USDC"),
  swap("with-buy", "WITH in:Q BUY|GET out:T", "con 100 USDC compra SOL", { rare: true }),
  swap("buy-of", "BUY|GET in:Q de out:T", "compra 0.5 SOL de BONK", {
    kinds: EXACT,
    figureFirst: true,
    rare: true,
  }),
  swap(
    "keep-rest",
    "KEEP except:Q AND? SWAP|SELL REST OF? same:T? TO|FOR|INTO out:T",
    "deja 1 SOL y cambia el resto a USDC",
    {
      kinds: EXACT,
    },
  ),
  swap(
    "swap-all-keep",
    "SWAP|SELL all:Q TO|FOR|INTO out:T AND? EXCEPT|KEEP except:Q",
    "cambia todo mi SOL a USDC menos 0,1 SOL",
    {
      rare: true,
    },
  ),
  swap("swap-out", "SWAP|SELL in:T FOR|END_WITH out:Q", "cambia SOL por 100 USDC", {
    kinds: EXACT,
    figureFirst: true,
  }),
  swap("buy-out", "BUY|GET out:Q WITH|FOR|TAKE_FROM in:B", "compra 1 SOL con USDC", {
    kinds: ["exact", "usd"],
  }),
  swap("use-to-buy-out", "SPEND in:T YIELDS|END_WITH out:Q", "usa USDC para comprar 2 SOL", { kinds: EXACT }),
  transfer("send-to", "SEND in:Q TO who:R", "envía 1 SOL a alice.sol"),
  transfer("send-who", "SEND TO who:R in:Q", "envía a alice.sol 1 SOL", { rare: true }),
];
