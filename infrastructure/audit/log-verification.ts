import type { Pool } from 'pg'
import { auditAvaLedger, netOf } from '../../application/audit/ava-ledger.ts'
import {
  checkLogOrder,
  collectFindings,
  type Finding,
  type Findings,
  type IsNextPosition,
} from '../../application/audit/log-checks.ts'
import { type DomainEvent, eventRegistry } from '../../application/event-registry.ts'
import type { History, UnreadableEvent } from '../../application/history.ts'
import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import { type WalletEvent, WalletEvents } from '../../domain/ava/wallet-state.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { wallets } from '../../projections/ava/wallets.ts'
import { findGapAfter, isNextPosition, missingWriteGuards } from '../event-store/postgres/postgres-event-store.ts'
import { onOwnConnection } from '../postgres/postgres.ts'
import {
  columnName,
  describeUnreadable,
  eventsHeardBy,
  foldInto,
  type RowsByKey,
} from '../projections/projection-engine.ts'
import { scanLog } from './log-scan.ts'

export interface AuditTarget {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly history: Pick<History, 'decode'>
  /** Where the read models lie, and the log too if it is ours. */
  readonly pool: Pool
  readonly logIn: 'postgres' | 'eventstoredb'
}

export interface Check {
  readonly name: string
  readonly verdict: 'sound' | 'faulty' | 'skipped'
  /** What was looked at; of what was skipped, why. */
  readonly counted: string
  /** What holds of all of it where nothing is wrong. */
  readonly holds: string
  /** The first of so many. */
  readonly faults: readonly Finding[]
  readonly count: number
}

/** Reads the whole log once, beside whoever writes to it, and counts everything again. */
export const verifyLog = async ({ store, history, pool, logIn }: AuditTarget): Promise<readonly Check[]> => {
  const ours = logIn === 'postgres'
  const order = checkLogOrder(ours ? isNextPosition : isLaterPosition)
  const readable = readabilityCheck(history)
  const ledger = auditAvaLedger()
  const table = await walletTableAudit(pool)
  for await (const page of scanLog(store, ours ? (after, limit) => findGapAfter(pool, after, limit) : noGap)) {
    page.forEach(order.read)
    const events = await readable.read(page)
    events.filter(isOfWallet).forEach(ledger.read)
    table.read(events)
  }
  const { events, streams, first, last } = order.counts()
  const extent = events === 0 ? 'no events' : `${events} events, from ${first} to ${last}`
  return [
    checkOf('positions', extent, ours ? 'each right behind the one before it' : 'in order', order.positions),
    checkOf('versions', `${streams} streams`, 'each counts from 1 on', order.versions),
    checkOf('events', `${events} of ${readable.types()} types`, 'known and readable', readable.faults),
    ...avaChecks(ledger),
    walletTableCheck(table),
    await guardCheck({ pool, logIn }),
  ]
}

/** An EventStoreDB has its own numbers between those of our events. */
const isLaterPosition: IsNextPosition = (before, position) => before === null || before < position
const noGap = () => Promise.resolve(null)

const isOfWallet = (recorded: EventEnvelope<DomainEvent>): recorded is EventEnvelope<WalletEvent> =>
  WalletEvents.codecs.has(recorded.event.type)

const avaChecks = ({ findings, totals }: ReturnType<typeof auditAvaLedger>): readonly Check[] => {
  const all = totals()
  const { wallets, earned, takenBack, spent, paid, available, maturing, reserved } = all
  const balance = available + maturing + reserved
  const flows = `earned ${earned} − taken back ${takenBack} − spent ${spent} − paid ${paid}`
  const pots = `available ${available} + maturing ${maturing} + reserved ${reserved}`
  const what = `${netOf(all)} AVA are left, ${balance} lie in the wallets`
  return [
    checkOf('wallets', `${wallets} wallets`, 'nothing below zero, each holds what is left of what it earned', findings),
    checkOf(
      'all AVA',
      `${flows} = ${netOf(all)}`,
      `${pots} = ${balance}`,
      faultList(netOf(all) === balance ? [] : [what]),
    ),
  ]
}

const walletTableCheck = ({ close, faults }: Awaited<ReturnType<typeof walletTableAudit>>): Check => {
  const name = 'wallets’ table'
  const shown = close()
  if (shown === null) return skippedCheck(name, 'there is none of this version yet')
  return checkOf(name, `${shown.rows} rows`, `the same as the log up to ${shown.asOf ?? 'its beginning'}`, faults)
}

const guardCheck = async ({ pool, logIn }: Pick<AuditTarget, 'pool' | 'logIn'>): Promise<Check> =>
  logIn === 'postgres'
    ? checkOf('immutability', '2 tables of the log', 'refuse to be changed', faultList(await missingWriteGuards(pool)))
    : skippedCheck('immutability', 'the log is in EventStoreDB; only our own in Postgres has triggers to look at')

