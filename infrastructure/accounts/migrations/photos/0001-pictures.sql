create schema if not exists photos;

-- Pictures, sealed under their owner's data key. The id is a keyed hash: it can be told by whoever was told it only.
create table photos.pictures (
  id text primary key,
  owner text not null,
  sealed bytea not null,
  in_use boolean not null default false,
  kept_at timestamptz not null
);
create index pictures_owner on photos.pictures (owner);
create index pictures_unused on photos.pictures (kept_at) where not in_use;
