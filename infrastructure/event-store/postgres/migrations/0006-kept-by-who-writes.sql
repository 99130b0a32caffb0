-- What begins a stream has its name and its position as number, and nothing else has. Postgres parses a constraint anew for each
-- statement that writes; a view's is planned with the statement, once a connection. So whoever writes writes through the view.
create view log.entries as
  select position, stream_no, id, version, type_no, name, meta, data, is_repeatable from log.events
  where (version = 1) = (stream_no = position) and (version = 1) = (name is not null)
  with check option;
alter table log.events drop constraint events_check;

create or replace function log.append(
  streams bigint[], names text[], versions integer[], types smallint[], ids uuid[], metas text[], datas text[],
  repeatable boolean[], held_streams bigint[], held_versions integer[],
  out base bigint
) language plpgsql as $$
begin
  -- The lane: who has it alone appends until it has committed. That is what makes positions gap-free and in commit order.
  perform pg_advisory_xact_lock(7021807291);
  -- Statements of their own from here: they see all that was written in the lane before.
  if held_streams is not null and not log.holds(held_streams, held_versions) then
    return;
  end if;
  base := coalesce((select e.position from log.events e order by e.position desc limit 1), 0);

  insert into log.entries (position, stream_no, id, version, type_no, name, meta, data, is_repeatable)
  select base + e.place, case when e.stream < 0 then base - e.stream else e.stream end,
         e.id, e.version, e.type_no, e.name, e.meta, e.data, coalesce(e.repeatable, false)
    from (select generate_series(1, cardinality(streams)) as place, unnest(streams) as stream, unnest(ids) as id,
                 unnest(versions) as version, unnest(types) as type_no, unnest(names) as name, unnest(metas) as meta,
                 unnest(datas) as data, unnest(repeatable) as repeatable) as e;

  perform pg_notify('log_grew', (base + cardinality(streams))::text);
end $$;
