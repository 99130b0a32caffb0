import { randomUUID } from 'node:crypto'
import type { ProcessSession } from './process-session.ts'

export interface Lease extends LeaseGrant {
  readonly holder: string
  /** Aborts when the lease is lost or released. */
  readonly lost: AbortSignal
}

/** The leases of one process, renewed and requested in one statement each. */
export interface Leases {
  /** Waits for the lease; null if `signal` aborts first. */
  readonly hold: (name: string, signal: AbortSignal) => Promise<Lease | null>
  readonly release: (lease: Lease) => Promise<void>
  readonly close: () => Promise<void>
}

interface HeldLease {
  readonly lease: Lease
  readonly lose: () => void
}

interface LeaseRequest {
  readonly name: string
  readonly answer: (lease: Lease | null) => void
}

/**
 * `leaseMs` is how long an unresponsive leader keeps its lease; if its database session ends, the lease is free at
 * once.
 */
export const processLeases = (session: ProcessSession, leaseMs: number): Leases => {
  const holder = randomUUID()
  const table = leaseTable(session, holder, leaseMs)
  const held = new Map<string, HeldLease>()
  const requests = new Set<LeaseRequest>()
  const due = { renew: Infinity, take: Infinity }
  const renewalTimer = deadlineTimer(
    () => Math.min(held.size > 0 ? due.renew : Infinity, requests.size > 0 ? due.take : Infinity),
    async () => {
      try {
        if (held.size > 0 && due.renew <= performance.now()) await renew()
        if (requests.size > 0 && due.take <= performance.now()) await take()
      } catch {
        due.renew = due.take = performance.now() + leaseMs / 10
      }
    },
  )

  const requestNow = () => {
    due.take = performance.now()
    renewalTimer.reschedule()
  }

  const renew = async () => {
    const own = [...held.values()]
    const renewed = await table.renew(own.map(({ lease }) => lease))
    for (const { lease, lose } of own) if (!renewed.has(lease.name)) lose()
    due.renew = performance.now() + leaseMs / 2
  }

  const take = async () => {
    const { taken, restMs } = await table.take([...requests].map(({ name }) => name).filter((name) => !held.has(name)))
    if (held.size === 0) due.renew = performance.now() + leaseMs / 2
    for (const leaseGrant of taken) await grantLease(leaseGrant)
    due.take = performance.now() + Math.min(Math.max(restMs, 0) + 20, leaseMs / 4)
  }

  const grantLease = async (leaseGrant: LeaseGrant) => {
    const request = [...requests].find(({ name }) => name === leaseGrant.name)
    if (request === undefined) return table.free([leaseGrant])
    const own = heldLease(held, leaseGrant, holder)
    held.set(leaseGrant.name, own)
    request.answer(own.lease)
  }

  const release = async (own: readonly HeldLease[]) => {
    for (const { lose } of own) lose()
    await table.free(own.map(({ lease }) => lease)).catch(() => undefined)
  }

  return {
    hold: (name, signal) => requestLease(requests, name, signal, requestNow),
    release: async (lease) => {
      const own = held.get(lease.name)
      if (own?.lease === lease) await release([own])
      requestNow()
    },
    close: async () => {
      await renewalTimer.stop()
      for (const { answer } of requests) answer(null)
      await release([...held.values()])
    },
  }
}

const heldLease = (held: Map<string, HeldLease>, leaseGrant: LeaseGrant, holder: string): HeldLease => {
  const lostController = new AbortController()
  const lease: Lease = { ...leaseGrant, holder, lost: lostController.signal }
  const lose = () => {
    if (held.get(lease.name)?.lease === lease) held.delete(lease.name)
    lostController.abort()
  }
  return { lease, lose }
}

const requestLease = (
  requests: Set<LeaseRequest>,
  name: string,
  signal: AbortSignal,
  onRequest: () => void,
): Promise<Lease | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null)
    const request: LeaseRequest = {
      name,
      answer: (lease) => {
        requests.delete(request)
        signal.removeEventListener('abort', onAbort)
        resolve(lease)
      },
    }
    const onAbort = () => request.answer(null)
    signal.addEventListener('abort', onAbort)
    requests.add(request)
    onRequest()
  })

