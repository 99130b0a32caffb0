-- Whether a lease has a living holder: neither expired nor held by a session that is gone.
create function ops.is_held(lease text) returns boolean language sql volatile as $$
  select exists (
    select from ops.leases l
    join pg_stat_activity s on s.pid = l.session_pid and s.backend_start = l.session_start
    where l.name = lease and l.until > clock_timestamp()
  )
$$;
