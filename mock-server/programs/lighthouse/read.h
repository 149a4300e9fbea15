// The data of one call, and the parts of assertions: LEB128 numbers, integers of up to 128 bits, keys and optional keys.
#ifndef READ_H
#define READ_H
#include "../vm.h"

// Codes that Lighthouse returns; wallets and clients know them by number.
#define INVALID_INSTRUCTION 6000
#define ASSERTION_FAILED 6001
#define BORROW_FAILED 6004
#define OUT_OF_RANGE 6005
#define NOT_DESERIALIZED 6007
#define OWNER_MISMATCH 6009
#define NOT_INITIALIZED 6011
#define UNSUPPORTED 6016
// Errors of the runtime itself, by number in the upper half.
#define NOT_ENOUGH_ACCOUNTS (11ull << 32)
#define BORSH_ERROR (15ull << 32)

#define MAX_ACCOUNTS 255
#define KEY 32

struct number {
  u64 low, high;
};

// On the heap, because it is too large for the stack frame.
struct call {
  u64 account_count;
  account accounts[MAX_ACCOUNTS];
  const u8 *data;
  u64 data_length;
  const u8 *program_id;
  // Position in the data. While `dry`, assertions are read but not evaluated.
  u64 at;
  u64 dry;
  // The assertion's parts.
  u64 variant, operator, is_signed, has_key, length;
  struct number wanted, actual, before;
  const u8 *wanted_key;
  u8 hash[KEY];
};

#define refuse_account_count() return NOT_ENOUGH_ACCOUNTS
#include "../input.h"

never_inline u64 take(struct call *c, u64 length, const u8 **bytes) {
  if (length > c->data_length - c->at) return INVALID_INSTRUCTION;
  *bytes = c->data + c->at;
  c->at += length;
  return 0;
}

// Reads a byte below a limit: a variant, an operator or a flag.
never_inline u64 read_below(struct call *c, u64 limit, u64 *value) {
  const u8 *p;
  try(take(c, 1, &p));
  *value = p[0];
  return p[0] < limit ? 0 : INVALID_INSTRUCTION;
}

never_inline u64 read_leb128(struct call *c, u64 *value) {
  const u8 *p;
  *value = 0;
  for (u64 shift = 0;; shift += 7) {
    try(take(c, 1, &p));
    if (shift == 63 && p[0] > 1) return INVALID_INSTRUCTION;
    *value |= (u64)(p[0] & 0x7f) << shift;
    if (p[0] < 0x80) return 0;
  }
}

// Little-endian, extended to 128 bits.
never_inline void load(const u8 *p, u64 bytes, u64 is_signed, struct number *to) {
  u64 parts[2] = {0, 0};
  for (u64 i = 0; i < bytes; i++) parts[i >> 3] |= (u64)p[i] << (8 * (i & 7));
  const u64 extension = is_signed && (p[bytes - 1] & 0x80) ? ~0ull : 0;
  if (bytes < 8) parts[0] |= extension << (8 * bytes);
  if (bytes < 16) parts[1] = extension;
  to->low = parts[0];
  to->high = parts[1];
}

never_inline u64 read_integer(struct call *c, u64 bytes, u64 is_signed) {
  const u8 *p;
  try(take(c, bytes, &p));
  load(p, bytes, is_signed, &c->wanted);
  c->is_signed = is_signed;
  return read_below(c, 8, &c->operator);
}

// A byte below a limit that can only be equal or not.
never_inline u64 read_choice(struct call *c, u64 limit) {
  try(read_below(c, limit, &c->wanted.low));
  c->wanted.high = c->is_signed = 0;
  return read_below(c, 2, &c->operator);
}

never_inline u64 read_key(struct call *c) {
  try(take(c, KEY, &c->wanted_key));
  c->has_key = 1;
  return read_below(c, 2, &c->operator);
}

// `bytes` is the length of the optional value.
never_inline u64 read_option(struct call *c, u64 bytes) {
  try(read_below(c, 2, &c->has_key));
  if (c->has_key) try(take(c, bytes, &c->wanted_key));
  return read_below(c, 2, &c->operator);
}

always_inline u64 result(int holds) { return holds ? 0 : ASSERTION_FAILED; }

never_inline u64 check_number(const struct call *c) {
  const u64 flip = c->is_signed ? 1ull << 63 : 0;
  const u64 a = c->actual.high ^ flip, w = c->wanted.high ^ flip;
  const int equal = a == w && c->actual.low == c->wanted.low;
  const int less = a < w || (a == w && c->actual.low < c->wanted.low);
  const u64 low = c->actual.low & c->wanted.low, high = c->actual.high & c->wanted.high;
  switch (c->operator) {
    case 0: return result(equal);
    case 1: return result(!equal);
    case 2: return result(!less && !equal);
    case 3: return result(less);
    case 4: return result(!less);
    case 5: return result(less || equal);
    case 6: return result(low == c->wanted.low && high == c->wanted.high);
    default: return result(low == 0 && high == 0);
  }
}

never_inline u64 check_value(struct call *c, u64 value) {
  c->actual.low = value;
  c->actual.high = 0;
  return check_number(c);
}

// Operator 0 is equal, 1 is not equal.
never_inline u64 check_bytes(const struct call *c, const u8 *a, const u8 *b, u64 length) {
  u64 differs = 0;
  for (u64 i = 0; i < length; i++)
    if (a[i] != b[i]) differs = 1;
  return result(differs == c->operator);
}

always_inline u64 check_key(const struct call *c, const u8 *key) { return check_bytes(c, key, c->wanted_key, KEY); }

never_inline u64 check_option(const struct call *c, u64 has, const u8 *value, u64 bytes) {
  if (has != c->has_key) return result(c->operator == 1);
  return has ? check_bytes(c, value, c->wanted_key, bytes) : result(c->operator == 0);
}

always_inline int is_within(const account *a, u64 offset, u64 length) {
  return offset <= a->data_length && length <= a->data_length - offset;
}

// A C option: a tag of four bytes, and the value, which is there even if the tag is 0.
never_inline u64 check_c_option(const struct call *c, const account *a, u64 offset, u64 bytes) {
  if (!is_within(a, offset, 4 + bytes)) return NOT_DESERIALIZED;
  const u32 tag = *(u32_unaligned *)(a->data + offset);
  if (tag > 1) return NOT_DESERIALIZED;
  return check_option(c, tag, a->data + offset + 4, bytes);
}

// An integer in an account's data.
never_inline u64 check_field(struct call *c, const account *a, u64 offset, u64 bytes) {
  if (!is_within(a, offset, bytes)) return OUT_OF_RANGE;
  load(a->data + offset, bytes, c->is_signed, &c->actual);
  return check_number(c);
}

never_inline u64 check_key_field(const struct call *c, const account *a, u64 offset) {
  return is_within(a, offset, KEY) ? check_key(c, a->data + offset) : OUT_OF_RANGE;
}

// A flag of one byte: other values than 0 and 1 cannot be deserialized.
never_inline u64 check_flag_field(struct call *c, const account *a, u64 offset) {
  if (!is_within(a, offset, 1)) return OUT_OF_RANGE;
  return a->data[offset] > 1 ? BORSH_ERROR : check_value(c, a->data[offset]);
}

#endif
