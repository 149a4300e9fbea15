import { swapFormulaSuite } from "./swap-formula-suite.js";

// A subset of the random swaps of test/deep/swap. Two hops need more runs because more of those swaps are refused.
swapFormulaSuite({ 1: 100, 2: 200 }, 50);
