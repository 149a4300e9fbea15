// Next.js: app/api/[...path]/route.ts.
import { proxy } from "intent-tx/proxy";

const toService = proxy(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL

// Check the session first: otherwise anyone could use your rate limit.
export { toService as GET, toService as POST };
