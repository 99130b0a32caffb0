-- Counts the erased subjects without reading the others.
create index erased on keyring.subjects (erased_at) where erased_at is not null;
