-- Events that a reader could not apply, and later events of the same row or stream that wait behind them (no reason).
-- `key` is the row; empty if the event could not be read or has no row. Contains no personal data.
create table ops.set_aside (
  reader text not null,
  position text not null,
  key text not null,
  stream text not null,
  version int not null,
  event_id text not null,
  event_type text not null,
  reason text,
  set_aside_at timestamptz not null default clock_timestamp()
);
-- a key may be too long for an index
create unique index set_aside_rows on ops.set_aside (reader, position, md5(key));
