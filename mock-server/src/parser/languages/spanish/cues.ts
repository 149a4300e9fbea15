// Verbs of orders and words of questions, in any form, and function words that English has not.
const CUES =
  /^(?:(?:c[a\u00e1]mbi|env[i\u00ed]|m[a\u00e1]nd[a\u00e1\u00e9]|v[e\u00e9]nd[e\u00e9a\u00e1o\u00ed]|c[o\u00f3]mpr[ae\u00e1\u00e9o]|convi[e\u00e9]r|convertir|interc[a\u00e1]mbi|swap[e\u00e9]|canj[e\u00e9]|transfi[e\u00e9]r|transferir|transfer\u00ed|p[a\u00e1]g[a\u00e1u]|p[a\u00e1]sa[rlm]|m[a\u00e1]ndes|tradea|mu[e\u00e9]str|cu[a\u00e1]nt|cu[a\u00e1]l|podr[i\u00ed]|pued|inviert|invertir|liquid[ae]r?|consi?g|adqui|g[a\u00e1]sta|utiliz|p[i\u00ed]d|c[o\u00f3]br|prest|av[i\u00ed]s|estaque|apuest)\p{L}*|pasa|dame|dime|usa|usar|pon|deja|saldo|precio|transacciones|historial|cartera|billetera|movimientos|quiero|quisiera|nunca|jam[a\u00e1]s|por|para|con|mis?|del|los|las|el|una|tengo|mitad|dep\u00f3sita|ayer|ma\u00f1ana)$|\u00f1/u;

/** Whether a word may be Spanish: asked only of words that English has not, so that English never waits. */
export const mayBeSpanish = (word: string): boolean => CUES.test(word);
