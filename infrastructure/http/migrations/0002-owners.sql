-- The lease of the process that works on an answer; without a living holder, another process may take the request over.
alter table http.answers add column owner text;
alter table http.answers alter column started_at set default clock_timestamp();
