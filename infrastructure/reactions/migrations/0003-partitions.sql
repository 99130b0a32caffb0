-- Messages are partitioned by the time in their keys: those of events begin with the event's id, a UUID that begins with
-- the time. So a key can be in one partition only, the primary key holds for all of them, and a lookup reads one.
-- Other keys, and those of times without a partition, are in `ops.outbox_other`.

-- What the keys of events begin with that are recorded from this time on.
create function ops.outbox_bound(at timestamptz) returns text language sql immutable as $$
  select left(ms, 8) || '-' || right(ms, 4) from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as ms) t
$$;

create sequence ops.outbox_numbers;
select setval('ops.outbox_numbers', last_value, is_called) from ops.outbox_number_seq;
alter table ops.outbox
  alter number drop identity,
  alter number set default nextval('ops.outbox_numbers'),
  alter key type text collate "C";

alter table ops.outbox rename to outbox_first;
alter table ops.outbox_first rename constraint outbox_pkey to outbox_first_pkey;
alter index ops.outbox_waiting rename to outbox_first_waiting;
alter index ops.outbox_queued rename to outbox_first_queued;
alter index ops.outbox_given_up rename to outbox_first_given_up;
alter index ops.outbox_in_outage rename to outbox_first_in_outage;

create table ops.outbox (like ops.outbox_first including defaults including comments) partition by range (key);
alter sequence ops.outbox_numbers owned by ops.outbox.number;
alter table ops.outbox add primary key (key);
create index outbox_waiting on ops.outbox (number) where dispatched_at is null;
create index outbox_queued on ops.outbox (coalesce(run_at, written_at), number)
  where delivered_at is null and given_up_at is null;
create index outbox_given_up on ops.outbox (coalesce(run_at, written_at), number) where given_up_at is not null;
create index outbox_in_outage on ops.outbox (queue, given_up_at) where in_outage;
create table ops.outbox_other partition of ops.outbox default;

-- Everything written so far is the first partition, up to the coming week.
do $$
declare
  until date := date_trunc('week', now() at time zone 'UTC') + interval '1 week';
  bound text := ops.outbox_bound(until at time zone 'UTC');
begin
  execute 'with moved as (delete from ops.outbox_first where key >= $1 returning *) insert into ops.outbox_other select * from moved'
    using bound;
  execute format('alter table ops.outbox_first rename to %I', 'outbox_until_' || to_char(until, 'YYYYMMDD'));
  execute format('alter table ops.outbox attach partition ops.%I for values from (minvalue) to (%L)',
    'outbox_until_' || to_char(until, 'YYYYMMDD'), bound);
end $$;

-- Keys of delivered messages whose partition was dropped, eight bytes each, by the first eight characters of the key: for
-- UUIDs, a minute. They are never forgotten, so that no event has its consequences twice.
create table ops.outbox_settled (
  bucket text collate "C" primary key,
  digests bigint[] not null
);
create function ops.outbox_digest(key text) returns bigint language sql immutable as $$
  select ('x' || left(md5(key), 16))::bit(64)::bigint
$$;

-- Messages without a partition may have been delivered and dropped; all others cannot, and are not looked up.
create function ops.skip_settled() returns trigger language plpgsql as $$
begin
  if exists (select from ops.outbox_settled s
             where s.bucket = left(new.key, 8) and ops.outbox_digest(new.key) = any (s.digests)) then
    return null;
  end if;
  return new;
end $$;
create trigger skip_settled before insert on ops.outbox_other for each row execute function ops.skip_settled();
