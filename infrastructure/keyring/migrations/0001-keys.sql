create schema keyring;

-- One row says under which master key all the others are wrapped, so that a wrong one is refused, not used.
create table keyring.master (
  one boolean primary key default true check (one),
  proof bytea not null
);

-- A subject is named by the SHA-256 of its id: who reads this table learns of nobody.
-- A row is never deleted. Erased, it is the fence: no key, for ever, and no other key can take its place.
-- Vacuum comes soon after every erasure, since an old version of a row holds the key still.
create table keyring.subjects (
  digest bytea primary key check (octet_length(digest) = 32),
  wrapped bytea,
  made_at timestamptz not null default now(),
  erased_at timestamptz,
  check ((wrapped is null) = (erased_at is not null))
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

create function keyring.keep_fences() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.digest = old.digest and new.made_at = old.made_at then
      return new;
    end if;
  end if;
  raise exception 'the rows of the keyring stay: a key may be destroyed or wrapped anew, a fence stands for ever';
end $$;

create trigger keep_fences before update or delete on keyring.subjects
  for each row execute function keyring.keep_fences();
create trigger keep_all before truncate on keyring.subjects
  for each statement execute function keyring.keep_fences();
