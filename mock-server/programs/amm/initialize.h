// initialize: creates the state of a pool. The pool must already own its two vaults.
//
// Accounts: 0 payer, 1 pool, 2 mint A, 3 mint B, 4 vault A, 5 vault B, 6 system program. Data: [0, bump u8, fee u16].
#ifndef INITIALIZE_H
#define INITIALIZE_H
#include "pool.h"

#define INITIALIZE_ACCOUNTS 7
#define INITIALIZE_DATA_LENGTH 4

always_inline int in_order(const u8 *a, const u8 *b) {
  for (int i = 0; i < 32; i++)
    if (a[i] != b[i]) return a[i] < b[i];
  return 0;
}

never_inline u64 check_vault(const account *vault, const account *mint, const account *pool) {
  require(is_token_program(mint->owner), INVALID_TOKEN_PROGRAM, "invalid token program: owner of a mint");
  require(is_mint(mint, mint->owner), INVALID_MINT, "invalid mint: not a mint of its token program");
  require(is_token_account(vault, mint->owner, mint->key), INVALID_VAULT, "invalid vault: not a token account of its mint");
  require(same_key(token_owner(vault), pool->key), INVALID_VAULT, "invalid vault: not owned by the pool");
  // A delegate or a close authority could empty the vault.
  require(!has_delegate(vault), INVALID_VAULT, "invalid vault: has a delegate");
  require(!has_close_authority(vault), INVALID_VAULT, "invalid vault: has a close authority");
  return 0;
}

// Calls the system program with payer and pool, or with only the pool.
never_inline u64 system_call(struct call *c, u32 tag, u64 length, int from_payer) {
  const u64 count = from_payer ? 2 : 1;
  c->infos[0] = c->accounts[from_payer ? 0 : 1];
  c->infos[1] = c->accounts[1];
  for (u64 i = 0; i < count; i++) c->metas[i].is_writable = c->metas[i].is_signer = 1;
  *(u32 *)c->inner_data = tag;
  c->inner.program = c->accounts[6].key;
  c->inner.data_length = length;
  return invoke(c, count, 1);
}

// create_account refuses an address with lamports, and anyone can send lamports there to block a pool. Such an address
// is therefore funded, allocated and assigned in separate steps.
never_inline u64 create_state(struct call *c) {
  const u64 rent = rent_exempt_minimum(POOL_LENGTH), held = *c->accounts[1].lamports;
  u8 *data = c->inner_data;
  if (held == 0) {
    *(u64_unaligned *)(data + 4) = rent;
    *(u64_unaligned *)(data + 12) = POOL_LENGTH;
    for (int i = 0; i < 32; i++) data[20 + i] = c->program_id[i];
    return system_call(c, 0, 52, 1);
  }
  if (held < rent) {
    *(u64_unaligned *)(data + 4) = rent - held;
    try(system_call(c, 2, 12, 1));
  }
  *(u64_unaligned *)(data + 4) = POOL_LENGTH;
  try(system_call(c, 8, 12, 0));
  // In the next call, the runtime compares this length with the account's actual length.
  c->accounts[1].data_length = POOL_LENGTH;
  for (int i = 0; i < 32; i++) data[4 + i] = c->program_id[i];
  return system_call(c, 1, 36, 0);
}

never_inline u64 initialize(struct call *c) {
  require(c->data_length == INITIALIZE_DATA_LENGTH, INVALID_INSTRUCTION, "invalid instruction: length");
  require(c->account_count == INITIALIZE_ACCOUNTS, INVALID_ACCOUNTS, "invalid account list: initialize takes 7 accounts");
  const account *a = c->accounts, *pool = a + 1;
  const u16 fee_bps = *(u16_unaligned *)(c->data + 2);
  require(fee_bps < 10000, INVALID_INSTRUCTION, "invalid instruction: the fee is 10000 basis points or more");
  require(key_is(a[6].key, 0, 0, 0, 0), INVALID_ACCOUNTS, "invalid account list: system program");
  require(a[0].is_signer, MISSING_SIGNATURE, "missing signature: payer");
  require(in_order(a[2].key, a[3].key), INVALID_MINT, "invalid mint: mint A must sort before mint B");

  prepare_seeds(c, a[2].key, a[3].key, c->data + 1);
  require(sol_create_program_address(c->seeds, 4, c->program_id, c->log_line) == 0 && same_key(c->log_line, pool->key),
          INVALID_POOL, "invalid pool: not the address derived from its mints and bump");
  require(key_is(pool->owner, 0, 0, 0, 0) && pool->data_length == 0, INVALID_POOL, "invalid pool: it exists already");
  try(check_vault(a + 4, a + 2, pool));
  try(check_vault(a + 5, a + 3, pool));
  // Different mints already make the vaults different. Checked anyway, because one shared vault would break the pool.
  require(!same_key(a[4].key, a[5].key), INVALID_VAULT, "invalid vault: both sides are the same");

  try(create_state(c));
  u8 *state = pool->data;
  *(u64 *)state = POOL_MAGIC;
  state[POOL_BUMP] = c->data[1];
  *(u16 *)(state + POOL_FEE) = fee_bps;
  copy_key(state + POOL_MINT_A, a[2].key);
  copy_key(state + POOL_MINT_B, a[3].key);
  copy_key(state + POOL_VAULT_A, a[4].key);
  copy_key(state + POOL_VAULT_B, a[5].key);
  return 0;
}

#endif
