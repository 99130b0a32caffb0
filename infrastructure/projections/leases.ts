import { randomUUID } from 'node:crypto'
import { alarm } from './alarm.ts'
import { leaseTable, type Leasing } from './lease-table.ts'
import type { Session } from './session.ts'

export interface Lease extends Leasing {
  readonly holder: string
  /** Aborts when somebody else leads, or when we gave it back. */
  readonly lost: AbortSignal
}

/** One process's leases: all of them are renewed in one statement, and those wanted are asked for in one. */
export interface Leases {
  /** Waits until the lease is ours; null when `signal` aborts first. */
  readonly hold: (name: string, signal: AbortSignal) => Promise<Lease | null>
  readonly release: (lease: Lease) => Promise<void>
  readonly close: () => Promise<void>
}

interface Held {
  readonly lease: Lease
  readonly lose: () => void
}

interface Wanted {
  readonly name: string
  readonly answer: (lease: Lease | null) => void
}

/** `leaseMs`: how long a leader that fell silent still counts; one whose session is gone counts no longer. */
export const leasesOf = (session: Session, leaseMs: number): Leases => {
  const holder = randomUUID()
  const table = leaseTable(session, holder, leaseMs)
  const held = new Map<string, Held>()
  const wanted = new Set<Wanted>()
  const due = { renew: Infinity, take: Infinity }
  const clock = alarm(
    () => Math.min(held.size > 0 ? due.renew : Infinity, wanted.size > 0 ? due.take : Infinity),
    async () => {
      try {
        if (held.size > 0 && due.renew <= performance.now()) await renew()
        if (wanted.size > 0 && due.take <= performance.now()) await take()
      } catch {
        due.renew = due.take = performance.now() + leaseMs / 10
      }
    },
  )

  const askNow = () => {
    due.take = performance.now()
    clock.set()
  }

  const renew = async () => {
    const mine = [...held.values()]
    const still = await table.renew(mine.map(({ lease }) => lease))
    for (const { lease, lose } of mine) if (!still.has(lease.name)) lose()
    due.renew = performance.now() + leaseMs / 2
  }

  const take = async () => {
    const { taken, restMs } = await table.take([...wanted].map(({ name }) => name).filter((name) => !held.has(name)))
    if (held.size === 0) due.renew = performance.now() + leaseMs / 2
    for (const leasing of taken) await give(leasing)
    due.take = performance.now() + Math.min(Math.max(restMs, 0) + 20, leaseMs / 4)
  }

  const give = async (leasing: Leasing) => {
    const want = [...wanted].find(({ name }) => name === leasing.name)
    if (want === undefined) return table.free([leasing])
    const mine = holding(held, leasing, holder)
    held.set(leasing.name, mine)
    want.answer(mine.lease)
  }

  const giveBack = async (mine: readonly Held[]) => {
    for (const { lose } of mine) lose()
    await table.free(mine.map(({ lease }) => lease)).catch(() => undefined)
  }

  return {
    hold: (name, signal) => wanting(wanted, name, signal, askNow),
    release: async (lease) => {
      const mine = held.get(lease.name)
      if (mine?.lease === lease) await giveBack([mine])
      askNow()
    },
    close: async () => {
      await clock.stop()
      for (const { answer } of wanted) answer(null)
      await giveBack([...held.values()])
    },
  }
}

const holding = (held: Map<string, Held>, leasing: Leasing, holder: string): Held => {
  const losing = new AbortController()
  const lease: Lease = { ...leasing, holder, lost: losing.signal }
  const lose = () => {
    if (held.get(lease.name)?.lease === lease) held.delete(lease.name)
    losing.abort()
  }
  return { lease, lose }
}

const wanting = (wanted: Set<Wanted>, name: string, signal: AbortSignal, ask: () => void): Promise<Lease | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null)
    const want: Wanted = {
      name,
      answer: (lease) => {
        wanted.delete(want)
        signal.removeEventListener('abort', leave)
        resolve(lease)
      },
    }
    const leave = () => want.answer(null)
    signal.addEventListener('abort', leave)
    wanted.add(want)
    ask()
  })
