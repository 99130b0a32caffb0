-- Wrong attempts by keyed hash of their network address; `tries` counts those of all addresses.
alter table access.codes add column tries_by_source jsonb not null default '{}';
