// A counter as Anchor would compile it: the discriminators, borsh layouts, checks, logs and error codes are Anchor's,
// so that Anchor's TypeScript client treats it as an Anchor program. counter.json is the IDL.
#include "../../../../mock-server/programs/vm.h"

// The first eight bytes of sha256("global:initialize"), "global:increment", "account:Counter", "event:Incremented".
#define INITIALIZE 0xed9b980d1f6dafafull
#define INCREMENT 0x213bae680968120bull
#define COUNTER 0x197cfdbcf504b0ffull
#define INCREMENTED 0x0f6ccd47cc77cf5cull

// Logs an error in Anchor's format, from which the client reads the name and message, and returns its number.
#define error_text(name, number, message) \
  " Error Code: " name ". Error Number: " #number ". Error Message: " message "."
#define error_number(name, number, message) number##ull
#define fail(error) return (log_text("AnchorError occurred." error_text error), error_number error)
#define fail_of(account, error) \
  return (log_text("AnchorError caused by account: " account "." error_text error), error_number error)

#define UNKNOWN_INSTRUCTION ("InstructionFallbackNotFound", 101, "Fallback functions are not supported")
#define BAD_ARGUMENTS ("InstructionDidNotDeserialize", 102, "The program could not deserialize the given instruction")
#define NOT_WRITABLE ("ConstraintMut", 2000, "A mut constraint was violated")
#define NOT_ITS_OWN ("ConstraintHasOne", 2001, "A has one constraint was violated")
#define OTHER_SEEDS ("ConstraintSeeds", 2006, "A seeds constraint was violated")
#define NO_DISCRIMINATOR \
  ("AccountDiscriminatorNotFound", 3001, "No 8 byte discriminator was found on the account")
#define OTHER_DISCRIMINATOR \
  ("AccountDiscriminatorMismatch", 3002, "8 byte discriminator did not match what was expected")
#define TOO_SHORT ("AccountDidNotDeserialize", 3003, "Failed to deserialize the account")
#define TOO_FEW_ACCOUNTS ("AccountNotEnoughKeys", 3005, "Not enough account keys given to the instruction")
#define OTHER_OWNER \
  ("AccountOwnedByWrongProgram", 3007, "The given account is owned by a different program than expected")
#define OTHER_PROGRAM ("InvalidProgramId", 3008, "Program ID was not as expected")
#define NOT_SIGNED ("AccountNotSigner", 3010, "The given account did not sign")
#define NOT_INITIALIZED \
  ("AccountNotInitialized", 3012, "The program expected this account to be already initialized")
#define LIMIT_REACHED ("LimitReached", 6000, "The counter would pass its limit")

#define MAX_ACCOUNTS 16
#define INVALID_ARGUMENT (2ull << 32)

struct call {
  u64 account_count;
  account accounts[MAX_ACCOUNTS];
  const u8 *data;
  u64 data_length;
  const u8 *program_id;
};
#define refuse_account_count() return INVALID_ARGUMENT
#include "../../../../mock-server/programs/input.h"

struct counter {
  u64 discriminator;
  u8 authority[32];
  u64 count;
  u64 limit;
  u8 bump;
};
// The account has no padding at its end, but the compiler pads the structure.
#define COUNTER_LENGTH 57

struct incremented {
  u64 discriminator;
  u8 counter[32];
  u64 by;
  u64 count;
};

// Accounts: 0 counter, 1 authority, 2 system program. Arguments: limit u64.
never_inline u64 initialize(struct call *c) {
  const account *counter = c->accounts, *authority = c->accounts + 1, *system = c->accounts + 2;
  if (c->data_length < 16) fail(BAD_ARGUMENTS);
  if (c->account_count < 3) fail(TOO_FEW_ACCOUNTS);
  if (!authority->is_signer) fail_of("authority", NOT_SIGNED);
  if (!key_is(system->key, 0, 0, 0, 0)) fail_of("system_program", OTHER_PROGRAM);
  if (!authority->is_writable) fail_of("authority", NOT_WRITABLE);

  u8 address[32], bump;
  const seed seeds[3] = {{(const u8 *)"counter", 7}, {authority->key, 32}, {&bump, 1}};
  if (sol_try_find_program_address(seeds, 2, c->program_id, address, &bump) != 0) return INVALID_ARGUMENT;
  if (!same_key(address, counter->key)) fail_of("counter", OTHER_SEEDS);

  // Calls create_account of the system program, which rejects an existing account.
  u8 create[52];
  *(u32_unaligned *)create = 0;
  *(u64_unaligned *)(create + 4) = rent_exempt_minimum(COUNTER_LENGTH);
  *(u64_unaligned *)(create + 12) = COUNTER_LENGTH;
  for (int i = 0; i < 32; i++) create[20 + i] = c->program_id[i];
  account_meta metas[2] = {{authority->key, 1, 1}, {counter->key, 1, 1}};
  const account infos[2] = {*authority, *counter};
  const instruction inner = {system->key, metas, 2, create, sizeof(create)};
  const signer counter_signs = {seeds, 3};
  try(sol_invoke_signed_c(&inner, infos, 2, &counter_signs, 1));

  struct counter *state = (struct counter *)counter->data;
  state->discriminator = COUNTER;
  copy_key(state->authority, authority->key);
  state->count = 0;
  state->limit = *(const u64_unaligned *)(c->data + 8);
  state->bump = bump;
  return 0;
}

// Accounts: 0 counter, 1 authority. Arguments: by u64.
never_inline u64 increment(struct call *c) {
  const account *counter = c->accounts, *authority = c->accounts + 1;
  if (c->data_length < 16) fail(BAD_ARGUMENTS);
  if (c->account_count < 2) fail(TOO_FEW_ACCOUNTS);
  if (key_is(counter->owner, 0, 0, 0, 0) && *counter->lamports == 0) fail_of("counter", NOT_INITIALIZED);
  if (!same_key(counter->owner, c->program_id)) fail_of("counter", OTHER_OWNER);
  struct counter *state = (struct counter *)counter->data;
  if (counter->data_length < 8) fail_of("counter", NO_DISCRIMINATOR);
  if (state->discriminator != COUNTER) fail_of("counter", OTHER_DISCRIMINATOR);
  if (counter->data_length < COUNTER_LENGTH) fail_of("counter", TOO_SHORT);
  if (!authority->is_signer) fail_of("authority", NOT_SIGNED);
  if (!counter->is_writable) fail_of("counter", NOT_WRITABLE);
  if (!same_key(state->authority, authority->key)) fail_of("counter", NOT_ITS_OWN);

  const u64 by = *(const u64_unaligned *)(c->data + 8);
  if (by > state->limit - state->count) fail(LIMIT_REACHED);
  state->count += by;

  struct incremented event = {.discriminator = INCREMENTED, .by = by, .count = state->count};
  copy_key(event.counter, counter->key);
  const seed part = {(const u8 *)&event, sizeof(event)};
  sol_log_data(&part, 1);
  return 0;
}

u64 entrypoint(u8 *input) {
  struct call *c = (struct call *)HEAP_START;
  try(read_input(input, c));
  if (c->data_length < 8) fail(UNKNOWN_INSTRUCTION);
  switch (*(const u64 *)c->data) {
    case INITIALIZE:
      log_text("Instruction: Initialize");
      return initialize(c);
    case INCREMENT:
      log_text("Instruction: Increment");
      return increment(c);
    default:
      fail(UNKNOWN_INSTRUCTION);
  }
}
