-- What lasting secrets are made of, wrapped, once it is no longer the master key itself: names of streams must outlast it.
alter table keyring.master add column root bytea;

-- One row while every key is being wrapped anew under another master key: nothing else works with the keys meanwhile.
create table keyring.rotation (
  one boolean primary key default true check (one),
  -- of the master key to be
  proof bytea not null,
  -- the last subject whose key is wrapped anew
  reached bytea not null default '',
  keys integer not null default 0,
  -- damaged, or of a subject the log knows nothing of: left as they are
  unopened integer not null default 0
);
