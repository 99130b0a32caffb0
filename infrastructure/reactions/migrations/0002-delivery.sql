alter table ops.outbox
  -- when the job did its work; for an e-mail, when the server accepted it
  add column delivered_at timestamptz,
  -- when the last attempt failed; null again once the message is retried
  add column given_up_at timestamptz,
  add column attempts int not null default 0,
  add column last_attempt_at timestamptz,
  -- kind of the last failure, holds no personal data
  add column last_error text,
  -- no message of the queue was delivered between the last two attempts: the message is not what failed
  add column in_outage boolean not null default false;

-- The job store remembers a job for seven days after it is done. Earlier messages count as delivered, with a day to spare;
-- later ones are looked up.
update ops.outbox set delivered_at = dispatched_at
where dispatched_at < now() - interval '6 days' and coalesce(run_at, written_at) < now() - interval '6 days';

-- Messages on their way, by the time from which they should be delivered.
create index outbox_queued on ops.outbox (coalesce(run_at, written_at), number)
  where delivered_at is null and given_up_at is null;
create index outbox_given_up on ops.outbox (coalesce(run_at, written_at), number) where given_up_at is not null;
create index outbox_in_outage on ops.outbox (queue, given_up_at) where in_outage;

-- What was delivered, by queue; counting it in the outbox would read every message ever written.
create table ops.outbox_deliveries (
  queue text primary key,
  delivered bigint not null,
  last_at timestamptz not null
);
insert into ops.outbox_deliveries (queue, delivered, last_at)
select queue, count(*), max(delivered_at) from ops.outbox where delivered_at is not null group by queue;
