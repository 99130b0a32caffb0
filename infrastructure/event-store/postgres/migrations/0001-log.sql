-- The log only ever grows: no row of lane, streams, types and events is updated, so there is nothing to vacuum and a
-- transaction left open elsewhere slows nothing down.
create schema log;

-- The one row every batch locks until it has committed: that is what makes positions gap-free and in commit order.
create table log.lane (
  one boolean primary key default true check (one)
) with (fillfactor = 10);
insert into log.lane default values;

-- A stream's number is the position of its first event.
create table log.streams (
  stream_no bigint primary key,
  name text collate "C" not null,
  exclude using hash (name with =)
);

create table log.types (
  type_no smallint generated always as identity primary key,
  name text collate "C" not null unique
);

-- Text, not jsonb: it comes back byte for byte. Wide columns first, so that a row has no padding.
create table log.events (
  position bigint primary key,
  stream_no bigint not null,
  id uuid not null,
  version integer not null,
  type_no smallint not null,
  meta text not null,
  data text not null,
  unique (stream_no, version)
);

-- Appends that named no version, for an hour: what they began with, and the version of the stream before them.
create table log.repeats (
  first_id uuid not null,
  stream_no bigint not null,
  before integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (first_id, stream_no)
);
create index repeats_at on log.repeats (at);

create function log.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'log.% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger events_stay before update or delete or truncate on log.events
  for each statement execute function log.refuse();
create trigger streams_stay before update or delete or truncate on log.streams
  for each statement execute function log.refuse();
create trigger types_stay before update or delete or truncate on log.types
  for each statement execute function log.refuse();
alter table log.events enable always trigger events_stay;
alter table log.streams enable always trigger streams_stay;
alter table log.types enable always trigger types_stay;

-- One batch, all or nothing. Streams: `names`, the version each is `expected` to have (-1 any, -2 at least one event),
-- and which event of the batch is its first. Events: which stream, how far after that stream's version, and the rest.
-- Repeats: the appends that named no version. Answers the position before the batch, null when something did not fit and
-- nothing was written; and each stream's version before the batch.
create function log.append(
  names text[], expected integer[], firsts integer[],
  streams integer[], steps integer[], types smallint[], ids uuid[], metas text[], datas text[],
  repeat_ids uuid[], repeat_streams integer[], repeat_steps integer[],
  out base bigint, out heads integer[]
) language plpgsql as $$
declare
  numbers bigint[];
  fits boolean;
  has_new boolean;
begin
  perform from log.lane for update;
  -- A statement of its own: it sees all that was written in the lane before.
  with last as (select coalesce((select e.position from log.events e order by e.position desc limit 1), 0) as position)
  select (select position from last),
         array_agg(coalesce(s.stream_no, (select position from last) + t.first) order by t.nth),
         array_agg(coalesce(h.version, 0) order by t.nth),
         bool_or(s.stream_no is null),
         bool_and(case t.expected when -1 then true when -2 then h.version is not null
                                  else coalesce(h.version, 0) = t.expected end)
    into base, numbers, heads, has_new, fits
    from unnest(names, expected, firsts) with ordinality as t (name, expected, first, nth)
    left join log.streams s on s.name = t.name
    left join lateral (select e.version from log.events e where e.stream_no = s.stream_no
                       order by e.version desc limit 1) h on true;

  if fits and cardinality(repeat_ids) > 0 then
    fits := not exists (
      select from unnest(repeat_ids, repeat_streams) as a (id, stream)
        join log.repeats r on r.first_id = a.id and r.stream_no = numbers[a.stream]);
  end if;
  if not fits then
    base := null;
    return;
  end if;

  if has_new then
    insert into log.streams (stream_no, name)
    select n.stream_no, n.name from unnest(numbers, names) as n (stream_no, name) where n.stream_no > base;
  end if;

  insert into log.events (position, stream_no, id, version, type_no, meta, data)
  select base + e.nth, numbers[e.stream], e.id, heads[e.stream] + e.step, e.type_no, e.meta, e.data
    from unnest(streams, steps, types, ids, metas, datas)
         with ordinality as e (stream, step, type_no, id, meta, data, nth);

  if cardinality(repeat_ids) > 0 then
    insert into log.repeats (first_id, stream_no, before)
    select a.id, numbers[a.stream], heads[a.stream] + a.step
      from unnest(repeat_ids, repeat_streams, repeat_steps) as a (id, stream, step);
  end if;

  perform pg_notify('log_grew', (base + cardinality(ids))::text);
end $$;
