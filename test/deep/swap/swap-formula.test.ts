import { swapFormulaSuite } from "../../property/swap-formula-suite.js";

// Two hops are refused more often than one: both pools must be able to serve the swap.
swapFormulaSuite({ 1: 3_000, 2: 5_500 }, 2_500);
