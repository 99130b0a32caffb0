-- Both functions take keys in order, so that two that share keys do not wait for one another. Each key costs a statement
-- with a plan for a single row, which uses the index however few rows the table had when it was planned.

-- Begins requests whose key is unknown, or whose process is gone, and returns their runs.
create function http.begin_requests(keys bytea[], account_ids text[], requests bytea[], runs uuid[], process text)
returns setof uuid language plpgsql as $$
declare
  n record;
  begun uuid;
begin
  for n in select * from unnest(keys, account_ids, requests, runs)
             with ordinality as u (key, account_id, request, run, nth) order by key, nth loop
    insert into http.answers as a (generation, key, account_id, request, run, owner)
    select g.current, n.key, n.account_id, n.request, n.run, process from http.generation g
    where not exists (select from http.answers e where e.key = n.key and e.generation = g.current - 1)
    on conflict (key, generation) do update set run = excluded.run, owner = excluded.owner, started_at = excluded.started_at
      where a.answer is null and a.request = excluded.request and (a.owner is null or not ops.is_held(a.owner))
    returning a.run into begun;
    if found then
      return next begun;
    end if;
  end loop;
end $$;

-- Records responses of keys that have none, and returns their numbers in the arrays.
create function http.complete_requests(keys bytea[], sealed_answers bytea[]) returns setof int language plpgsql as $$
declare
  n record;
begin
  for n in select * from unnest(keys, sealed_answers) with ordinality as u (key, answer, nth) order by key, nth loop
    update http.answers a set answer = n.answer where a.key = n.key and a.answer is null;
    if found then
      return next n.nth::int;
    end if;
  end loop;
end $$;
