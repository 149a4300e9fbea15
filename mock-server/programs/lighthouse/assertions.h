// The kinds of assertions. Each reads its assertion, and evaluates it unless the call is dry.
#ifndef ASSERTIONS_H
#define ASSERTIONS_H
#include "read.h"

extern u64 sol_keccak256(const seed *parts, u64 count, u8 *hash);

#define evaluate_unless_dry(c) \
  do {                         \
    if ((c)->dry) return 0;    \
  } while (0)

// Bytes of an integer by variant: 1, 1, 2, 2, 4, 4, 8, 8, 16, 16.
always_inline u64 width(u64 variant) { return 1ull << (variant >> 1); }

never_inline u64 account_data(struct call *c) {
  const account *a = &c->accounts[0];
  u64 offset;
  try(read_leb128(c, &offset));
  try(read_below(c, 13, &c->variant));
  const u64 integer = c->variant - 1;
  if (c->variant == 0) try(read_choice(c, 2));
  else if (c->variant < 11) try(read_integer(c, width(integer), integer & 1));
  else if (c->variant == 12) try(read_key(c));
  else {
    try(read_leb128(c, &c->length));
    try(take(c, c->length, &c->wanted_key));
    try(read_below(c, 2, &c->operator));
  }
  evaluate_unless_dry(c);
  if (a->data_length == 0) return NOT_INITIALIZED;
  if (c->variant == 0) return check_flag_field(c, a, offset);
  if (c->variant < 11) return check_field(c, a, offset, width(integer));
  const u64 length = c->variant == 12 ? KEY : c->length;
  return is_within(a, offset, length) ? check_bytes(c, a->data + offset, c->wanted_key, length) : OUT_OF_RANGE;
}

// The difference of b, in `actual`, and a, in `before`.
always_inline u64 check_difference(struct call *c) {
  const u64 borrow = c->actual.low < c->before.low;
  c->actual.low -= c->before.low;
  c->actual.high -= c->before.high + borrow;
  return check_number(c);
}

never_inline u64 info_delta(struct call *c, u64 offset) {
  const account *a = &c->accounts[0], *b = &c->accounts[1];
  try(read_below(c, 4, &c->variant));
  if (c->variant == 2) try(read_below(c, 2, &c->operator));
  else try(read_integer(c, 16, 1));
  evaluate_unless_dry(c);
  if (a->data_length == 0) return NOT_INITIALIZED;
  if (c->variant == 2) {
    c->wanted_key = b->owner;
    return check_key_field(c, a, offset);
  }
  if (!is_within(a, offset, 8)) return OUT_OF_RANGE;
  load(a->data + offset, 8, 0, &c->before);
  c->actual.low = c->variant == 0 ? *b->lamports : c->variant == 1 ? b->data_length : b->rent_epoch;
  c->actual.high = 0;
  return check_difference(c);
}

never_inline u64 data_delta(struct call *c, u64 a_offset) {
  const account *a = &c->accounts[0], *b = &c->accounts[1];
  u64 b_offset;
  const u8 *p;
  try(read_leb128(c, &b_offset));
  try(read_below(c, 9, &c->variant));
  const u64 bytes = width(c->variant);
  if (c->variant == 8) {
    try(take(c, 2, &p));
    c->length = p[0] | p[1] << 8;
    try(read_below(c, 2, &c->operator));
  } else try(read_integer(c, bytes * 2, 1));
  evaluate_unless_dry(c);
  if (a->data_length == 0 || b->data_length == 0) return NOT_INITIALIZED;
  const u64 length = c->variant == 8 ? c->length : bytes;
  if (!is_within(a, a_offset, length) || !is_within(b, b_offset, length)) return OUT_OF_RANGE;
  if (c->variant == 8) return check_bytes(c, a->data + a_offset, b->data + b_offset, length);
  load(a->data + a_offset, bytes, c->variant & 1, &c->before);
  load(b->data + b_offset, bytes, c->variant & 1, &c->actual);
  return check_difference(c);
}

never_inline u64 account_delta(struct call *c) {
  u64 kind, offset;
  try(read_below(c, 2, &kind));
  try(read_leb128(c, &offset));
  return kind == 0 ? info_delta(c, offset) : data_delta(c, offset);
}

