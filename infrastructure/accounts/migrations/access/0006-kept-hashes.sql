-- What outlives a deletion: keyed hashes, which say nothing without the secret, and until when they are kept.
create table access.kept_hashes (
  hash text primary key,
  until timestamptz not null
);
create index kept_hashes_until on access.kept_hashes (until);
