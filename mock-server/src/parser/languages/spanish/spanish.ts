import { once } from "../../../kernel/memo.js";
import { FOREIGN_WORDS } from "../english/words/foreign.js";
import type { Language } from "../language.js";
import { compileLexicon } from "../lexicon.js";
import { patterns } from "../pattern.js";
import { NO_MATCH, NOTHING, set, setOf } from "../words.js";
import { spanishFrames } from "./frames.js";
import { SPANISH_MESSAGES } from "./messages.js";
import { SPANISH_SPELLING, spanishNumbers } from "./numbers.js";
import { presents, unaccented } from "./verbs.js";
import { SPANISH_VERBS, spanishGroups } from "./words.js";

/** Spanish. Its tables are built on first use, when a text contains a word that English does not have. */
export const spanish: () => Language = once(make);

/** Leads that make a subjunctive an order: "quiero que vendas". Without one, it is a prohibition or a statement. */
const WISHES =
  /^(?:(?:quiero|necesito|quisiera|me gustaría|te pido|le pido) (?:que|q)(?: (?:me|le))?|(?:(?:le|te) )?agradecer[íi]a que)$/;
function make(): Language {
  /** "vendas" and "vendiera", by the form that orders: "vende". */
  const subjunctives = SPANISH_VERBS.flatMap(({ infinitive, tu, usted }) => {
    const stem = infinitive.slice(0, -2);
    const past = infinitive.endsWith("ar") ? `${stem}ara` : `${stem}iera`;
    return [`${usted}s`, past, `${past}s`].map((form): [string, string] => [form, tu]);
  });

  /** The present tense by the form that orders: "cambias" and "cambio", "cambia". */
  const stated = SPANISH_VERBS.flatMap((verb) =>
    presents(verb).map((form): [string, string] => [form, verb.tu]),
  );

  /** Forms that after "me" are a past tense without its accent ("me compré"), or part of a wish. */
  const statementForms = SPANISH_VERBS.flatMap(({ tu, usted }) => [
    tu,
    unaccented(tu),
    usted,
    unaccented(usted),
  ]);

  /** Past forms by the formal imperative, which is written the same without the accent: "cambié", "cambie". */
  const pasts = SPANISH_VERBS.flatMap(({ infinitive, usted }): [string, string][] => {
    const plain = unaccented(usted);
    const stem = infinitive.slice(0, -2);
    return [infinitive.endsWith("ar") ? [plain, `${plain.slice(0, -1)}é`] : [`${stem}i`, `${stem}í`]];
  });
  const numbers = spanishNumbers();
  const lexicon = compileLexicon(spanishGroups(), numbers);
  const { groups } = lexicon;
  const mine = setOf`mi, mis, el, la, los, las`;
  return {
    tag: "es",
    lexicon,
    patterns: spanishPatterns(),
    numbers,
    spelling: SPANISH_SPELLING,
    // Typing errors are not corrected: a form one letter away is too often a statement.
    correctTypo: () => undefined,
    messages: SPANISH_MESSAGES,
    amounts: {
      of: set("de", "del"),
      worth: NOTHING,
      worthOf: NOTHING,
      in: set("en"),
      and: set("y"),
      articles: set("un", "una"),
      more: NOTHING,
      my: set("mi", "mis"),
      the: set("el", "la", "un"),
      mine,
      pointing: set("este", "esta"),
      owners: set("mi", "mis"),
      leads: set(...mine, "exactamente", "solo", "sólo", "solamente"),
      repeats: NOTHING,
      single: NOTHING,
    },
    recipients: {
      to: set("a", "al", "para"),
      at: set("en"),
      plain: set("wallet", "dirección", "direccion", "cuenta", "billetera"),
      ownPlaces: /^(?:de|desde|en) mi (?:wallet|cuenta|billetera|cartera)$/,
    },
    slippage: {
      before: setOf`con, un, una, de, del, máximo, maximo, máximo de, hasta, no más de, como máximo, el, la, menos de, y, usando, que, mi, acepto`,
      opens: set("con", "usando", "y"),
      between: setOf`máximo, maximo, de, del, al, a, es, sea, hasta, máximo de, como máximo, el, un, inferior, menor, =, :`,
      after: set("máximo", "maximo", "como máximo", "como maximo", "o menos", ","),
      backwards: set("máximo", "maximo", "de", "un"),
      less: set("menos de", "por debajo de"),
      defaults: set("predeterminado", "normal"),
    },
    phrasing: {
      frames: spanishFrames,
      isPolite: (word) => /^(?:porfa|porfavor|gracias|ok|vale)$/.test(word),
      request: /^me$|^(?:me )?(?:puede|podr[ií]a|pod[eé]s|ayuda)|^te importar|^ser[ií]a|^por ?fa/,
      tags: set("vale", "ok", "okay"),
      announcers: setOf`ok, sí, bueno, vale, listo, entonces, hola`,
      negationTypos: new Map(),
      symbolLike: NOTHING,
      feesLeft: NO_MATCH,
      connectors: NOTHING,
      formLeads: WISHES,
      forms: new Map(subjunctives),
      statements: new Map([["me", set(...statementForms)]]),
      pasts: new Map(pasts),
      beforeOrders: setOf`por favor, porfavor, porfa, please, hola, buenas, buenos días, buenos dias, buenas tardes, buenas noches`,
      pronouns: NOTHING,
      isRepeatable: (word) => groups.TO.has(word) || groups.FOR.has(word) || groups.WITH.has(word),
      tried: [],
    },
    circumstances: { have: NOTHING, words: NOTHING, bare: NOTHING },
    chains: {
      strongLeads: set("en", "vía", "via", "sobre"),
      weakLeads: set("desde", "de", "a", "por", "mi"),
      fillers: set("la", "el", "de"),
      networks: set("red", "cadena", "blockchain"),
      on: set("en"),
      to: set("a"),
      from: set("de", "desde"),
      onMainnet: NOTHING,
      asks: /^(?:qu[ée]|c[óo]mo|cu[áa])/,
      sites: set("x", "twitter", "telegram"),
    },
    guards: {
      bareNo: NOTHING,
      isWish: () => false,
      aboutActing: setOf`
        debo, debería, deberia, puedo, cómo, como, qué pasa si, que pasa si, qué pasaría si, que pasaria si, es buena idea, conviene, vale la pena,
        se puede, es posible, es seguro, es mejor, podemos, debemos, cambio, vendo, compro, envío, envio, mando`,
      gerund: /^(?:cambi|envi|vend|compr|mand|transfir|pag)(?:ando|iendo)$/,
      looks: setOf`muestra, muéstrame, muestrame, dime, revisa, consulta, ver`,
      joiners: set("y", "luego", "después", "además", "también", "&"),
    },
    refusals: {
      foreign: set(...[...FOREIGN_WORDS].filter((word) => !lexicon.words().has(word))),
      request: NOTHING,
      forecasts: NOTHING,
      receives: set("recibir", "recibe"),
      cashes: NOTHING,
      deeds: setOf`he gastado, he enviado, he recibido`,
      or: set("o"),
      atPrice: set("a"),
      bounds: set("bajo", "sobre"),
      most: set("máximo", "maximo"),
      pronouns: set("él", "ella", "ellos", "lo", "le"),
      myself: set("mí"),
      self: /(?:^| )a (?:m[ií](?: mism[oa])?|mi (?:propia )?(?:wallet|billetera|cartera|cuenta|direcci[oó]n))$/,
      pointers: set("un", "una", "el", "la", "mi", "este", "esta", "su"),
      withdraws: NOTHING,
      sources: set("de", "desde"),
    },
    suggestions: {
      verbs: ["cambia", "compra", "envía"],
      asked: /^(?:qu[ée]|c[óo]mo|deb|pued|pod)/,
      afterAsking: /^\s*(?:si|a)\b/i,
      stated: new Map(stated),
      quote: "cotízame",
      price: "precio de",
      balance: "saldo de",
      portfolio: "muestra mi portafolio",
      history: "muestra mi historial",
      lacking: ["por", "con"],
      of: "de",
    },
    questions: {
      looks: setOf`muestra, muéstrame, muestrame, muestre, mostrar, enséñame, dime, ver, consulta, revisa, lista, cuál es, cual es`,
      counts: setOf`cuánto, cuanto, cuántos, cuantos, cuánta, cuanta, cuántas, cuantas`,
      ownOpeners: NOTHING,
      is: set("es", "son", "está", "esta", "vale"),
      for: set("por"),
      paired: set("/", "a", "en", "por", "entre", "->"),
      supposing: /^si /,
      modifiers: set("mi", "mis", "el", "la", "un", "una", "solo"),
      counting: setOf`últimas, ultimas, últimos, ultimos, mis últimas, recientes`,
      questionWords: /^(?:qué|(?:a )?qui[ée]n|cu[áa]l|cu[áa]nt|c[óo]mo|a cu)/,
      his: /^(?:su|sus)$/,
      their: NOTHING,
      changes: set("volumen", "gráfico"),
      // "compré SOL" reports.
      noBeginning: /^(?:de|a|para|con|y|o|si|en)$|[éí]$/,
      going: set("a", "por", "->"),
      converts: /^cu[áa]nto (?:es|son)$/,
      asking: /^(?:q$|qu[ée]|cu[áa]l|cu[áa]nt|a cu|a c[óo]mo)/,
      inWallet: /^en mi /,
      holdings: set("tenencias"),
      worth: set("valor", "vale", "valen", "cuánto vale", "cuanto vale"),
      amountWords: set("hay"),
      which: set("qué", "que", "q", "cuáles", "cuántos", "cuántas"),
      endsMine: /(?:^| )mis?$/,
      mine: /\bmis?\b|^he |(?<!^qu)[éí]$/,
      party: /^a$/,
      doing: /^(?:c[óo]mo|a cu|q(?:u[ée])? tal|ha$|est[áa]$|(?:sube|subi[óo]|baj[aóo])(?: |$))/,
    },
  };
}

