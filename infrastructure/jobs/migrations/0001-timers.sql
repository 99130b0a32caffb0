create schema if not exists ops;

-- Jobs that run at fixed times, `<queue>/<name>`, and when each last did its work.
create table ops.timers (
  name text primary key,
  -- cron pattern, in Italian time
  pattern text not null,
  registered_at timestamptz not null default now(),
  succeeded_at timestamptz
);
