-- The Merkle tree over the log (RFC 9162) in tiles of height 8: a tile holds up to 256 hashes of 32 bytes. Those of level
-- 0 are hashes of leaves, those of level n roots of complete subtrees of 256^n leaves. Full tiles never change again.
create table audit.tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index)
);
alter table audit.tiles alter column hashes set storage external;

-- Where an event is in the tree and in the log.
create table audit.leaves (
  leaf_index bigint primary key,
  event_id uuid not null,
  position text collate "C" not null
);
create index leaves_event on audit.leaves (event_id);

-- Ed25519 keys that sign checkpoints, from first to last. The private key is the keyring's data key of this number.
create table audit.signing_keys (
  number int primary key,
  key_id text not null,
  origin text not null,
  public_key bytea not null,
  since timestamptz(3) not null,
  until timestamptz(3)
);

-- Signed sizes of the tree, each once.
create table audit.checkpoints (
  tree_size bigint primary key,
  root bytea not null,
  at timestamptz(3) not null,
  key_number int not null references audit.signing_keys,
  note text not null
);

create function audit.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'audit.% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger checkpoints_stay before update or delete or truncate on audit.checkpoints
  for each statement execute function audit.refuse();
