import { once } from "../../../kernel/memo.js";
import { anyCase, frames } from "../frame.js";

const ADVERB =
  "(?: (?:really|greatly|very|much|so|ever|most|truly|kindly|please|just|also|quickly|extremely|deeply)){0,4}";
const WISHED =
  "(?:grateful|thankful|happy|glad|obliged|delighted|pleased|indebted|great|good|nice|lovely|kind|wonderful|awesome|fantastic|amazing|helpful|super|appreciated|cool)";
const KIND =
  "(?:so (?:very )?(?:kind|good|nice)|kind enough|good enough|a (?:dear|star|pal|friend|sweetheart|darling|gem|champ)|an angel)";
const MAY = `(?:could|would|can|will|might|may|to)${ADVERB}`;
const IF_YOU = `(?:(?: (?:if|that|whether|for))? (?:you|u) ${MAY}| (?:if|that) (?:you|u)${ADVERB})`;

/** Polite ways to ask for the action that follows. */
const requests = [
  `(?:i|we)(?:'d| would| will|'ll|d)?${ADVERB} (?:appreciate|love|like|value|want|need)(?: it| that)?(?: very much| a lot| greatly)?${IF_YOU}`,
  `(?:i|we)(?:'d| would| will|'ll| am|'m|d)${ADVERB}(?: be)?${ADVERB} ${WISHED}${IF_YOU}`,
  `(?:it|that|this)(?:'d| would| will|'ll)${ADVERB} be${ADVERB} ${WISHED}(?: of you)?${IF_YOU}`,
  `(?:i|we)(?:'m| am| was| were)?${ADVERB} (?:wondering|wonder|hoping|hope)${IF_YOU}`,
  `(?:i|we)(?:'d| would)? (?:hereby |kindly |humbly )?(?:request|ask|beg)(?: that| of)? you(?: to)?${ADVERB}`,
  `(?:i|we)(?:'d| would|d)${ADVERB} (?:want|wish|like|love) to`,
  `(?:can|could|may|might) (?:i|we)(?: please)? (?:ask|trouble|bother|request|get) (?:you|u) to`,
  `(?:can|could|would|will|are) (?:you|u)${ADVERB}(?: be)?${ADVERB} (?:able|willing|${KIND})(?: as)? (?:to|and)`,
  `(?:can|could|would|will) (?:you|u) (?:possibly|perhaps|maybe|at all)`,
  "(?:please|pls|plz|kindly) to",
  `(?:would|could|can) (?:you|u) do me (?:a|the)(?: \\w+)? favou?r (?:and|by|of)`,
  `(?:please )?be ${KIND}(?: as)? (?:to|and)`,
  "(?:kindly|please)? ?do the needful (?:and|by|to)",
  "would it be possible to",
  "(?:would|will) it be (?:possible|ok|okay|alright) for you to",
  "sorry to (?:be a pain|(?:bother|trouble|disturb|bug)(?: you)?)(?: again)?,? but",
  "sorry,? (?:but )?",
  "(?:please |kindly )?(?:process|execute|action|handle|perform|run|carry out)(?: the| this)?(?: following)?(?: (?:transaction|order|request|payment|command|instruction)s?)? ?:",
  "(?:do|one|just one|small|quick) (?:one )?(?:thing|favou?r|request):?",
  "if (?:it's|it is|its|that's|it isn't|it is)(?: not)? (?:too much (?:of a )?(?:trouble|bother|hassle|to ask)|(?:a|any) (?:problem|bother|trouble|bother))(?: for you)?",
  "when(?:ever)? (?:you (?:get|have|find) (?:a|the|some|any) (?:chance|moment|minute|second|sec|time)|possible|convenient)",
  "if (?:at all )?possible",
  "if (?:you|u) (?:can|could|please|may|would)(?: be so (?:kind|good))?(?=[,.!?]|$)",
];

const PEOPLE =
  "(?: (?:sirs?|madam|all|everyone|everybody|team|there|friends?|support|bot|agent|assistant|again|folks|guys|or|and))";
const END = "[^\\S\\n]*(?=[.!,\\n]|$)";
const greeting = `(?:dear|hi|hiya|hello|hey|good (?:morning|day|afternoon|evening)|greetings)${PEOPLE}{0,4}((?: [a-z'-]+){0,4})${END}`;
/** Only the names are case-sensitive: "Regards, Eva" is a signature, "regards, hold" may not be. */
const signed = `${anyCase(
  "(?:(?:with|best|kind|kindest|warm|warmest|many|all the) ){0,3}(?:regards|wishes|thanks(?: (?:again|a lot|so much))?(?: in advance)?|cheers|sincerely|yours(?: (?:truly|sincerely|faithfully))?|thank you(?: (?:so|very) much)?(?: in advance)?|(?:best|love)(?=[,\\n])|respectfully|thx)",
)}[,.!]?((?:\\s+[A-Z][A-Za-z.'-]*){0,3})[.!]?\\s*$`;
const thanks = `(?:thanks|thank you|thx|cheers|ty)(?: again| so much| a lot)? for((?: [a-z'-]+){1,5})${END}`;
const wish =
  "(?:i )?(?:hope|trust)(?: that)?(?: (?:you|all|your|this|mail|email|message|had|have|are|is|you're|were|finds?|well|a|an|great|good|nice|lovely|weekend|day|week|evening|morning|doing|enjoyed|the|family)){1,12}(?=[.!,\\n])";
const reference =
  "(?:invoice|inv|order|bill|receipt)\\.?(?: (?:no\\.?|nr\\.?|number|num|id))? ?[#:]? ?\\d[\\d-]*";
const header = "(?:subject|re|fwd?|fw)[^\\S\\n]*:([^\\n:]{0,60})\\n";
const memo = `for((?: [a-z'-]+){1,5})${END}`;

/** Parts of messages around an order. */
export const englishFrames = once(() =>
  frames({ requests, signed, greeting, thanks, wish, reference, header, memo }, [
    "please",
    "thanks",
    "hello",
  ]),
);
