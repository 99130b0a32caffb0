-- A used token stays as the record of quick access on a device, until the session that it started ends.
alter table access.device_tokens
  add column id uuid not null default gen_random_uuid() unique,
  -- The hash of the browser's own cookie.
  add column device_hash bytea unique,
  add column device text,
  add column used_at timestamptz;
