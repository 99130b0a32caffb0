import type { Session } from './session.ts'

export interface Leasing {
  readonly name: string
  /** Rises with every change of leader: what a leader writes carries it, and is refused once a newer one stands. */
  readonly fence: string
}

/** What a process asks of `ops.leases`; only the database's clock counts. */
export interface LeaseTable {
  /** Takes the free ones among these and says when the next of the others may be free. */
  readonly take: (names: readonly string[]) => Promise<{ readonly taken: readonly Leasing[]; readonly restMs: number }>
  /** The names of those that are still ours. */
  readonly renew: (mine: readonly Leasing[]) => Promise<ReadonlySet<string>>
  readonly free: (mine: readonly Leasing[]) => Promise<void>
}

const until = `clock_timestamp() + $2 * interval '1 millisecond'`

const takeFree = `with taken as (
    insert into ops.leases as l (name, holder, fence, until, session_pid, session_start)
    select wanted, $1, 1, ${until}, s.pid, s.backend_start from unnest($3::text[]) wanted, pg_stat_activity s
    where s.pid = pg_backend_pid() order by wanted
    on conflict (name) do update set holder = excluded.holder, fence = l.fence + 1, until = excluded.until,
      session_pid = excluded.session_pid, session_start = excluded.session_start
    where l.until < clock_timestamp() or not exists (
      select from pg_stat_activity a where a.pid = l.session_pid and a.backend_start = l.session_start)
    returning name, fence
  ) select name, fence, null::float8 as rest from taken
  union all select null, null, extract(epoch from min(l.until) - clock_timestamp()) * 1000
    from ops.leases l where l.name = any($3) and l.until > clock_timestamp()`

const renewMine = `update ops.leases l set until = ${until}, session_pid = s.pid, session_start = s.backend_start
  from pg_stat_activity s, unnest($3::text[], $4::bigint[]) mine (name, fence)
  where s.pid = pg_backend_pid() and l.holder = $1 and l.name = mine.name and l.fence = mine.fence returning l.name`

const freeMine = `update ops.leases l set until = '-infinity' from unnest($2::text[], $3::bigint[]) mine (name, fence)
  where l.holder = $1 and l.name = mine.name and l.fence = mine.fence`

export const leaseTable = (session: Session, holder: string, leaseMs: number): LeaseTable => ({
  take: async (names) => {
    const rows = await session.query<Found>(takeFree, [holder, leaseMs, names])
    const taken = rows.flatMap(({ name, fence }) => (name === null || fence === null ? [] : [{ name, fence }]))
    return { taken, restMs: rows.find(({ name }) => name === null)?.rest ?? leaseMs }
  },
  renew: async (mine) => {
    const rows = await session.query<{ name: string }>(renewMine, [holder, leaseMs, ...listed(mine)])
    return new Set(rows.map(({ name }) => name))
  },
  free: async (mine) => {
    await session.query(freeMine, [holder, ...listed(mine)])
  },
})

interface Found {
  readonly name: string | null
  readonly fence: string | null
  readonly rest: number | null
}

const listed = (mine: readonly Leasing[]) => [mine.map(({ name }) => name), mine.map(({ fence }) => fence)]
