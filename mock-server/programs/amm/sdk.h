// The data of one call of the swap program, and the program's errors.
#ifndef SDK_H
#define SDK_H
#include "../vm.h"

// Custom error codes of the program; clients know them by number.
#define INVALID_INSTRUCTION 6000
#define SLIPPAGE_EXCEEDED 6001
#define ZERO_AMOUNT 6002
#define INSUFFICIENT_LIQUIDITY 6003
#define INVALID_TOKEN_PROGRAM 6004
#define INVALID_VAULT 6005
#define INVALID_POOL 6006
#define MATH_OVERFLOW 6007
#define MISSING_SIGNATURE 6008
#define INVALID_MINT 6009
#define INVALID_ACCOUNTS 6010

// Logs the reason, then fails with the error code.
#define refuse(code, text) return (log_text("Error: " text), (u64)(code))
#define require(condition, code, text) \
  do {                                 \
    if (!(condition)) refuse(code, text); \
  } while (0)

#define MAX_ACCOUNTS 15

// A pool in the swap's direction, with its accounts, reserves and amounts.
struct hop {
  const account *pool, *mint_in, *mint_out, *vault_in, *vault_out, *program_in, *program_out;
  u64 reserve_in, reserve_out, fee_bps, amount_in, amount_out;
};

// On the heap, because it is too large for the stack frame.
struct call {
  u64 account_count;
  account accounts[MAX_ACCOUNTS];
  const u8 *data;
  u64 data_length;
  const u8 *program_id;
  struct hop hops[2];
  // Scratch space of the current cross-program call.
  instruction inner;
  account_meta metas[4];
  account infos[4];
  u8 inner_data[64];
  seed seeds[4];
  signer signer;
  u8 log_line[128];
};

#define refuse_account_count() refuse(INVALID_ACCOUNTS, "invalid account list: too many accounts")
#include "../input.h"

// Calls another program; `signed_by_pool` signs with the seeds prepared in `c`.
always_inline u64 invoke(struct call *c, u64 account_count, int signed_by_pool) {
  for (u64 i = 0; i < account_count; i++) c->metas[i].key = c->infos[i].key;
  c->inner.metas = c->metas;
  c->inner.meta_count = account_count;
  c->inner.data = c->inner_data;
  return sol_invoke_signed_c(&c->inner, c->infos, account_count, &c->signer, signed_by_pool ? 1 : 0);
}

#endif
