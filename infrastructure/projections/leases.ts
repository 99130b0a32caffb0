import { randomUUID } from 'node:crypto'
import type { ProcessSession } from '../postgres/postgres.ts'

export interface Lease extends LeaseGrant {
  readonly holder: string
  /** Aborts when the lease is lost or released. */
  readonly lost: AbortSignal
}

/**
 * `distributed` leases are divided evenly among the workers that request them; a `first-come` lease goes to the first
 * request.
 */
export type LeaseKind = 'first-come' | 'distributed'

/** The leases of one process, renewed and requested in one statement each. */
export interface Leases {
  /** Waits for the lease; null if `signal` aborts first. */
  readonly hold: (name: string, signal: AbortSignal, kind?: LeaseKind) => Promise<Lease | null>
  readonly release: (lease: Lease) => Promise<void>
  /** Whether this process holds the lease, as far as it knows. */
  readonly isHeld: (name: string) => boolean
  readonly close: () => Promise<void>
}

interface HeldLease {
  readonly lease: Lease
  readonly kind: LeaseKind
  /** Taken beyond the share, because no other worker did; not released for others. */
  readonly isRemainder: boolean
  readonly lose: () => void
}

interface LeaseRequest {
  readonly name: string
  readonly kind: LeaseKind
  /** Of `performance.now()`. */
  readonly requestedAt: number
  readonly answer: (lease: Lease | null) => void
}

/**
 * `leaseMs` is how long an unresponsive leader keeps its lease; if its database session ends, the lease is free at
 * once. A process that requests distributed leases is a worker: it holds a lease that shows it to the others, takes its
 * share of the free ones, and releases what exceeds it when another worker comes. Distributed leases that nobody has
 * taken for `leaseMs` are taken by anyone.
 */
export const processLeases = (session: ProcessSession, leaseMs: number): Leases => {
  const holder = randomUUID()
  const [table, worker] = [leaseTable(session, holder, leaseMs), `${workerPrefix}${holder}`]
  const [held, requests] = [new Map<string, HeldLease>(), new Set<LeaseRequest>()]
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
    const { renewed, otherWorkers } = await table.renew([...held.values()].map(({ lease }) => lease))
    for (const { lease, lose } of held.values()) if (!renewed.has(lease.name)) lose()
    due.renew = performance.now() + leaseMs / 2
    await release(excessLeases({ held, requests }, otherWorkers))
  }

  const take = async () => {
    due.take = Infinity
    const wanted = await namesToTake({ held, requests, worker }, table, leaseMs)
    const { taken, msUntilFree } = await table.take(wanted.names)
    if (held.size === 0) due.renew = performance.now() + leaseMs / 2
    for (const leaseGrant of taken) await grantLease(leaseGrant, wanted.remainder.includes(leaseGrant.name))
    // a request made in the meantime is due at once
    due.take = Math.min(due.take, performance.now() + nextTakeIn(leaseMs, [msUntilFree, wanted.msUntilFree]))
  }

  const grantLease = async (leaseGrant: LeaseGrant, isRemainder: boolean) => {
    const request = [...requests].find(({ name }) => name === leaseGrant.name)
    if (request === undefined && leaseGrant.name !== worker) return table.free([leaseGrant])
    const own = heldLease(held, { ...leaseGrant, holder }, { kind: request?.kind ?? 'first-come', isRemainder })
    held.set(leaseGrant.name, own)
    request?.answer(own.lease)
  }

  const release = async (own: readonly HeldLease[]) => {
    if (own.length === 0) return
    for (const { lose } of own) lose()
    await table.free(own.map(({ lease }) => lease)).catch(() => undefined)
  }

  return {
    hold: (name, signal, kind = 'first-come') => requestLease(requests, { name, kind }, signal, requestNow),
    release: async (lease) => {
      await release([...held.values()].filter((own) => own.lease === lease))
      requestNow()
    },
    isHeld: (name) => held.has(name),
    close: async () => {
      await renewalTimer.stop()
      for (const { answer } of requests) answer(null)
      await release([...held.values()])
    },
  }
}