// System, Token, Token-2022, the Rent sysvar, Stake, Vote, BPF loader 2, upgradeable loader, Config.
static const u8 KNOWN[9][KEY] = {
    {0},
    {6, 221, 246, 225, 215, 101, 161, 147, 217, 203, 225, 70, 206, 235, 121, 172, 28, 180, 133, 237, 95, 91, 55, 145, 58, 140, 245, 133, 126, 255, 0, 169},
    {6, 221, 246, 225, 238, 117, 143, 222, 24, 66, 93, 188, 228, 108, 205, 218, 182, 26, 252, 77, 131, 185, 13, 39, 254, 189, 249, 40, 216, 161, 139, 252},
    {6, 167, 213, 23, 25, 44, 92, 81, 33, 140, 201, 76, 61, 74, 241, 127, 88, 218, 238, 8, 155, 161, 253, 68, 227, 219, 217, 138, 0, 0, 0, 0},
    {6, 161, 216, 23, 145, 55, 84, 42, 152, 52, 55, 189, 254, 42, 122, 178, 85, 127, 83, 92, 138, 120, 114, 43, 104, 164, 157, 192, 0, 0, 0, 0},
    {7, 97, 72, 29, 53, 116, 116, 187, 124, 77, 118, 36, 235, 211, 189, 179, 216, 53, 94, 115, 209, 16, 67, 252, 13, 163, 83, 128, 0, 0, 0, 0},
    {2, 168, 246, 145, 78, 136, 161, 110, 57, 90, 225, 40, 148, 143, 250, 105, 86, 147, 55, 104, 24, 221, 71, 67, 82, 33, 243, 198, 0, 0, 0, 0},
    {2, 168, 246, 145, 78, 136, 161, 176, 226, 16, 21, 62, 247, 99, 174, 43, 0, 194, 185, 61, 22, 193, 36, 210, 192, 83, 122, 16, 4, 128, 0, 0},
    {3, 6, 74, 163, 0, 47, 116, 220, 200, 110, 67, 49, 15, 12, 5, 42, 248, 197, 218, 39, 246, 16, 64, 25, 163, 35, 239, 160, 0, 0, 0, 0}};
static const u8 ASSOCIATED_TOKEN[KEY] = {140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131, 11, 90, 19, 153, 218, 255, 16, 132, 4, 142, 123, 216, 219, 233, 248, 89};

always_inline int is_owned_by(const account *a, u64 known) { return same_key(a->owner, KNOWN[known]); }

never_inline u64 account_info(struct call *c) {
  const account *a = &c->accounts[0];
  u64 start = 0;
  try(read_below(c, 9, &c->variant));
  const u64 v = c->variant;
  if (v == 0 || v == 1 || v == 4) try(read_integer(c, 8, 0));
  else if (v == 2) try(read_key(c));
  else if (v == 3) try(read_choice(c, 9));
  else if (v < 8) try(read_choice(c, 2));
  else {
    try(take(c, KEY, &c->wanted_key));
    try(read_leb128(c, &start));
    try(read_leb128(c, &c->length));
    c->operator = 0;
  }
  evaluate_unless_dry(c);
  if (v == 0) return check_value(c, *a->lamports);
  if (v == 1) return check_value(c, a->data_length);
  if (v == 3) c->wanted_key = KNOWN[c->wanted.low];
  if (v == 2 || v == 3) return check_key(c, a->owner);
  if (v == 4) return check_value(c, a->rent_epoch);
  if (v == 5) return check_value(c, a->is_signer);
  if (v == 6) return check_value(c, a->is_writable);
  if (v == 7) return check_value(c, a->executable);
  if (!is_within(a, start, c->length)) return OUT_OF_RANGE;
  const seed part = {a->data + start, c->length};
  sol_keccak256(&part, 1, c->hash);
  return check_key(c, c->hash);
}

never_inline u64 mint_account(struct call *c) {
  const account *a = &c->accounts[0];
  try(read_below(c, 5, &c->variant));
  const u64 v = c->variant;
  if (v == 1) try(read_integer(c, 8, 0));
  else if (v == 2) try(read_integer(c, 1, 0));
  else if (v == 3) try(read_choice(c, 2));
  else try(read_option(c, KEY));
  evaluate_unless_dry(c);
  if (v == 1) return check_field(c, a, 36, 8);
  if (v == 2) return check_field(c, a, 44, 1);
  if (v == 3) return check_flag_field(c, a, 45);
  return check_c_option(c, a, v == 0 ? 0 : 46, KEY);
}

// True if the account is the associated token account of its owner and mint.
never_inline u64 check_derived(struct call *c, const account *a) {
  if (!is_within(a, 0, 64)) return OUT_OF_RANGE;
  const seed seeds[3] = {{a->data + 32, KEY}, {a->owner, KEY}, {a->data, KEY}};
  u8 bump;
  if (sol_try_find_program_address(seeds, 3, ASSOCIATED_TOKEN, c->hash, &bump)) return ASSERTION_FAILED;
  c->operator = 0;
  return check_bytes(c, a->key, c->hash, KEY);
}

