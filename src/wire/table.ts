import type { WireOperation } from "./shape.js";

// Generated from OPERATIONS by scripts/build/wire-table.ts. After changing the contract:
// npx vitest run test/sdk/wire/shape.test.ts -u

/** The contract's operations in compact form. */
// biome-ignore format: generated, one operation per line
export const WIRE = {
  "intents.parse": {"method":"POST","path":"/intents","retry":"safe","body":{"walletAddress":"a","command":"x500","slippage?":"i1,1000 basis points (1% is 100)","priorityFee?":"I0,5000000 micro-lamports per compute unit"},"response":{"intentId":"S","action":"=swap|transfer|query","route?transfer|query":{"inAmount":"u","outAmount":"u","priceImpact":"~n","marketInfos":[{"id":"s","label":"~s","inputMint":"s","outputMint":"s","inAmount":"u","outAmount":"u","fee":"~u"}]},"confidence":"~n0,1","parameters":{"outputToken?transfer|query":"s","amount?query":"u","recipient?swap|query":"s","inputToken?query":"s"}}},
  "transactions.build": {"method":"POST","path":"/transactions/build","retry":"once-if-lost","body":{"intentId":"S","walletAddress":"a","simulate?":"b"},"response":{"transaction":"S","simulation?":{"success":"b","computeUnits":"~n","logs":"~L"},"expectedOutput":{"outputAmount":"u","priceImpact":"~n","fee":"u"}}},
  "transactions.list": {"method":"GET","path":"/transactions/{walletAddress}","retry":"safe","params":{"walletAddress":"a"},"query":{"limit?":"j1,100","before?":"S","cursor?":"S","type?":"=swap|transfer|all"},"response":{"data":[{"signature":"s","type":"s","timestamp":"~s","status":"s","details":"o"}],"pagination":{"hasMore?":"b","before?":"s","nextCursor?":"s"}}},
  "portfolio.retrieve": {"method":"GET","path":"/portfolio/{walletAddress}","retry":"safe","params":{"walletAddress":"a"},"query":{"includeNFTs?":"b","includeStaked?":"b"},"response":{"walletAddress":"s","solBalance":"u","tokens":[{"mint":"s","symbol":"~s","balance":"u","decimals":"n","uiAmount":"~n","usdValue":"~n"}],"totalValue":"~n","lastUpdated":"~s","nfts?":["o"],"staked?":["o"]}},
  "prices.retrieve": {"method":"GET","path":"/prices/{tokenMint}","retry":"safe","params":{"tokenMint":"S"},"response":{"mint":"s","symbol":"~s","price":"n","change24h":"~n","volume24h":"~n","marketCap":"~n","lastUpdated":"~s"}},
  "analytics.metrics": {"method":"GET","path":"/analytics/metrics","retry":"safe","query":{"startDate":"d","endDate":"dstartDate","granularity?":"=hour|day|week|month"},"response":{"period":{"start":"~s","end":"~s","granularity":"~s"},"transactions":{"total":"~n","swaps":"~n","transfers":"~n","successRate":"~n"},"volume":{"totalUSD":"~n","averagePerTransaction":"~n"},"intents":{"total":"~n","averageConfidence":"~n","parseErrors":"~n"}}},
  "analytics.usage": {"method":"GET","path":"/analytics/usage","retry":"safe","response":{"billingPeriod":{"start":"~s","end":"~s"},"requests":{"used":"~n","limit":"~l","percentage":"~n"},"transactions":{"used":"~n","limit":"~l","percentage":"~n"},"tier":"~s"}},
  "keys.create": {"method":"POST","path":"/keys","retry":"once","body":{"name":"k64","scopes":"pread:portfolio|read:transactions|write:intents|write:transactions|read:prices|admin","expiresAt?":"d"},"response":"Okey"},
  "keys.revoke": {"method":"DELETE","path":"/keys/{keyId}","retry":"safe","params":{"keyId":"S"},"response":"O"},
  "keys.rotate": {"method":"POST","path":"/keys/{keyId}/rotate","retry":"once","params":{"keyId":"S"},"response":"Okey"},
} as const satisfies Record<string, WireOperation>;
