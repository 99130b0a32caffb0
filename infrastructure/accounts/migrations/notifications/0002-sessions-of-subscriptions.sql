-- A browser receives push messages only while the session in which it asked for them lasts. Of older subscriptions the
-- session is unknown.
delete from notifications.push_subscriptions;
alter table notifications.push_subscriptions
  add column session_id uuid not null references access.sessions (id) on delete cascade;
create index push_subscriptions_session on notifications.push_subscriptions (session_id);
