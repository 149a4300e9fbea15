// swap_exact_in and swap_exact_out: a swap over one or two pools, with a limit for the amount that is not exact.
//
// Accounts: 0 user, 1 user's source, 2 user's destination, 3 source mint, 4 destination mint, 5 source token program,
// 6 destination token program, 7 pool 1, 8 vault in 1, 9 vault out 1; with two hops also 10 middle mint,
// 11 middle token program, 12 pool 2, 13 vault in 2, 14 vault out 2.
#ifndef SWAP_H
#define SWAP_H
#include "math.h"
#include "pool.h"

#define ONE_HOP_ACCOUNTS 10
#define TWO_HOP_ACCOUNTS 15
#define SWAP_DATA_LENGTH 17

always_inline u64 append_text(struct call *c, u64 at, const char *text, u64 length) {
  for (u64 i = 0; i < length; i++) c->log_line[at + i] = (u8)text[i];
  return at + length;
}

never_inline u64 append_number(struct call *c, u64 at, u64 number) {
  u8 digits[20];
  int n = 0;
  do {
    digits[n++] = (u8)('0' + number % 10);
    number /= 10;
  } while (number);
  while (n) c->log_line[at++] = digits[--n];
  return at;
}

never_inline void log_swap(struct call *c, u64 in, u64 out, u64 bound, int exact_out) {
  u64 at = append_text(c, 0, "swap in=", 8);
  at = append_number(c, at, in);
  at = append_text(c, at, " out=", 5);
  at = append_number(c, at, out);
  at = append_text(c, at, exact_out ? " maximum=" : " minimum=", 9);
  at = append_number(c, at, bound);
  sol_log_((const char *)c->log_line, at);
}

never_inline void read_hops(struct call *c, int two) {
  const account *a = c->accounts;
  struct hop *first = &c->hops[0], *second = &c->hops[1];
  first->pool = a + 7;
  first->mint_in = a + 3;
  first->program_in = a + 5;
  first->vault_in = a + 8;
  first->vault_out = a + 9;
  first->mint_out = two ? a + 10 : a + 4;
  first->program_out = two ? a + 11 : a + 6;
  if (!two) return;
  second->pool = a + 12;
  second->mint_in = a + 10;
  second->program_in = a + 11;
  second->vault_in = a + 13;
  second->vault_out = a + 14;
  second->mint_out = a + 4;
  second->program_out = a + 6;
}

never_inline u64 check_swap(struct call *c, int two) {
  const account *a = c->accounts;
  require(a[0].is_signer, MISSING_SIGNATURE, "missing signature: user");
  try(check_hop(c, &c->hops[0]));
  if (two) {
    require(!same_key(a[7].key, a[12].key), INVALID_POOL, "invalid pool: both hops use the same one");
    try(check_hop(c, &c->hops[1]));
    // The second hop must not return to the mint of the input.
    require(!same_key(a[3].key, a[4].key), INVALID_MINT, "invalid mint: the swap ends where it begins");
  }
  require(is_token_account(a + 1, a[5].key, a[3].key) && is_token_account(a + 2, a[6].key, a[4].key),
          INVALID_ACCOUNTS, "invalid account list: user's token accounts");
  return 0;
}

// Quotes hop by hop: forwards from an exact input, backwards from an exact output.
never_inline u64 quote(struct hop *first, struct hop *last, u64 amount, int exact_out) {
  if (exact_out) {
    last->amount_out = amount;
    try(quote_exact_out(last));
    if (first == last) return 0;
    first->amount_out = last->amount_in;
    return quote_exact_out(first);
  }
  first->amount_in = amount;
  try(quote_exact_in(first));
  if (first == last) return 0;
  last->amount_in = first->amount_out;
  return quote_exact_in(last);
}

// Transfers the input to the first vault, and each pool's output to the second pool's vault or to the user.
never_inline u64 move_tokens(struct call *c, int two) {
  const account *a = c->accounts;
  struct transfer t = {a + 5, a + 1, a + 3, a + 8, a, c->hops[0].amount_in, 0};
  try(transfer_checked(c, &t));
  for (int i = 0; i <= two; i++) {
    const struct hop *h = &c->hops[i];
    t.program = h->program_out;
    t.source = h->vault_out;
    t.mint = h->mint_out;
    t.destination = i == two ? a + 2 : c->hops[1].vault_in;
    t.authority = h->pool;
    t.amount = h->amount_out;
    t.signed_by_pool = 1;
    sign_as(c, h->pool);
    try(transfer_checked(c, &t));
  }
  return 0;
}

never_inline u64 swap(struct call *c, int exact_out) {
  require(c->data_length == SWAP_DATA_LENGTH, INVALID_INSTRUCTION, "invalid instruction: length");
  require(c->account_count == ONE_HOP_ACCOUNTS || c->account_count == TWO_HOP_ACCOUNTS, INVALID_ACCOUNTS,
          "invalid account list: a swap takes 10 accounts, or 15 for two hops");
  const int two = c->account_count == TWO_HOP_ACCOUNTS;
  struct hop *first = &c->hops[0], *last = &c->hops[two];
  read_hops(c, two);
  try(check_swap(c, two));

  const u64 amount = *(u64_unaligned *)(c->data + 1), bound = *(u64_unaligned *)(c->data + 9);
  try(quote(first, last, amount, exact_out));
  log_swap(c, first->amount_in, last->amount_out, bound, exact_out);
  require(exact_out ? first->amount_in <= bound : last->amount_out >= bound, SLIPPAGE_EXCEEDED,
          "slippage tolerance exceeded");

  try(move_tokens(c, two));
  for (int i = 0; i <= two; i++) try(check_product(&c->hops[i]));
  *(u64 *)c->log_line = first->amount_in;
  *(u64 *)(c->log_line + 8) = last->amount_out;
  sol_set_return_data(c->log_line, 16);
  return 0;
}

#endif
