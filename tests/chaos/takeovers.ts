import { setTimeout as pause } from 'node:timers/promises'
import { queryOnce } from '../support/embedded-postgres.ts'
import type { Cluster, Member } from './cluster.ts'

/** How long it took until the other worker led every reader. */
export interface Takeover {
  readonly what: string
  readonly tookMs: number
  /** The goal. */
  readonly limitMs: number
}

interface Cause {
  readonly what: string
  readonly limitMs: number
  readonly begin: (worker: Member) => Promise<void> | void
  readonly end: (worker: Member) => Promise<void> | void
}

const causes: readonly Cause[] = [
  { what: 'kill -9', limitMs: 3_000, begin: ({ kill }) => kill(), end: ({ start }) => start() },
  {
    what: 'SIGSTOP',
    limitMs: 5_000,
    begin: ({ signal }) => signal('SIGSTOP'),
    end: ({ signal }) => signal('SIGCONT'),
  },
  {
    what: 'a network that loses its packets',
    limitMs: 5_000,
    begin: ({ postgres }) => postgres.blackhole(),
    end: ({ postgres }) => postgres.restore(),
  },
]

/** Takes the first `workersLost` workers away in each way, and gives each back once the other has taken over. */
export const measureTakeovers = async (cluster: Cluster, workersLost: number): Promise<readonly Takeover[]> => {
  const takeovers: Takeover[] = []
  for (const worker of cluster.members.filter(({ role }) => role === 'worker').slice(0, workersLost))
    for (const { what, limitMs, begin, end } of causes) {
      await leadersAre(cluster, 2)
      await begin(worker)
      const startedAt = performance.now()
      await leadersAre(cluster, 1)
      takeovers.push({ what, limitMs, tookMs: performance.now() - startedAt })
      await end(worker)
    }
  return takeovers
}

const giveUpMs = 60_000

/** Resolves once this number of processes lead the readers, and every leader is alive. */
const leadersAre = async ({ postgres }: Cluster, processes: number): Promise<void> => {
  for (const until = performance.now() + giveUpMs; ; await pause(50)) {
    const [row] = (await queryOnce(postgres.url, leaders)) as readonly { processes: number; unled: number }[]
    if (row?.processes === processes && row.unled === 0) return
    if (performance.now() > until)
      throw new Error(`${row?.processes} processes lead, ${row?.unled} readers are not led`)
  }
}

const leaders = `select count(distinct holder)::int as processes, (count(*) filter (where not ops.is_held(name)))::int as unled
  from ops.leases where name = 'outbox' or name ~ '^(projection|policy):'`
