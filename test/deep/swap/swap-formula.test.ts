import { swapFormulaSuite } from "../../property/swap-formula-suite.js";
import { SCALE } from "../scale.js";

const SHARE = SCALE === 1 ? 5 : 1;
// Two hops are refused more often than one: both pools must be able to serve the swap.
swapFormulaSuite({ 1: 3_000 / SHARE, 2: 5_500 / SHARE }, 2_400 / SHARE);
