-- Begun with a passkey that counts for staff: two factors at once.
alter table access.sessions add column strong boolean not null default false;
-- Made before its account had a staff role, or in a session such a passkey began; a stolen password makes none that is.
alter table access.passkeys add column trusted boolean not null default true;
