create schema audit;

create sequence audit.access_log_numbers;

-- Who did what to whose data. Addresses and browsers are keyed hashes.
create table audit.access_log (
  number bigint not null default nextval('audit.access_log_numbers'),
  at timestamptz(3) not null,
  what text not null,
  outcome text not null,
  actor text,
  role text,
  subject text,
  why text,
  device text,
  address bytea,
  browser bytea,
  correlation_id text not null
) partition by range (at);
alter sequence audit.access_log_numbers owned by audit.access_log.number;
create index access_log_time on audit.access_log (at desc, number desc);
create index access_log_subject on audit.access_log (subject, at desc, number desc) where subject is not null;
create index access_log_actor on audit.access_log (actor, at desc, number desc) where actor is not null;
create index access_log_what on audit.access_log (what, at desc, number desc);

-- Rows of months without a partition, so that an insert never fails.
create table audit.access_log_other partition of audit.access_log default;

-- Accounts erased lately: entries about them that arrive late lose their ids.
create table audit.forgotten (account_id text primary key, at timestamptz not null default clock_timestamp());

-- Adds the partitions of this month and the two that follow, to which rows written without them move. Drops what is
-- older than the months to keep. Does nothing while the table cannot be locked, for example during a dump.
create function audit.maintain_access_log(moment timestamptz, kept_months int) returns void language plpgsql
set lock_timeout = '1s' set timezone = 'UTC' as $$
declare
  this_month timestamptz := date_trunc('month', moment);
  first_kept timestamptz := date_trunc('month', moment - make_interval(months => kept_months));
  from_month timestamptz;
  until_month timestamptz;
  partition text;
  old record;
begin
  for ahead in 0 .. 2 loop
    from_month := this_month + make_interval(months => ahead);
    until_month := from_month + interval '1 month';
    partition := 'access_log_' || to_char(from_month, 'YYYYMM');
    if to_regclass('audit.' || partition) is null then
      execute format('create table audit.%I (like audit.access_log including defaults including indexes)', partition);
      lock table audit.access_log in access exclusive mode;
      execute format(
        'with moved as (delete from audit.access_log_other where at >= %L and at < %L returning *)
         insert into audit.%I select * from moved', from_month, until_month, partition);
      execute format('alter table audit.access_log attach partition audit.%I for values from (%L) to (%L)',
        partition, from_month, until_month);
    end if;
  end loop;
  for old in select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
             where i.inhparent = 'audit.access_log'::regclass and c.relname ~ '^access_log_[0-9]{6}$'
               and to_timestamp(right(c.relname, 6), 'YYYYMM') < first_kept loop
    execute format('drop table audit.%I', old.name);
  end loop;
  delete from audit.access_log_other where at < first_kept;
  delete from audit.forgotten where at < moment - interval '1 day';
exception when lock_not_available then
  null;
end $$;

select audit.maintain_access_log(clock_timestamp(), 12);
