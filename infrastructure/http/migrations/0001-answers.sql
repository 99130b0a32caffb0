create schema if not exists http;

-- Answers to requests with an Idempotency-Key. Key and request are keyed hashes; the answer is sealed under the account's
-- own data key, so that erasing the account makes it unreadable. An answer that is null is still being worked on.
create table http.answers (
  key bytea primary key,
  account_id text not null,
  request bytea not null,
  run uuid not null,
  started_at timestamptz not null,
  answer bytea
);
create index answers_started on http.answers (started_at);
