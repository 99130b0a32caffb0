create schema ava;

-- What Garbo owed in AVA on a day: root of a Merkle sum tree over all balances. Whole AVA.
create table ava.liability_trees (
  day date primary key,
  total bigint not null,
  root bytea not null,
  -- On chain; null without a company wallet, or while the chain is unreachable.
  company_balance bigint,
  made_at timestamptz(3) not null default clock_timestamp()
);

-- The tree of the newest day, level by level from its leaves: nodes of 40 bytes, a hash and a sum.
create table ava.liability_levels (level smallint primary key, nodes bytea not null);
alter table ava.liability_levels alter column nodes set storage external;

-- Where the accounts are among its leaves, which are ordered by their hashes.
create table ava.liability_leaves (account_id text primary key, leaf_index bigint not null, sum bigint not null);
