create schema if not exists access;

-- A session is known by the hash of its token; the token itself lies only in the cookie.
create table access.sessions (
  token_hash bytea primary key,
  account_id text not null,
  started_at timestamptz not null,
  used_at timestamptz not null
);
create index sessions_account on access.sessions (account_id);
create index sessions_used on access.sessions (used_at);

create table access.credentials (
  account_id text primary key,
  hash text not null,
  changed_at timestamptz not null
);

-- Failed sign-ins. The key is a keyed hash of account or name and of where the attempt came from.
create table access.failures (
  key bytea primary key,
  failures int not null,
  latest_at timestamptz not null
);
create index failures_latest on access.failures (latest_at);

-- A one-time code is derived from a secret and this nonce: what lies here cannot be used.
create table access.codes (
  purpose text not null,
  account_id text not null,
  nonce bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, account_id)
);
