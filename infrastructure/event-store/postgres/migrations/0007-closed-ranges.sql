-- Data and metadata of old events, which an operator may move out of `log.events`: one partition for each closed range of
-- positions, which has all or some of its events. The events themselves stay in `log.events`, with empty texts, so that everything that protects the log
-- still holds for them: unique positions, versions, names and ids, and the order without gaps.
create table log.payloads (
  position bigint primary key,
  meta text not null,
  data text not null
) partition by range (position);

create table log.ranges (
  first bigint primary key,
  last bigint not null,
  -- closed in between: all, or those of some streams
  events bigint not null,
  closed_at timestamptz not null default clock_timestamp(),
  -- since then only in a file; null while the partition is attached
  detached_at timestamptz,
  -- of the file's text
  sha256 bytea
);

-- For statements on the whole; each partition has its own.
create trigger payloads_stay before update or delete or truncate on log.payloads
  for each statement execute function log.refuse();
alter table log.payloads enable always trigger payloads_stay;
