// The swap program: constant-product pools over SPL Token and Token-2022. One translation unit.
#include "initialize.h"
#include "swap.h"

u64 entrypoint(u8 *input) {
  struct call *c = (struct call *)HEAP_START;
  // Hides the constant from the compiler, which would otherwise load it again at every access, with 16 bytes of code.
  __asm__("" : "+r"(c));
  try(read_input(input, c));
  require(c->data_length > 0, INVALID_INSTRUCTION, "invalid instruction: empty");
  switch (c->data[0]) {
    case 0:
      log_text("Instruction: Initialize");
      return initialize(c);
    case 1:
      log_text("Instruction: SwapExactIn");
      return swap(c, 0);
    case 2:
      log_text("Instruction: SwapExactOut");
      return swap(c, 1);
    default:
      refuse(INVALID_INSTRUCTION, "invalid instruction: unknown tag");
  }
}