const spanishPatterns = () => patterns`
  swap-in: SWAP|SELL in:Q TO|FOR|YIELDS|INTO out:T; cambia 1 SOL por USDC
  put-into: PUT in:Q en|a out:T; invierte 20 USDC en SOL
  spend-on: SPEND in:Q en|YIELDS out:T; gasta 100 USDC en SOL
  buy-with: BUY|GET out:T WITH|FOR in:Q; compra SOL con 100 USDC
  keep-rest: KEEP except:Q AND? SWAP|SELL REST OF? same:T? TO|FOR|INTO out:T; deja 1 SOL y cambia el resto a USDC; exact
  swap-out: SWAP|SELL in:T FOR|END_WITH out:Q; cambia SOL por 100 USDC; exact figure-first
  buy-out: BUY|GET out:Q WITH|FOR|TAKE_FROM in:B; compra 1 SOL con USDC; exact usd
  use-to-buy-out: SPEND in:T YIELDS|END_WITH out:Q; usa USDC para comprar 2 SOL; exact
  send-to: SEND in:Q TO who:R; envía 1 SOL a alice.sol
  swap-terse: SWAP|SELL in:Q out:T; cambia 1 SOL USDC; exact usd fraction figure-first rare
  have-swap: HAVE? in:Q AND? SWAP_IT TO|FOR|INTO out:T; tengo 5 JUP, cámbialos por SOL; rare
  pass-to: PASS in:Q TO|INTO out:T; pasa 1 SOL a USDC; rare
  with-buy: WITH in:Q BUY|GET out:T; con 100 USDC compra SOL; rare
  buy-of: BUY|GET in:Q de out:T; compra 0.5 SOL de BONK; exact figure-first rare
  swap-all-keep: SWAP|SELL all:Q TO|FOR|INTO out:T AND? EXCEPT|KEEP except:Q; cambia todo mi SOL a USDC menos 0,1 SOL; rare
  send-terse: SEND in:Q who:A; envía 5 USDC alice.sol; rare
  send-who: SEND TO who:R in:Q; envía a alice.sol 1 SOL; rare
  to-send: TO who:R SEND in:Q; a alice.sol envíale 5 USDC; rare
  have-send: HAVE? in:Q AND? SEND_IT TO who:R; toma 5 USDC y envíalos a alice.sol; rare
  owe: OWE in:Q TO who:R AND? PAY_HIM; le debo 5 USDC a alice.sol, págale; rare
  ensure: ENSURE who:R RECEIVES in:Q; asegúrate de que alice.sol reciba 5 USDC; rare
  form: PAYEE who:R cantidad|monto|importe in:Q; Destinatario: alice.sol, monto: 5 USDC; rare`;
