-- A stream's number is where its first event lies: that one is found by its position, and that there is but one of them the
-- positions see to. The index of streams holds what comes after, so what begins a stream is written into one index less.
create unique index events_later on log.events (stream_no, version) where version > 1;
alter table log.events drop constraint events_stream_no_version_key;

-- Are these versions of these streams there? Volatile: it must see what was written in the lane before.
create or replace function log.holds(streams bigint[], versions integer[]) returns boolean volatile language plpgsql as $$
begin
  -- Each is looked up by itself: joined, the whole log might be read for want of better knowledge.
  return not exists (
    select from unnest(streams, versions) as h (stream_no, version)
      left join lateral (
        select true as is_there from log.events e
          where h.version = 1 and e.position = h.stream_no and e.stream_no = e.position
        union all
        select true from log.events e where e.version > 1 and e.stream_no = h.stream_no and e.version = h.version
        limit 1) as found on true
     where found.is_there is null);
end $$;

-- The same for one event that named its version, by somebody who knows where the log ends or did a moment ago. Without the
-- lane and without looking: if it ends elsewhere by now its place is taken, which is a unique violation.
create or replace function log.append_one(
  last bigint, stream bigint, name text, version integer, type smallint, id uuid, meta text, data text, out base bigint
) language plpgsql as $$
begin
  if stream > last or stream > 0 and not log.holds(array[stream], array[append_one.version - 1]) then
    return;
  end if;
  base := last;
  insert into log.events (position, stream_no, id, version, type_no, name, meta, data)
  values (last + 1, case when stream < 0 then last - stream else stream end, append_one.id, append_one.version, type,
          append_one.name, append_one.meta, append_one.data);
  perform pg_notify('log_grew', (last + 1)::text);
end $$;
