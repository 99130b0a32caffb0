-- What of an account was read, for example a stream, as a keyed hash; null for a list.
alter table audit.access_log add column object bytea;
