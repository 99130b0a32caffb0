-- A temporary password was used: another must be chosen before anything else.
alter table access.credentials add column must_change boolean not null default false;

-- A temporary password is derived from a secret and the request it answers; here lies its Argon2id hash.
create table access.temporary_passwords (
  account_id text primary key,
  hash text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- What may be done so many times an hour. The key is a keyed hash of what and by whom.
create table access.allowances (
  key bytea primary key,
  used_at timestamptz[] not null,
  refused boolean not null
);