/** Shortly after the first lease may be free, in milliseconds; a quarter of a lease at most, as others may release theirs. */
const nextTakeIn = (leaseMs: number, msUntilFree: readonly number[]): number =>
  Math.min(Math.max(Math.min(...msUntilFree), 0) + 20, leaseMs / 4)

/** Names of the leases that show workers to each other. */
const workerPrefix = 'worker:'

interface LeaseBook {
  readonly held: ReadonlyMap<string, HeldLease>
  readonly requests: ReadonlySet<LeaseRequest>
}

const distributedOf = <A extends { readonly kind: LeaseKind }>(all: Iterable<A>): readonly A[] =>
  [...all].filter(({ kind }) => kind === 'distributed')

/** How many more distributed leases this process may have, given the number of other workers; negative if too many. */
const shareLeft = ({ held, requests }: LeaseBook, otherWorkers: number): number => {
  const own = distributedOf(held.values()).length
  return Math.ceil((own + distributedOf(requests).length) / (otherWorkers + 1)) - own
}

/** The leases to release because other workers have come. */
const excessLeases = (book: LeaseBook, otherWorkers: number): readonly HeldLease[] => {
  const tooMany = -shareLeft(book, otherWorkers)
  const releasable = distributedOf(book.held.values()).filter(({ isRemainder }) => !isRemainder)
  return tooMany > 0 ? releasable.slice(-tooMany) : []
}

/**
 * The leases to request now: all `first-come` ones, this worker's part of the `distributed` ones, and those of the latter
 * that have long been unclaimed.
 */
const namesToTake = async (
  book: LeaseBook & { readonly worker: string },
  table: LeaseTable,
  leaseMs: number,
): Promise<{
  readonly names: readonly string[]
  readonly remainder: readonly string[]
  readonly msUntilFree: number
}> => {
  const namesOf = (all: readonly LeaseRequest[]) => all.map(({ name }) => name).filter((name) => !book.held.has(name))
  const [firstCome, distributed] = [
    [...book.requests].filter(({ kind }) => kind === 'first-come'),
    distributedOf(book.requests),
  ]
  if (distributed.length === 0) return { names: namesOf(firstCome), remainder: [], msUntilFree: Infinity }
  const { otherWorkers, held, recentlyHeld, msUntilFree } = await table.inspect(namesOf(distributed))
  const free = distributed.filter(({ name }) => !held.has(name))
  const shareSize = Math.max(shareLeft(book, otherWorkers), 0)
  const longAgo = performance.now() - leaseMs
  const untaken = free
    .slice(shareSize)
    .filter(({ name, requestedAt }) => requestedAt < longAgo && !recentlyHeld.has(name))
  const [share, remainder] = [namesOf(free.slice(0, shareSize)), namesOf(untaken)]
  const workerLease = book.held.has(book.worker) ? [] : [book.worker]
  return { names: [...namesOf(firstCome), ...workerLease, ...share, ...remainder], remainder, msUntilFree }
}

const heldLease = (
  held: Map<string, HeldLease>,
  grant: Omit<Lease, 'lost'>,
  more: Pick<HeldLease, 'kind' | 'isRemainder'>,
): HeldLease => {
  const lostController = new AbortController()
  const lease: Lease = { ...grant, lost: lostController.signal }
  const lose = () => {
    if (held.get(lease.name)?.lease === lease) held.delete(lease.name)
    lostController.abort()
  }
  return { lease, ...more, lose }
}

const requestLease = (
  requests: Set<LeaseRequest>,
  wanted: Pick<LeaseRequest, 'name' | 'kind'>,
  signal: AbortSignal,
  onRequest: () => void,
): Promise<Lease | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null)
    const request: LeaseRequest = {
      ...wanted,
      requestedAt: performance.now(),
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
  /** Takes the free leases among `names`; `msUntilFree` is the time until another one may be free. */
  readonly take: (
    names: readonly string[],
  ) => Promise<{ readonly taken: readonly LeaseGrant[]; readonly msUntilFree: number }>
  /**
   * The number of other workers, which of `names` are held, or were within the duration of a lease, and the time until
   * the first of them may be free.
   */
  readonly inspect: (names: readonly string[]) => Promise<{
    readonly otherWorkers: number
    readonly held: ReadonlySet<string>
    readonly recentlyHeld: ReadonlySet<string>
    readonly msUntilFree: number
  }>
  /** The names that are still held, and the number of other workers. */
  readonly renew: (
    own: readonly LeaseGrant[],
  ) => Promise<{ readonly renewed: ReadonlySet<string>; readonly otherWorkers: number }>
  readonly free: (own: readonly LeaseGrant[]) => Promise<void>
}

