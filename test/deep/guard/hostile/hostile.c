// A program that does whatever its caller wants with the signatures that it gets: it runs a list of instructions.
#include "../../../../mock-server/programs/vm.h"

#define MAX_ACCOUNTS 40
#define refuse_account_count() return 1

struct call {
  u64 account_count;
  account accounts[MAX_ACCOUNTS];
  const u8 *data;
  u64 data_length;
  const u8 *program_id;
  account_meta metas[MAX_ACCOUNTS];
};

#include "../../../../mock-server/programs/input.h"

// Takes all lamports of an account that this program owns by now, and returns it to the System program.
never_inline u64 drain(struct call *c, const u8 *places) {
  account *from = &c->accounts[places[0]], *to = &c->accounts[places[2]];
  if (!same_key(from->owner, c->program_id)) return 2;
  *to->lamports += *from->lamports - 1000000;
  *from->lamports = 1000000;
  for (int i = 0; i < 4; i++) ((u64 *)from->owner)[i] = 0;
  return 0;
}

// An instruction: program, number of accounts, then index and flags (1 writable, 2 signer) of each, length, data. The
// program 255 is `drain`. The program's own address, of the seed 0, also signs.
u64 entrypoint(u8 *input) {
  struct call *c = (struct call *)HEAP_START;
  __asm__("" : "+r"(c));
  try(read_input(input, c));
  const u8 *p = c->data, *end = c->data + c->data_length;
  const u8 zero = 0;
  const seed part = {&zero, 1};
  const signer own = {&part, 1};
  while (p < end) {
    const u8 program = p[0], count = p[1];
    p += 2;
    if (program == 255) {
      try(drain(c, p));
      p += 2 * count + 2;
      continue;
    }
    for (u64 i = 0; i < count; i++, p += 2) {
      c->metas[i].key = c->accounts[p[0]].key;
      c->metas[i].is_writable = p[1] & 1;
      c->metas[i].is_signer = p[1] >> 1;
    }
    const u64 length = *(const u16_unaligned *)p;
    const instruction call = {c->accounts[program].key, c->metas, count, p + 2, length};
    try(sol_invoke_signed_c(&call, c->accounts, c->account_count, &own, 1));
    p += 2 + length;
  }
  return 0;
}
