// The assertions of Lighthouse with which wallets guard transactions: instructions 2 to 14, with the codes of the original
// program. They only read accounts, and fail unless a condition holds. One translation unit.
#include "assertions.h"

// Code of a list whose first assertion fails; the index of the assertion is added.
#define MULTI_FAILED 0x1900

enum kind { DATA, DELTA, INFO, MINT, TOKEN, STAKE, LOADER };

never_inline u64 assertion(struct call *c, u64 kind) {
  switch (kind) {
    case DATA: return account_data(c);
    case DELTA: return account_delta(c);
    case INFO: return account_info(c);
    case MINT: return mint_account(c);
    case TOKEN: return token_account(c);
    case STAKE: return stake_account(c);
    default: return loader_account(c);
  }
}

never_inline u64 check_target(const struct call *c, u64 kind) {
  const account *a = &c->accounts[0];
  if (c->account_count < (kind == DELTA ? 2 : 1)) return NOT_ENOUGH_ACCOUNTS;
  if ((kind == MINT || kind == TOKEN) && !is_owned_by(a, 1) && !is_owned_by(a, 2)) return OWNER_MISMATCH;
  if (kind == STAKE) return is_owned_by(a, 4) ? check_stake(a) : OWNER_MISMATCH;
  if (kind == LOADER) return is_owned_by(a, 7) ? check_loader(a) : OWNER_MISMATCH;
  return 0;
}

u64 entrypoint(u8 *input) {
  struct call *c = (struct call *)HEAP_START;
  // Hides the constant from the compiler, which would otherwise load it again at every access, with 16 bytes of code.
  __asm__("" : "+r"(c));
  try(read_input(input, c));
  u64 tag, log_level, count = 1;
  c->at = 0;
  try(read_below(c, 18, &tag));
  if (tag < 2 || tag > 14) {
    log_text("This Lighthouse has only the assertions 2 to 14");
    return UNSUPPORTED;
  }
  try(read_below(c, 7, &log_level));
  const int is_multi = tag == 3 || (tag > 4 && tag % 2 == 0);
  const u64 kind = tag < 4 ? DATA : tag == 4 ? DELTA : (tag - 1) >> 1;
  if (is_multi) try(read_leb128(c, &count));
  // All assertions are read before the first is evaluated.
  const u64 start = c->at;
  c->dry = 1;
  for (u64 i = 0; i < count; i++) try(assertion(c, kind));
  try(check_target(c, kind));
  c->at = start;
  c->dry = 0;
  for (u64 i = 0; i < count; i++) {
    const u64 code = assertion(c, kind);
    if (code == ASSERTION_FAILED && log_level != 0) log_text("Assertion failed");
    if (code) return code == ASSERTION_FAILED && is_multi ? MULTI_FAILED + i : code;
  }
  return 0;
}