const faultList = (faults: readonly string[]): Pick<Findings, 'first' | 'count'> => ({
  count: () => faults.length,
  first: () => faults.map((what) => ({ stream: null, position: null, what })),
})

const checkOf = (name: string, counted: string, holds: string, { first, count }: Pick<Findings, 'first' | 'count'>) => {
  const verdict = count() === 0 ? ('sound' as const) : ('faulty' as const)
  return { name, verdict, counted, holds, faults: first(), count: count() }
}

const skippedCheck = (name: string, counted: string): Check => {
  return { name, verdict: 'skipped', counted, holds: '', faults: [], count: 0 }
}

type Decoded = E.Either<UnreadableEvent, EventEnvelope<DomainEvent>>

/** Reads every event as today's code would, personal fields left sealed. */
const readabilityCheck = (history: Pick<History, 'decode'>) => {
  const faults = collectFindings()
  const types = new Set<string>()

  /** Text that is no JSON throws: then each is tried by itself. */
  const decoded = async (events: readonly RecordedEvent[]): Promise<readonly Decoded[] | null> => {
    try {
      const outcome = await history.decode(eventRegistry, events, 'blank')()
      return E.isRight(outcome) ? outcome.right : null
    } catch {
      return null
    }
  }
  const oneByOne = async (events: readonly RecordedEvent[]): Promise<readonly (Decoded | null)[]> =>
    Promise.all(events.map(async (event) => (await decoded([event]))?.[0] ?? null))

  return {
    faults,
    types: () => types.size,
    /** Those that can be read. */
    read: async (events: readonly RecordedEvent[]): Promise<readonly EventEnvelope<DomainEvent>[]> => {
      const all = (await decoded(events)) ?? (await oneByOne(events))
      return events.flatMap(({ stream, position, type }, n) => {
        types.add(type)
        const one = all[n] ?? null
        if (one !== null && E.isRight(one)) return [one.right]
        faults.add({
          stream,
          position,
          what: one === null ? `${type} is not written as JSON` : describeUnreadable(one.left),
        })
        return []
      })
    },
  }
}

const sums = [
  'available',
  'maturing',
  'reserved',
  'totalEarned',
  'totalTakenBack',
  'totalSpent',
  'totalPaidOut',
  'ratingsGiven',
] as const
type Sums = Readonly<Record<(typeof sums)[number], number>>

interface Snapshot {
  /** How far the log was read when it looked like this. */
  readonly asOf: Position | null
  readonly rows: ReadonlyMap<string, Sums>
}

/** The table that serves and its checkpoint, of one moment; null where none of this version serves. */
const walletSnapshot = (pool: Pool): Promise<Snapshot | null> =>
  onOwnConnection(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: serving } = await client.query<{ relation: string; position: Position | null }>(
      `select b.relation, c.position from ops.builds b join ops.checkpoints c on c.name = b.relation
       where b.projection = $1 and b.version = $2 and b.state = 'serving'`,
      [wallets.name, wallets.version],
    )
    const [build] = serving
    if (build === undefined) return null
    const columns = sums.map((name) => `${columnName(name)} as "${name}"`).join(', ')
    const { rows } = await client.query<Sums & { key: string }>(`select key, ${columns} from read.${build.relation}`)
    return { asOf: build.position, rows: new Map(rows.map(({ key, ...row }) => [key, row])) }
  })

/** Follows the log up to where the table of wallets stands, and then says where the two differ. */
const walletTableAudit = async (pool: Pool) => {
  const snapshot = await walletSnapshot(pool)
  const faults = collectFindings()
  const { codecs } = eventsHeardBy(wallets)
  const rows: RowsByKey = new Map()
  return {
    faults,
    read: (page: readonly EventEnvelope[]): void => {
      const asOf = snapshot?.asOf ?? null
      if (asOf === null) return
      const heard = page.filter(({ event, position }) => position <= asOf && codecs.has(event.type))
      const folded = foldInto(wallets, heard, rows)
      if (E.isLeft(folded)) throw new Error(`The wallets cannot be folded: ${folded.left}`)
    },
    /** Null when there is no table to look at. */
    close: (): (Pick<Snapshot, 'asOf'> & { readonly rows: number }) | null => {
      if (snapshot === null) return null
      const { asOf, rows: shown } = snapshot
      const differ = (accountId: string, what: string) =>
        faults.add({ stream: `wallet-${accountId}`, position: asOf, what })
      for (const [key, row] of rows)
        if (row !== null) for (const what of differences(shown.get(key), row as unknown as Sums)) differ(key, what)
      for (const key of shown.keys())
        if ((rows.get(key) ?? null) === null) differ(key, 'has a row, and no event in the log')
      return { asOf, rows: shown.size }
    },
  }
}

const differences = (shown: Sums | undefined, counted: Sums): readonly string[] =>
  shown === undefined
    ? ['has no row']
    : sums
        .filter((name) => shown[name] !== counted[name])
        .map((name) => `${name} is ${shown[name]} in the table, ${counted[name]} by the log`)
