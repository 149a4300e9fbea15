// The virtual machine's ABI (types and system calls), and helpers that all programs share. Programs have no libc, no
// writable globals (the loader has no data section), at most five arguments per function, and 512 bytes of stack.
#ifndef VM_H
#define VM_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
// Numbers in instruction data follow a tag byte, so they are not aligned. The machine allows this; C needs these types.
typedef u64 __attribute__((aligned(1))) u64_unaligned;
typedef u32 __attribute__((aligned(1))) u32_unaligned;
typedef u16 __attribute__((aligned(1))) u16_unaligned;

// The following structures are passed to the runtime unchanged: their layouts are the C system-call ABI.
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
extern u64 sol_try_find_program_address(const seed *, u64 seeds, const u8 *program, u8 *address, u8 *bump);
extern u64 sol_log_data(const seed *parts, u64 count);

#define always_inline static inline __attribute__((always_inline))
#define never_inline static __attribute__((noinline))
#define log_text(text) sol_log_(text, sizeof(text) - 1)

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

#define ACCOUNT_OVERHEAD 128

struct rent {
  u64 lamports_per_byte;
  u64 exemption_years;  // a double; only its bits are compared
  u64 burn_percent;     // one byte, and padding
};

// The threshold is 2 years, or 1 year where the rate already includes the factor 2. The machine has no floats.
always_inline u64 rent_exempt_minimum(u64 length) {
  struct rent rent;
  sol_get_rent_sysvar(&rent);
  const u64 years = rent.exemption_years == 0x3ff0000000000000ull ? 1 : 2;
  return (ACCOUNT_OVERHEAD + length) * rent.lamports_per_byte * years;
}

#define GROWTH_SPACE 10240
#define HEAP_START 0x300000000ull

#endif
