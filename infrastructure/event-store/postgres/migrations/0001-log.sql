-- The log only ever grows: no row of types and events is updated, so there is nothing to vacuum and a transaction left
-- open elsewhere slows nothing down.
create schema log;

create table log.types (
  type_no smallint generated always as identity primary key,
  name text collate "C" not null unique
);

-- A stream's number is the position of its first event, and with that event its name is kept. Text, not jsonb: it comes
-- back byte for byte. Wide columns first, so that a row has no padding.
create table log.events (
  position bigint primary key,
  stream_no bigint not null,
  id uuid not null,
  version integer not null,
  type_no smallint not null,
  name text collate "C",
  meta text not null,
  data text not null,
  unique (stream_no, version),
  check ((version = 1) = (stream_no = position) and (version = 1) = (name is not null))
);
create unique index events_name on log.events (name) where name is not null;

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
create trigger types_stay before update or delete or truncate on log.types
  for each statement execute function log.refuse();
alter table log.events enable always trigger events_stay;
alter table log.types enable always trigger types_stay;

-- One batch, all or nothing. Events: their stream's number, or the negated place in the batch of the event that begins it;
-- the name where they begin one. Held: versions the batch builds on. Repeats: the appends that named no version, by the
-- place of their first event. Answers the position before the batch; null when something held is not there. A unique
-- violation says that a version, a name or a repeat is already there. Either way nothing was written.
create function log.append(
  streams bigint[], names text[], versions integer[], types smallint[], ids uuid[], metas text[], datas text[],
  held_streams bigint[], held_versions integer[],
  repeat_ids uuid[], repeat_places integer[],
  out base bigint
) language plpgsql as $$
begin
  -- The lane: who has it alone appends until it has committed. That is what makes positions gap-free and in commit order.
  perform pg_advisory_xact_lock(7021807291);
  -- Statements of their own from here: they see all that was written in the lane before.
  if held_streams is not null then
    if exists (select from unnest(held_streams, held_versions) as h (stream_no, version)
               where not exists (select from log.events e
                                 where e.stream_no = h.stream_no and e.version = h.version)) then
      return;
    end if;
  end if;
  base := coalesce((select e.position from log.events e order by e.position desc limit 1), 0);

  insert into log.events (position, stream_no, id, version, type_no, name, meta, data)
  select base + e.place, case when e.stream < 0 then base - e.stream else e.stream end,
         e.id, e.version, e.type_no, e.name, e.meta, e.data
    from (select generate_series(1, cardinality(streams)) as place, unnest(streams) as stream, unnest(ids) as id,
                 unnest(versions) as version, unnest(types) as type_no, unnest(names) as name, unnest(metas) as meta,
                 unnest(datas) as data) as e;

  if repeat_ids is not null then
    insert into log.repeats (first_id, stream_no, before)
    select r.id, case when streams[r.place] < 0 then base - streams[r.place] else streams[r.place] end,
           versions[r.place] - 1
      from unnest(repeat_ids, repeat_places) as r (id, place);
  end if;

  perform pg_notify('log_grew', (base + cardinality(streams))::text);
end $$;

-- The same for one event that named its version, by somebody who knows where the log ends or did a moment ago. Without the
-- lane and without looking: if it ends elsewhere by now its place is taken, which is a unique violation.
create function log.append_one(
  last bigint, stream bigint, name text, version integer, type smallint, id uuid, meta text, data text, out base bigint
) language plpgsql as $$
begin
  if stream > last or stream > 0 and not exists (select from log.events e where e.stream_no = stream
                                                 and e.version = append_one.version - 1) then
    return;
  end if;
  base := last;
  insert into log.events (position, stream_no, id, version, type_no, name, meta, data)
  values (last + 1, case when stream < 0 then last - stream else stream end, append_one.id, append_one.version, type,
          append_one.name, append_one.meta, append_one.data);
  perform pg_notify('log_grew', (last + 1)::text);
end $$;
