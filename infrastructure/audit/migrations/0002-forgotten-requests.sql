-- Null for requests of accounts that were erased since, whose events it would lead to.
alter table audit.access_log alter column correlation_id drop not null;
