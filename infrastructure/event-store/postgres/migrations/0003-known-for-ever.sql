-- Events that an append began with which named no version are marked and found by their id, in the log itself: such an
-- append is known again for ever, and nothing has to be written beside it nor forgotten later.
alter table log.events add column is_repeatable boolean not null default false;

alter table log.events disable trigger events_stay;
update log.events e set is_repeatable = true
  from log.repeats r where e.stream_no = r.stream_no and e.version = r.before + 1;
alter table log.events enable always trigger events_stay;

create unique index events_repeatable on log.events (id, stream_no) where is_repeatable;
drop table log.repeats;

drop function log.append;

-- One batch, all or nothing. Events: their stream's number, or the negated place in the batch of the event that begins it;
-- the name where they begin one; whether they may be sent again, null when none may. Held: versions the batch builds on.
-- Answers the position before the batch; null when something held is not there. A unique violation says that a version, a
-- name or a repeatable event is already there. Either way nothing was written.
create function log.append(
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

  insert into log.events (position, stream_no, id, version, type_no, name, meta, data, is_repeatable)
  select base + e.place, case when e.stream < 0 then base - e.stream else e.stream end,
         e.id, e.version, e.type_no, e.name, e.meta, e.data, coalesce(e.repeatable, false)
    from (select generate_series(1, cardinality(streams)) as place, unnest(streams) as stream, unnest(ids) as id,
                 unnest(versions) as version, unnest(types) as type_no, unnest(names) as name, unnest(metas) as meta,
                 unnest(datas) as data, unnest(repeatable) as repeatable) as e;

  perform pg_notify('log_grew', (base + cardinality(streams))::text);
end $$;

-- Are these versions of these streams there? Volatile: it must see what was written in the lane before.
create function log.holds(streams bigint[], versions integer[]) returns boolean volatile language plpgsql as $$
begin
  return not exists (
    select from unnest(streams, versions) as h (stream_no, version)
    where not exists (select from log.events e where e.stream_no = h.stream_no and e.version = h.version));
end $$;

-- The lane for somebody who brings finished rows and copies them in, in the same transaction: he must know where the log ends.
create function log.enter(last bigint, held_streams bigint[], held_versions integer[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7021807291);
  if last <> coalesce((select e.position from log.events e order by e.position desc limit 1), 0)
     or held_streams is not null and not log.holds(held_streams, held_versions) then
    raise exception 'the log has grown meanwhile' using errcode = 'unique_violation';
  end if;
end $$;
