// The state of a pool, 144 bytes: magic u64, bump u8, pad u8, fee u16, pad u32, mints A and B, vaults A and B.
#ifndef POOL_H
#define POOL_H
#include "math.h"
#include "token.h"

#define POOL_LENGTH 144
#define POOL_MAGIC 0x314c4f4f50585449ull /* "ITXPOOL1" */
#define POOL_BUMP 8
#define POOL_FEE 10
#define POOL_MINT_A 16
#define POOL_MINT_B 48
#define POOL_VAULT_A 80
#define POOL_VAULT_B 112

// Prepares the pool's signer seeds from its mints and bump.
always_inline void prepare_seeds(struct call *c, const u8 *mint_a, const u8 *mint_b, const u8 *bump) {
  c->seeds[0].bytes = (const u8 *)"pool";
  c->seeds[0].length = 4;
  c->seeds[1].bytes = mint_a;
  c->seeds[1].length = 32;
  c->seeds[2].bytes = mint_b;
  c->seeds[2].length = 32;
  c->seeds[3].bytes = bump;
  c->seeds[3].length = 1;
  c->signer.seeds = c->seeds;
  c->signer.count = 4;
}

always_inline void sign_as(struct call *c, const account *pool) {
  prepare_seeds(c, pool->data + POOL_MINT_A, pool->data + POOL_MINT_B, pool->data + POOL_BUMP);
}

// The address is not derived again here (1,500 compute units). Only this program can write to accounts that it owns,
// and it writes the magic only in `initialize`, at the derived address. A forged state also could not sign: the runtime
// derives the signer from the seeds, and that address owns only its own vaults.
never_inline u64 check_hop(const struct call *c, struct hop *h) {
  require(is_token_program(h->program_in->key) && is_token_program(h->program_out->key), INVALID_TOKEN_PROGRAM,
          "invalid token program");

  const account *pool = h->pool;
  require(same_key(pool->owner, c->program_id) && pool->data_length == POOL_LENGTH && *(u64 *)pool->data == POOL_MAGIC,
          INVALID_POOL, "invalid pool");
  h->fee_bps = *(u16 *)(pool->data + POOL_FEE);
  require(h->fee_bps < 10000, INVALID_POOL, "invalid pool: fee");

  const u8 *mint_a = pool->data + POOL_MINT_A, *mint_b = pool->data + POOL_MINT_B;
  const u8 *vault_a = pool->data + POOL_VAULT_A, *vault_b = pool->data + POOL_VAULT_B;
  const int a_to_b = same_key(h->mint_in->key, mint_a);
  require(same_key(h->mint_in->key, a_to_b ? mint_a : mint_b) && same_key(h->mint_out->key, a_to_b ? mint_b : mint_a),
          INVALID_MINT, "invalid mint: not the pool's");
  require(is_mint(h->mint_in, h->program_in->key) && is_mint(h->mint_out, h->program_out->key), INVALID_MINT,
          "invalid mint: not a mint of its token program");

  require(same_key(h->vault_in->key, a_to_b ? vault_a : vault_b) &&
              same_key(h->vault_out->key, a_to_b ? vault_b : vault_a),
          INVALID_VAULT, "invalid vault: not the pool's");
  require(is_token_account(h->vault_in, h->program_in->key, h->mint_in->key) &&
              is_token_account(h->vault_out, h->program_out->key, h->mint_out->key) &&
              same_key(token_owner(h->vault_in), pool->key) && same_key(token_owner(h->vault_out), pool->key),
          INVALID_VAULT, "invalid vault: not a token account of the pool");

  h->reserve_in = token_balance(h->vault_in);
  h->reserve_out = token_balance(h->vault_out);
  return 0;
}

// The product of the reserves must not decrease, so that the pool never loses value. The formulas already ensure this
// (a property test checks it). This check also protects against a wrong change to a formula.
never_inline u64 check_product(const struct hop *h) {
  require(!greater(multiply(h->reserve_in, h->reserve_out),
                   multiply(token_balance(h->vault_in), token_balance(h->vault_out))),
          INVALID_POOL, "invalid pool: the product of its reserves would decrease");
  return 0;
}

#endif
