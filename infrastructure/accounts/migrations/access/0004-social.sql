-- Sign-ins at Google or Facebook under way: known by the hash of their state, bound to one browser, taken once.
create table access.social_flows (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  app boolean not null,
  expires_at timestamptz not null
);
create index social_flows_expiry on access.social_flows (expires_at);
