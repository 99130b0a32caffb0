create schema if not exists ops;

-- What must leave the system because of an event, written together with the place in the log of the policy that asked.
create table ops.outbox (
  -- `<event id>:<effect name>`: kept for ever, so that no effect is asked for twice
  key text primary key,
  number bigint generated always as identity,
  queue text not null,
  kind text not null,
  -- names things by id, holds no personal data
  payload json not null,
  run_at timestamptz,
  written_at timestamptz not null default now(),
  dispatched_at timestamptz
);
create index outbox_waiting on ops.outbox (number) where dispatched_at is null;
