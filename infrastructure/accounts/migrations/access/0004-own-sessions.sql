-- Names a session to its owner; neither its token nor the hash of it. The device is what its browser called itself, in words.
alter table access.sessions add column id uuid not null default gen_random_uuid();
alter table access.sessions add column device text;
create unique index sessions_id on access.sessions (id);

-- Each password chosen gets the next number, and a session only lasts while the number it began with is its account's:
-- whoever proved a password just before another was chosen stays out. Zero: no password was chosen since.
create sequence access.credential_numbers;
alter table access.credentials add column number bigint not null default 0;
alter table access.sessions add column credential bigint not null default 0;
