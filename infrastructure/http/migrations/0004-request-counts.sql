-- Requests to all API processes by hashed key. Unlogged: after a crash of Postgres, counting starts again.
create unlogged table http.request_counts (
  key bytea primary key,
  requests int not null,
  window_ends timestamptz not null
) with (fillfactor = 60);

-- Counts a request under each key in turn, up to the first that exceeds its maximum. Returns the milliseconds until the
-- window of that key ends; null if none is exceeded. Now and then it deletes some counts of past windows.
create function http.count_request(keys bytea[], maxima int[], window_ms int) returns int language plpgsql as $$
declare
  counted http.request_counts;
begin
  for i in 1 .. coalesce(array_length(keys, 1), 0) loop
    insert into http.request_counts as c (key, requests, window_ends)
      values (keys[i], 1, clock_timestamp() + window_ms * interval '1 ms')
      on conflict (key) do update set
        requests = case when c.window_ends <= clock_timestamp() then 1 else least(c.requests, maxima[i]) + 1 end,
        window_ends = case when c.window_ends <= clock_timestamp() then excluded.window_ends else c.window_ends end
      returning * into counted;
    if counted.requests > maxima[i] then
      return greatest(1, ceil(extract(epoch from counted.window_ends - clock_timestamp()) * 1000));
    end if;
  end loop;
  if random() < 0.005 then
    delete from http.request_counts where key in (
      select key from http.request_counts where window_ends < clock_timestamp() limit 1000 for update skip locked);
  end if;
  return null;
end $$;
