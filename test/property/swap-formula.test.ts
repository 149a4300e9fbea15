import { swapFormulaSuite } from "./swap-formula-suite.js";

// A part of the random swaps; test/deep/swap runs all of them. Two hops are refused more often than one.
swapFormulaSuite({ 1: 200, 2: 350 }, 100);