/** Names of the leases that have a living holder; the function `ops.is_held` answers the same for one. */
export const liveLeases = `select l.name from ops.leases l
  join pg_stat_activity a on a.pid = l.session_pid and a.backend_start = l.session_start
  where l.until > clock_timestamp()`

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
  ) select name, fence, null::float8 as "msUntilFree" from taken
  union all select null, null, extract(epoch from min(l.until) - clock_timestamp()) * 1000
    from ops.leases l where l.name = any($3) and l.until > clock_timestamp()`

const otherWorkers = `(select count(*)::int from ops.leases l
  join pg_stat_activity a on a.pid = l.session_pid and a.backend_start = l.session_start
  where l.name like '${workerPrefix}%' and l.holder <> $1 and l.until > clock_timestamp())`

const renewMine = `update ops.leases l set until = ${leaseUntil}, session_pid = s.pid, session_start = s.backend_start
  from pg_stat_activity s, unnest($3::text[], $4::bigint[]) mine (name, fence)
  where s.pid = pg_backend_pid() and l.holder = $1 and l.name = mine.name and l.fence = mine.fence returning l.name, ${otherWorkers} as workers`

const inspectAll = `select ${otherWorkers} as workers,
  array(select l.name from ops.leases l
    join pg_stat_activity a on a.pid = l.session_pid and a.backend_start = l.session_start
    where l.name = any($3) and l.until > clock_timestamp()) as held,
  array(select l.name from ops.leases l
    where l.name = any($3) and l.until > clock_timestamp() - $2 * interval '1 millisecond') as recent,
  (select extract(epoch from min(l.until) - clock_timestamp())::float8 * 1000 from ops.leases l
    where l.name = any($3) and l.until > clock_timestamp()) as "msUntilFree"`

const freeMine = `update ops.leases l set until = clock_timestamp() from unnest($2::text[], $3::bigint[]) mine (name, fence)
  where l.holder = $1 and l.name = mine.name and l.fence = mine.fence`

const leaseTable = (session: ProcessSession, holder: string, leaseMs: number): LeaseTable => ({
  take: async (names) => {
    const rows = await session.query<TakenRow>(takeFree, [holder, leaseMs, names])
    const taken = rows.flatMap(({ name, fence }) => (name === null || fence === null ? [] : [{ name, fence }]))
    return { taken, msUntilFree: rows.find(({ name }) => name === null)?.msUntilFree ?? leaseMs }
  },
  inspect: async (names) => {
    const [row] = await session.query<InspectedRow>(inspectAll, [holder, leaseMs, names])
    return {
      otherWorkers: row?.workers ?? 0,
      held: new Set(row?.held),
      recentlyHeld: new Set(row?.recent),
      msUntilFree: row?.msUntilFree ?? leaseMs,
    }
  },
  renew: async (own) => {
    const rows = await session.query<{ name: string; workers: number }>(renewMine, [
      holder,
      leaseMs,
      ...grantColumns(own),
    ])
    return { renewed: new Set(rows.map(({ name }) => name)), otherWorkers: rows[0]?.workers ?? 0 }
  },
  free: async (own) => {
    await session.query(freeMine, [holder, ...grantColumns(own)])
  },
})

interface InspectedRow {
  readonly workers: number
  readonly held: readonly string[]
  readonly recent: readonly string[]
  readonly msUntilFree: number | null
}

interface TakenRow {
  readonly name: string | null
  readonly fence: string | null
  readonly msUntilFree: number | null
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
