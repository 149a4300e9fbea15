// The same computation on both sides: the ratio is 1 but for the machine's noise.
function compute() {
  let state = 1;
  for (let step = 0; step < 20_000; step += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
}

const side = () => ({ act: compute });

export const rows = [
  {
    name: "noise",
    title: "Noise: a fixed computation",
    sides: { once: side, "the same": side },
  },
];
