create schema snapshots;

-- States of long streams, without personal data. Disposable: truncating the table costs time, nothing else.
create table snapshots.states (
  stream text primary key,
  version int not null,
  fold text not null,
  checksum text not null,
  content text not null,
  written_at timestamptz not null default clock_timestamp()
);
