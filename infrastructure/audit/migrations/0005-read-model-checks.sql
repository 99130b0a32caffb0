-- The last comparison of each read model with the log.
create table audit.read_model_checks (
  name text primary key,
  rows bigint not null,
  hash bytea not null,
  position text collate "C",
  equal boolean not null,
  checked_at timestamptz(3) not null default clock_timestamp()
);