export interface LeaseGrant {
  readonly name: string
  /** Increases with every change of leader. Writes carry it and are rejected once a newer one exists. */
  readonly fence: string
}

/** Statements on `ops.leases`; all times are the database's. */
export interface LeaseTable {
  /** Takes the free leases among `names`; `restMs` is the time until another one may be free. */
  readonly take: (
    names: readonly string[],
  ) => Promise<{ readonly taken: readonly LeaseGrant[]; readonly restMs: number }>
  /** The names that are still held. */
  readonly renew: (own: readonly LeaseGrant[]) => Promise<ReadonlySet<string>>
  readonly free: (own: readonly LeaseGrant[]) => Promise<void>
}

const leaseUntil = `clock_timestamp() + $2 * interval '1 millisecond'`

const takeFree = `with taken as (
    insert into ops.leases as l (name, holder, fence, until, session_pid, session_start)
    select wanted, $1, 1, ${leaseUntil}, s.pid, s.backend_start from unnest($3::text[]) wanted, pg_stat_activity s
    where s.pid = pg_backend_pid() order by wanted
    on conflict (name) do update set holder = excluded.holder, fence = l.fence + 1, until = excluded.until,
      session_pid = excluded.session_pid, session_start = excluded.session_start
    where l.until < clock_timestamp() or not exists (
      select from pg_stat_activity a where a.pid = l.session_pid and a.backend_start = l.session_start)
    returning name, fence
  ) select name, fence, null::float8 as rest from taken
  union all select null, null, extract(epoch from min(l.until) - clock_timestamp()) * 1000
    from ops.leases l where l.name = any($3) and l.until > clock_timestamp()`

const renewMine = `update ops.leases l set until = ${leaseUntil}, session_pid = s.pid, session_start = s.backend_start
  from pg_stat_activity s, unnest($3::text[], $4::bigint[]) mine (name, fence)
  where s.pid = pg_backend_pid() and l.holder = $1 and l.name = mine.name and l.fence = mine.fence returning l.name`

const freeMine = `update ops.leases l set until = '-infinity' from unnest($2::text[], $3::bigint[]) mine (name, fence)
  where l.holder = $1 and l.name = mine.name and l.fence = mine.fence`

const leaseTable = (session: ProcessSession, holder: string, leaseMs: number): LeaseTable => ({
  take: async (names) => {
    const rows = await session.query<TakenRow>(takeFree, [holder, leaseMs, names])
    const taken = rows.flatMap(({ name, fence }) => (name === null || fence === null ? [] : [{ name, fence }]))
    return { taken, restMs: rows.find(({ name }) => name === null)?.rest ?? leaseMs }
  },
  renew: async (own) => {
    const rows = await session.query<{ name: string }>(renewMine, [holder, leaseMs, ...grantColumns(own)])
    return new Set(rows.map(({ name }) => name))
  },
  free: async (own) => {
    await session.query(freeMine, [holder, ...grantColumns(own)])
  },
})

interface TakenRow {
  readonly name: string | null
  readonly fence: string | null
  readonly rest: number | null
}

const grantColumns = (own: readonly LeaseGrant[]) => [own.map(({ name }) => name), own.map(({ fence }) => fence)]

export interface DeadlineTimer {
  /** Recalculates the next run. */
  readonly reschedule: () => void
  /** Stops the timer; resolves when the last run is over. */
  readonly stop: () => Promise<void>
}

/** Calls `run` at the time `due` returns (`performance.now()`; Infinity for never), without overlaps. */
const deadlineTimer = (due: () => number, run: () => Promise<void>): DeadlineTimer => {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let stopped = false
  const set = () => {
    clearTimeout(timer)
    const at = due()
    if (stopped || at === Infinity) return
    timer = setTimeout(now, Math.max(at - performance.now(), 0))
  }
  const now = () => {
    turn = turn.then(run).then(set)
  }
  return {
    reschedule: set,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
