// Reads the input region. Define `struct call`, MAX_ACCOUNTS and refuse_account_count before including this file.
#ifndef INPUT_H
#define INPUT_H

// In the input region, a repeated account is only the index of its first occurrence, which is then copied.
never_inline u64 read_input(u8 *input, struct call *c) {
  c->account_count = *(u64 *)input;
  if (c->account_count > MAX_ACCOUNTS) refuse_account_count();
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

#endif
