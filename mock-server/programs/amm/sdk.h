// The virtual machine's ABI: types, system calls, and the accounts of one call.
// No libc, no writable globals (the loader has no data section), at most five arguments a function, 512 bytes of stack.
#ifndef SDK_H
#define SDK_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
// Instruction data follows a tag byte, so its numbers are not aligned; the machine allows that, C needs to be told.
typedef u64 __attribute__((aligned(1))) u64_unaligned;
typedef u32 __attribute__((aligned(1))) u32_unaligned;
typedef u16 __attribute__((aligned(1))) u16_unaligned;

// Both structures are passed to the runtime as they are: their layouts are the C system-call ABI.
typedef struct {
  const u8 *key;
  u64 *lamports;
  u64 data_length;
  u8 *data;
  const u8 *owner;
  u64 rent_epoch;
  u8 is_signer;
  u8 is_writable;
  u8 executable;
} account;

typedef struct {
  const u8 *key;
  u8 is_writable;
  u8 is_signer;
} account_meta;

typedef struct {
  const u8 *program;
  account_meta *metas;
  u64 meta_count;
  const u8 *data;
  u64 data_length;
} instruction;

typedef struct {
  const u8 *bytes;
  u64 length;
} seed;

typedef struct {
  const seed *seeds;
  u64 count;
} signer;

extern u64 sol_log_(const char *text, u64 length);
extern u64 sol_invoke_signed_c(const instruction *, const account *, u64 accounts, const signer *, u64 signers);
extern u64 sol_create_program_address(const seed *, u64 seeds, const u8 *program, u8 *address);
extern u64 sol_get_rent_sysvar(void *rent);
extern u64 sol_set_return_data(const u8 *data, u64 length);

#define always_inline static inline __attribute__((always_inline))
#define never_inline static __attribute__((noinline))
#define log_text(text) sol_log_(text, sizeof(text) - 1)

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

// Every refusal says why in the log before it fails with its code.
#define refuse(code, text) return (log_text("Error: " text), (u64)(code))
#define require(condition, code, text) \
  do {                                 \
    if (!(condition)) refuse(code, text); \
  } while (0)
#define try(call)           \
  do {                      \
    const u64 code = (call); \
    if (code) return code;  \
  } while (0)

never_inline int same_key(const u8 *a, const u8 *b) {
  const u64 *x = (const u64 *)a, *y = (const u64 *)b;
  return x[0] == y[0] && x[1] == y[1] && x[2] == y[2] && x[3] == y[3];
}

always_inline int key_is(const u8 *key, u64 a, u64 b, u64 c, u64 d) {
  const u64 *x = (const u64 *)key;
  return x[0] == a && x[1] == b && x[2] == c && x[3] == d;
}

always_inline void copy_key(u8 *to, const u8 *from) {
  for (int i = 0; i < 4; i++) ((u64 *)to)[i] = ((const u64 *)from)[i];
}

#define MAX_ACCOUNTS 15
#define GROWTH_SPACE 10240

// What one call works on. It lies in the heap, because the stack frame is too small for it.
struct hop {
  const account *pool, *mint_in, *mint_out, *vault_in, *vault_out, *program_in, *program_out;
  u64 reserve_in, reserve_out, fee_bps, amount_in, amount_out;
};

struct call {
  u64 account_count;
  account accounts[MAX_ACCOUNTS];
  const u8 *data;
  u64 data_length;
  const u8 *program_id;
  struct hop hops[2];
  // Scratch space of the cross-program call under way.
  instruction inner;
  account_meta metas[4];
  account infos[4];
  u8 inner_data[64];
  seed seeds[4];
  signer signer;
  u8 log_line[128];
};

#define HEAP_START 0x300000000ull

// Reads the input region. A repeated account is written there as the index of its first place, and is resolved to it.
never_inline u64 read_input(u8 *input, struct call *c) {
  c->account_count = *(u64 *)input;
  require(c->account_count <= MAX_ACCOUNTS, INVALID_ACCOUNTS, "invalid account list: too many accounts");
  u8 *p = input + 8;
  for (u64 i = 0; i < c->account_count; i++) {
    account *a = &c->accounts[i];
    if (p[0] != 0xff) {
      *a = c->accounts[p[0]];
      p += 8;
      continue;
    }
    a->is_signer = p[1];
    a->is_writable = p[2];
    a->executable = p[3];
    a->key = p + 8;
    a->owner = p + 40;
    a->lamports = (u64 *)(p + 72);
    a->data_length = *(u64 *)(p + 80);
    a->data = p + 88;
    p += 88 + ((a->data_length + GROWTH_SPACE + 7) & ~7ull);
    a->rent_epoch = *(u64 *)p;
    p += 8;
  }
  c->data_length = *(u64 *)p;
  c->data = p + 8;
  c->program_id = c->data + c->data_length;
  return 0;
}

// Calls another program; `signed_by_pool` signs with the seeds prepared in `c`.
always_inline u64 invoke(struct call *c, u64 account_count, int signed_by_pool) {
  for (u64 i = 0; i < account_count; i++) c->metas[i].key = c->infos[i].key;
  c->inner.metas = c->metas;
  c->inner.meta_count = account_count;
  c->inner.data = c->inner_data;
  return sol_invoke_signed_c(&c->inner, c->infos, account_count, &c->signer, signed_by_pool ? 1 : 0);
}

#endif
