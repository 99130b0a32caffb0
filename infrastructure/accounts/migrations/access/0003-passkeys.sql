-- What an authenticator's signatures are checked with. The device is the hash of the browser's own cookie.
create table access.passkeys (
  id text primary key,
  account_id text not null,
  kind text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  device_name text not null,
  device_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_account on access.passkeys (account_id);

-- A challenge that was given out: known by the hash of the id that went with it, itself only a hash, taken once.
create table access.passkey_challenges (
  id_hash bytea primary key,
  challenge_hash bytea not null,
  -- Whose registration it opens, or for which kind of account a sign-in.
  opens text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on access.passkey_challenges (expires_at);

-- Lets the app on the same telephone in, once and soon, and only while the session that asked for it lasts.
create table access.device_tokens (
  token_hash bytea primary key,
  account_id text not null,
  session_hash bytea not null references access.sessions (token_hash) on delete cascade,
  expires_at timestamptz not null
);
create index device_tokens_account on access.device_tokens (account_id);
create index device_tokens_session on access.device_tokens (session_hash);
create index device_tokens_expiry on access.device_tokens (expires_at);
