// A router in the layout of Jupiter's `route`, for worlds whose service builds through it. It calls the swap program,
// which owns the pools, with the user's signature.
//
// Accounts: 0 token program, 1 user, 2 source, 3 destination, 4 another destination, 5 destination mint, 6 fee account,
// 7 event authority, 8 this program; then 9 swap program, 10 source mint, 11 and 12 token programs, 13 pool, 14 and 15
// vaults; with two steps also 16 middle mint, 17 its token program, 18 pool, 19 and 20 vaults. An optional account that is
// this program is absent.
#include "../vm.h"

#define MAX_ACCOUNTS 21
#define refuse_account_count() refuse(1, "too many accounts")
#define refuse(code, text) \
  do {                     \
    log_text(text);        \
    return code;           \
  } while (0)
#define require(condition, text) \
  if (!(condition)) refuse(1, text)

struct call {
  u64 account_count;
  account accounts[MAX_ACCOUNTS];
  const u8 *data;
  u64 data_length;
  const u8 *program_id;
  account_meta metas[15];
  u8 swap[17];
};

#include "../input.h"

#define ROUTE 0x2aade37a97cb17e5ull
#define STEP_LENGTH 4
#define SWAP_EXACT_IN 1
#define BPS 10000

// Places of the swap program's accounts, in its order.
static const u8 PLACES[15] = {1, 2, 3, 10, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
// Bits of the places that the swap program writes.
#define WRITTEN 0x6306

u64 entrypoint(u8 *input) {
  struct call *c = (struct call *)HEAP_START;
  __asm__("" : "+r"(c));
  try(read_input(input, c));
  const account *a = c->accounts;
  require(c->data_length >= 12 && *(const u64 *)c->data == ROUTE, "only the instruction route is known");
  const u32 steps = *(const u32_unaligned *)(c->data + 8);
  require(steps == 1 || steps == 2, "a route has one or two steps");
  require(c->data_length == 12 + STEP_LENGTH * steps + 19, "wrong length of the data");
  require(c->account_count == (steps == 1 ? 16 : 21), "wrong number of accounts");
  require(same_key(a[4].key, c->program_id), "the destination override is not supported");
  require(same_key(a[6].key, c->program_id), "the platform fee is not supported");
  const u8 *end = c->data + 12 + STEP_LENGTH * steps;
  const u64 quoted = *(const u64_unaligned *)(end + 8), slippage = *(const u16_unaligned *)(end + 16);
  require(end[18] == 0, "the platform fee is not supported");
  require(slippage <= BPS, "the slippage is more than 100 %");
  c->swap[0] = SWAP_EXACT_IN;
  *(u64_unaligned *)(c->swap + 1) = *(const u64_unaligned *)end;
  *(u64_unaligned *)(c->swap + 9) = quoted / BPS * (BPS - slippage) + quoted % BPS * (BPS - slippage) / BPS;
  const u64 count = steps == 1 ? 10 : 15;
  for (u64 i = 0; i < count; i++) {
    c->metas[i].key = a[PLACES[i]].key;
    c->metas[i].is_writable = WRITTEN >> i & 1;
    c->metas[i].is_signer = i == 0;
  }
  const instruction call = {a[9].key, c->metas, count, c->swap, sizeof(c->swap)};
  return sol_invoke_signed_c(&call, a, c->account_count, 0, 0);
}
