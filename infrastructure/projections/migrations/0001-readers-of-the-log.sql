create schema if not exists ops;
create schema if not exists read;

-- Who leads which reader of the log. The fence rises whenever the leader changes; a leader whose session is gone has lost.
create table ops.leases (
  name text primary key,
  holder uuid not null,
  fence bigint not null,
  until timestamptz not null,
  session_pid int not null,
  session_start timestamptz not null
);

-- How far each reader has got: a projection's table (`ratings_v1`) or `policy:<name>`. Only the holder of the fence moves it.
create table ops.checkpoints (
  name text primary key,
  position text,
  fence bigint not null default 0,
  moved_at timestamptz not null default now(),
  state text not null default 'running' check (state in ('running', 'stopped')),
  -- what stopped it: the event's place, id and type, and why, without personal data
  stopped_position text,
  stopped_event text,
  stopped_type text,
  reason text
) with (fillfactor = 50);

-- The tables of each projection: one serves (`read.<projection>` shows it), one may be filling beside it, retired ones go.
create table ops.builds (
  relation text primary key,
  projection text not null,
  version int not null,
  shape text not null,
  state text not null check (state in ('filling', 'serving', 'retired')),
  made_at timestamptz not null default now()
);
create unique index builds_serving on ops.builds (projection) where state = 'serving';
