// Mints and token accounts of SPL Token and Token-2022, and transfers between token accounts.
#ifndef TOKEN_H
#define TOKEN_H
#include "sdk.h"

#define MINT_LENGTH 82
#define TOKEN_ACCOUNT_LENGTH 165
#define MULTISIG_LENGTH 355
#define KIND_MINT 1
#define KIND_TOKEN_ACCOUNT 2

always_inline int is_spl_token(const u8 *key) {
  return key_is(key, 0x93a165d7e1f6dd06ull, 0xac79ebce46e1cbd9ull, 0x91375b5fed85b41cull, 0xa900ff7e85f58c3aull);
}

always_inline int is_token_2022(const u8 *key) {
  return key_is(key, 0xde8f75eee1f6dd06ull, 0xdacd6ce4bc5d4218ull, 0x270db9834dfc1ab6ull, 0xfc8ba1d828f9bdfeull);
}

// Pools sign transfers, so a program that is not a token program must never be called with the pool's signature.
always_inline int is_token_program(const u8 *key) { return is_spl_token(key) || is_token_2022(key); }

// Token-2022 pads accounts with extensions to 165 bytes, and the next byte is their kind. A multisig is recognised only
// by its length, so other accounts never have this length.
never_inline int has_kind(const account *a, const u8 *program, u64 base_length, u8 kind) {
  if (!same_key(a->owner, program)) return 0;
  if (a->data_length == base_length) return 1;
  return is_token_2022(program) && a->data_length > TOKEN_ACCOUNT_LENGTH && a->data_length != MULTISIG_LENGTH &&
         a->data[TOKEN_ACCOUNT_LENGTH] == kind;
}

always_inline int is_mint(const account *a, const u8 *program) {
  return has_kind(a, program, MINT_LENGTH, KIND_MINT) && a->data[45] == 1;
}

always_inline int is_token_account(const account *a, const u8 *program, const u8 *mint) {
  return has_kind(a, program, TOKEN_ACCOUNT_LENGTH, KIND_TOKEN_ACCOUNT) && a->data[108] != 0 && same_key(a->data, mint);
}

always_inline const u8 *token_owner(const account *a) { return a->data + 32; }
always_inline u64 token_balance(const account *a) { return *(const u64 *)(a->data + 64); }
always_inline int has_delegate(const account *a) { return *(const u32 *)(a->data + 72) != 0; }
always_inline int has_close_authority(const account *a) { return *(const u32_unaligned *)(a->data + 129) != 0; }

struct transfer {
  const account *program, *source, *mint, *destination, *authority;
  u64 amount;
  int signed_by_pool;
};

// Calls TransferChecked, then checks the received amount: a mint with a transfer fee would make the reserves wrong.
never_inline u64 transfer_checked(struct call *c, const struct transfer *t) {
  const u64 before = token_balance(t->destination);
  c->inner.program = t->program->key;
  c->infos[0] = *t->source;
  c->infos[1] = *t->mint;
  c->infos[2] = *t->destination;
  c->infos[3] = *t->authority;
  for (int i = 0; i < 4; i++) {
    c->metas[i].is_writable = i == 0 || i == 2;
    c->metas[i].is_signer = i == 3;
  }
  c->inner_data[0] = 12;
  *(u64_unaligned *)(c->inner_data + 1) = t->amount;
  c->inner_data[9] = t->mint->data[44];
  c->inner.data_length = 10;
  try(invoke(c, 4, t->signed_by_pool));
  require(token_balance(t->destination) - before == t->amount, INVALID_MINT,
          "invalid mint: the transfer did not move the exact amount");
  return 0;
}

#endif
