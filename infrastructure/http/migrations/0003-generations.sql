-- Responses are kept in generations, one a day: old ones are dropped as a whole, not deleted one by one.
-- New requests are written to the current generation unless the one before knows their key.
create table http.generation (
  current int not null,
  opened_at timestamptz not null default clock_timestamp()
);
insert into http.generation (current) values (1);

alter table http.answers rename to answers_1;
drop index http.answers_started;
alter table http.answers_1 drop constraint answers_pkey;
alter table http.answers_1 add column generation int not null default 1;

create table http.answers (
  generation int not null,
  key bytea not null,
  account_id text not null,
  request bytea not null,
  run uuid not null,
  owner text,
  started_at timestamptz not null default clock_timestamp(),
  answer bytea,
  primary key (key, generation)
) partition by list (generation);
alter table http.answers attach partition http.answers_1 for values in (1);

-- Opens the next generation if the current one is older than `lifetime`, and drops those before the current one. Returns
-- the number of generations dropped. Does nothing while the table cannot be locked, for example during a dump.
create function http.open_generation(lifetime interval) returns int language plpgsql set lock_timeout = '1s' as $$
declare
  opened int;
  old record;
  dropped int := 0;
begin
  if not exists (select from http.generation where opened_at < clock_timestamp() - lifetime) then
    return 0;
  end if;
  -- Requests that are beginning finish first; later ones see the new generation and all that was written to earlier ones.
  lock table http.answers in access exclusive mode;
  update http.generation set current = current + 1, opened_at = clock_timestamp()
    where opened_at < clock_timestamp() - lifetime returning current into opened;
  if opened is null then
    return 0;
  end if;
  for old in select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
             where i.inhparent = 'http.answers'::regclass and c.relname <> 'answers_' || (opened - 1) loop
    execute format('drop table http.%I', old.name);
    dropped := dropped + 1;
  end loop;
  execute format('create table http.%I partition of http.answers for values in (%s)', 'answers_' || opened, opened);
  return dropped;
exception when lock_not_available then
  return 0;
end $$;
