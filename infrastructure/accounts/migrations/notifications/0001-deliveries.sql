create schema notifications;

-- How far in the log deliveries have been planned; one row. A later position never goes out twice, whatever is rebuilt.
create table notifications.planned (
  single boolean primary key default true check (single),
  position text collate "C" not null
);

-- Notifications that leave the app. `batch` names the message they were sent in, at `sent_at`; both null while they wait.
create table notifications.deliveries (
  account_id text not null,
  channel text not null,
  notification_id text not null,
  kind text not null,
  due_at timestamptz not null,
  batch text,
  sent_at timestamptz,
  primary key (account_id, channel, notification_id)
);
create index deliveries_waiting on notifications.deliveries (due_at) where batch is null;
create index deliveries_sent on notifications.deliveries (batch) where batch is not null;
create index deliveries_latest on notifications.deliveries (account_id, channel, sent_at) where sent_at is not null;

-- What an account has read: everything up to a position, and single later notifications.
create table notifications.read_up_to (account_id text primary key, position text collate "C" not null);
create table notifications.read (
  account_id text not null,
  notification_id text not null,
  primary key (account_id, notification_id)
);

-- Browsers that receive push messages. The endpoint is a secret address at the browser's push service.
create table notifications.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null unique,
  account_id text not null,
  p256dh text not null,
  auth text not null,
  subscribed_at timestamptz not null
);
create index push_subscriptions_account on notifications.push_subscriptions (account_id, subscribed_at);
