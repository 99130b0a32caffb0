-- Text messages of an Italian day to one number, whatever accounts have it. The number is a keyed hash.
create table notifications.sms_days (
  phone text not null,
  day date not null,
  messages int not null,
  primary key (phone, day)
);
