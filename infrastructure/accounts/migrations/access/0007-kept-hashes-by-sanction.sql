-- The sanction because of which a hash is kept, as a keyed hash; empty for another reason.
alter table access.kept_hashes add column sanction text not null default '';
alter table access.kept_hashes drop constraint kept_hashes_pkey;
alter table access.kept_hashes add primary key (hash, sanction);
create index kept_hashes_sanction on access.kept_hashes (sanction);