never_inline u64 token_account(struct call *c) {
  const account *a = &c->accounts[0];
  try(read_below(c, 9, &c->variant));
  const u64 v = c->variant;
  if (v < 2) try(read_key(c));
  else if (v == 2 || v == 6) try(read_integer(c, 8, 0));
  else if (v == 4) try(read_integer(c, 1, 0));
  else if (v < 8) try(read_option(c, v == 5 ? 8 : KEY));
  evaluate_unless_dry(c);
  if (v < 2) return check_key_field(c, a, 32 * v);
  if (v == 2) return check_field(c, a, 64, 8);
  if (v == 3) return check_c_option(c, a, 72, KEY);
  if (v == 4) return check_field(c, a, 108, 1);
  if (v == 5) return check_c_option(c, a, 109, 8);
  if (v == 6) return check_field(c, a, 121, 8);
  return v == 7 ? check_c_option(c, a, 129, KEY) : check_derived(c, a);
}

#define STAKE_META 124
#define STAKE_LENGTH 197

never_inline u64 stake_account(struct call *c) {
  const account *a = &c->accounts[0];
  u64 kind;
  try(read_below(c, 4, &kind));
  c->variant = 0;
  if (kind == 1) try(read_below(c, 6, &c->variant));
  if (kind == 2) try(read_below(c, 5, &c->variant));
  const u64 v = c->variant;
  const int is_key = (kind == 1 && (v == 1 || v == 2 || v == 5)) || (kind == 2 && v == 0);
  if (kind == 0) try(read_choice(c, 4));
  else if (is_key) try(read_key(c));
  else try(read_integer(c, kind == 3 ? 1 : 8, kind == 1 && v == 3));
  evaluate_unless_dry(c);
  const u64 state = a->data[0];
  if (kind == 0) return check_value(c, state);
  if (state != 2 && !(state == 1 && kind == 1)) return ASSERTION_FAILED;
  if (kind == 3) return check_field(c, a, 196, 1);
  // Meta: reserve 4, staker 12, withdrawer 44, time 76, epoch 84, custodian 92. Stake: voter 124, stake 156, epochs 164
  // and 172, credits 188.
  if (kind == 1 && is_key) return check_key_field(c, a, v == 1 ? 12 : v == 2 ? 44 : 92);
  if (kind == 1) return check_field(c, a, v == 0 ? 4 : v == 3 ? 76 : 84, 8);
  if (is_key) return check_key_field(c, a, 124);
  return check_field(c, a, v == 4 ? 188 : 148 + 8 * v, 8);
}

// Checks that a stake account can be deserialized: a state, and the fields that follow it.
never_inline u64 check_stake(const account *a) {
  if (!is_within(a, 0, 4)) return NOT_DESERIALIZED;
  const u32 state = *(u32_unaligned *)a->data;
  const u64 length = state == 1 ? STAKE_META : state == 2 ? STAKE_LENGTH : 4;
  return state > 3 || a->data_length < length ? NOT_DESERIALIZED : 0;
}

never_inline u64 loader_account(struct call *c) {
  const account *a = &c->accounts[0];
  u64 kind;
  try(read_below(c, 4, &kind));
  if (kind > 0) try(read_below(c, kind == 3 ? 2 : 1, &c->variant));
  if (kind == 0) try(read_choice(c, 4));
  else if (kind == 2) try(read_key(c));
  else if (kind == 3 && c->variant == 1) try(read_integer(c, 8, 0));
  else try(read_option(c, KEY));
  evaluate_unless_dry(c);
  const u64 state = a->data[0];
  if (kind == 0) return check_value(c, state);
  if (state != kind) return ASSERTION_FAILED;
  if (kind == 2) return check_key_field(c, a, 4);
  if (kind == 3 && c->variant == 1) return check_field(c, a, 4, 8);
  const u64 option = kind == 1 ? 4 : 12;
  return check_option(c, a->data[option], a->data + option + 1, KEY);
}

// Checks that an account of the upgradeable loader can be deserialized.
never_inline u64 check_loader(const account *a) {
  if (!is_within(a, 0, 4)) return BORROW_FAILED;
  const u32 state = *(u32_unaligned *)a->data;
  if (state > 3) return BORROW_FAILED;
  if (state == 0) return 0;
  if (state == 2) return is_within(a, 4, KEY) ? 0 : BORROW_FAILED;
  const u64 option = state == 1 ? 4 : 12;
  if (!is_within(a, option, 1) || a->data[option] > 1) return BORROW_FAILED;
  return is_within(a, option + 1, a->data[option] * KEY) ? 0 : BORROW_FAILED;
}

#endif
