import { once } from "../../../kernel/memo.js";
import { anyCase, frames } from "../frame.js";

const WOULD = "(?:pudiera|pudieras|puede|puedes|podr[ií]a|podr[ií]as|pod[eé]s|fuera posible)";
const KIND = "(?:tan|muy) (?:amable|gentil)s?(?: (?:de|como para))?";

/** Polite ways to ask for the action that follows. */
const requests = [
  `(?:(?:le|te|les|os|se lo|te lo) )?agradecer[ií]a(?: mucho)?(?: si(?: me)? ${WOULD})`,
  `(?:me )?(?:puede|puedes|podr[ií]as?|pod[eé]s)? ?(?:hacerme|hazme|haceme|h[aá]game|hacer) (?:el|un) (?:gran )?favor de`,
  `ser[ií]as? ${KIND}`,
  `(?:si )?(?:eres|es|fueras|fuera|sos) ${KIND}`,
  "si no (?:es|te es|le es) (?:mucha |una |mucho )?(?:molestia|problema|mucho pedir)(?: para (?:ti|usted|vos))?",
  "si (?:puedes|puede|pod[eé]s|es posible|te parece|no te importa|no le importa)(?=[,.!?¿]|$)",
  "cuando (?:puedas|pueda|tengas un (?:momento|minuto|rato)|tenga un (?:momento|minuto))(?=[,.!?]|$)",
  "(?:disculp[ae]|perd[oó]n|perdone|perdona)(?: (?:la molestia|que te moleste|que le moleste))?,?(?: pero)?",
];

const END = "[^\\S\\n]*(?=[.!,\\n]|$)";
const greeting =
  "(?:hola|buenas|buen[oa]s (?:d[ií]as|tardes|noches)|estimad[oa]s?|querid[oa]s?)((?: [\\p{L}'-]+){0,3})[^\\S\\n]*(?=[,!.]|:?\\n|:\\s)";
/** Only the names are case-sensitive: "Saludos, Eva" is a signature, "saludos, espera" may not be. */
const signed = `${anyCase(
  "(?:(?:muchas|mil) )?(?:saludos(?: cordiales)?|un (?:cordial |fuerte )?(?:abrazo|saludo)|atentamente|cordialmente|gracias(?: de antemano)?|besos)",
)}[,.!]?((?:\\s+\\p{Lu}[\\p{L}.'-]*){0,3})[.!]?\\s*$`;
const thanks = `(?:muchas )?gracias por((?: [\\p{L}'-]+){1,5})${END}`;
const reference =
  "(?:factura|pedido|orden|recibo)\\.?(?: (?:no?\\.?|nro\\.?|n[uú]mero|n[uú]m\\.?))? ?[#:º]? ?\\d[\\d-]*";
const header = "(?:asunto|re|rv|fwd?)[^\\S\\n]*:([^\\n:]{0,60})\\n";
const memo = `(?:por|para)((?: [\\p{L}'-]+){1,5})${END}`;

/** Parts of messages around an order. */
export const spanishFrames = once(() =>
  frames({ requests, signed, greeting, thanks, reference, header, memo }, ["porfavor", "gracias", "hola"]),
);
