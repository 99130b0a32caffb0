import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { auditAvaLedger, netOf } from '../../application/audit/ava-ledger.ts'
import {
  checkLogOrder,
  collectFindings,
  type Finding,
  type Findings,
  type IsNextPosition,
} from '../../application/audit/log-checks.ts'
import { type DomainEvent, eventRegistry } from '../../application/event-registry.ts'
import type { History } from '../../application/history.ts'
import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import { type WalletEvent, WalletEvents } from '../../domain/ava/wallet-state.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { totalOf } from '../../domain/ava/pots.ts'
import { wallets } from '../../projections/ava/wallets.ts'
import { isNextPosition, type LogInspection } from '../event-store/postgres/postgres-event-store.ts'
import { statement } from '../postgres/postgres.ts'
import { describeUnreadable, handledEvents, foldInto, type RowsByKey } from '../projections/projection-engine.ts'
import { scanLog } from './log-scan.ts'

export interface AuditTarget {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly history: Pick<History, 'decode'>
  /** Database of the read models. */
  readonly queries: CommonQueryMethods
  /** Null if the log is in EventStoreDB. */
  readonly log: LogInspection | null
}

export interface Check {
  readonly name: string
  readonly verdict: 'passed' | 'failed' | 'skipped'
  /** Extent of the check, for example `12 streams`; the reason if it was skipped. */
  readonly extent: string
  /** The invariant, as printed when it holds. */
  readonly invariant: string
  /** The first faults, at most 100. */
  readonly faults: readonly Finding[]
  /** Number of all faults. */
  readonly faultCount: number
}

/** Reads the whole log once and recalculates what can be derived from it. Writers may run concurrently. */
export const verifyLog = async ({ store, history, queries, log }: AuditTarget): Promise<readonly Check[]> => {
  const order = checkLogOrder(log === null ? isLaterPosition : isNextPosition)
  const readable = readabilityCheck(history)
  const ledger = auditAvaLedger()
  const table = await walletTableAudit(queries)
  for await (const page of scanLog(store, log?.findGapAfter ?? noGap)) {
    page.forEach(order.read)
    const events = await readable.read(page)
    events.filter(isWalletEvent).forEach(ledger.read)
    table.read(events)
  }
  const { events, streams, first, last } = order.counts()
  const extent = events === 0 ? 'no events' : `${events} events, from ${first} to ${last}`
  return [
    checkOf('positions', extent, log === null ? 'in order' : 'consecutive', order.positions),
    checkOf('versions', `${streams} streams`, 'numbered from 1 without gaps', order.versions),
    checkOf('events', `${events} of ${readable.types()} types`, 'known and readable', readable.faults),
    ...avaChecks(ledger),
    walletTableCheck(table),
    await guardCheck(log),
  ]
}

/** EventStoreDB positions are byte offsets, so they increase but are not consecutive. */
const isLaterPosition: IsNextPosition = (before, position) => before === null || before < position
const noGap = () => Promise.resolve(null)

const isWalletEvent = (recorded: EventEnvelope<DomainEvent>): recorded is EventEnvelope<WalletEvent> =>
  WalletEvents.codecs.has(recorded.event.type)

const avaChecks = ({ findings, totals }: ReturnType<typeof auditAvaLedger>): readonly Check[] => {
  const all = totals()
  const { wallets, earned, takenBack, spent, paid, available, maturing, reserved, pots } = all
  const balance = available + maturing + reserved
  const flows = `earned ${earned} − taken back ${takenBack} − spent ${spent} − paid ${paid}`
  const parts = `available ${available} + maturing ${maturing} + reserved ${reserved}`
  const origins = `ratings ${pots.ratings} + stays ${pots.stays} + unconfirmed stays ${pots.unconfirmedStays}`
  const inPots = totalOf(pots)
  const difference = `the pots hold ${inPots} AVA, ${available} are available`
  const what = `${netOf(all)} AVA remain by the events, the wallets hold ${balance}`
  return [
    checkOf('wallets', `${wallets} wallets`, 'no negative amount; credits minus debits equal the balance', findings),
    checkOf(
      'all AVA',
      `${flows} = ${netOf(all)}`,
      `${parts} = ${balance}`,
      faultList(netOf(all) === balance ? [] : [what]),
    ),
    checkOf(
      'pots',
      `${origins} = ${inPots}`,
      `${available} available`,
      faultList(inPots === available ? [] : [difference]),
    ),
  ]
}

const walletTableCheck = ({ close, faults }: Awaited<ReturnType<typeof walletTableAudit>>): Check => {
  const name = 'wallet table'
  const compared = close()
  if (compared === null) return skippedCheck(name, 'there is none of this version yet')
  return checkOf(name, `${compared.rows} rows`, `equal to the log up to ${compared.asOf ?? 'its start'}`, faults)
}

const guardCheck = async (log: LogInspection | null): Promise<Check> =>
  log === null
    ? skippedCheck('immutability', 'the log is in EventStoreDB; only a log in Postgres has triggers to check')
    : checkOf(
        'immutability',
        'all tables of the log',
        'triggers refuse changes',
        faultList(await log.missingWriteGuards()),
      )

const faultList = (faults: readonly string[]): Pick<Findings, 'first' | 'count'> => ({
  count: () => faults.length,
  first: () => faults.map((what) => ({ stream: null, position: null, what })),
})

const checkOf = (
  name: string,
  extent: string,
  invariant: string,
  { first, count }: Pick<Findings, 'first' | 'count'>,
) => {
  const verdict = count() === 0 ? ('passed' as const) : ('failed' as const)
  return { name, verdict, extent, invariant, faults: first(), faultCount: count() }
}

const skippedCheck = (name: string, reason: string): Check => {
  return { name, verdict: 'skipped', extent: reason, invariant: '', faults: [], faultCount: 0 }
}

/** Decodes every event with the current codecs; personal fields stay sealed. */
const readabilityCheck = (history: Pick<History, 'decode'>) => {
  const faults = collectFindings()
  const types = new Set<string>()

  return {
    faults,
    types: () => types.size,
    /** Returns the readable events. */
    read: async (events: readonly RecordedEvent[]): Promise<readonly EventEnvelope<DomainEvent>[]> => {
      const decoded = await history.decode(eventRegistry, events, 'omitted')()
      if (E.isLeft(decoded)) throw new Error(`events cannot be decoded: ${decoded.left.type}`, { cause: decoded.left })
      for (const { type } of events) types.add(type)
      return decoded.right.flatMap((outcome) => {
        if (E.isRight(outcome)) return [outcome.right]
        const { stream, position } = outcome.left
        faults.add({ stream, position, what: describeUnreadable(outcome.left) })
        return []
      })
    },
  }
}

const WalletRow = z.object({
  available: z.number(),
  ratingsPot: z.number(),
  staysPot: z.number(),
  unconfirmedStaysPot: z.number(),
  maturing: z.number(),
  reserved: z.number(),
  totalEarned: z.number(),
  totalTakenBack: z.number(),
  totalSpent: z.number(),
  totalPaidOut: z.number(),
  ratingsGiven: z.number(),
})
type WalletRow = Readonly<z.infer<typeof WalletRow>>
const comparedColumns = WalletRow.keyof().options

interface Snapshot {
  /** Checkpoint of the table. */
  readonly asOf: Position | null
  readonly rows: ReadonlyMap<string, WalletRow>
}

const ServingTable = z.object({ relation: z.string(), position: z.string().nullable() })

/** The serving table and its checkpoint in one snapshot; null if no table of this version serves. */
const walletSnapshot = (queries: CommonQueryMethods): Promise<Snapshot | null> =>
  queries.transaction(async (transaction) => {
    await transaction.query(statement`set transaction isolation level repeatable read read only`)
    const build = await transaction.maybeOne(sql.type(ServingTable)`
      select b.relation, c.position from ops.builds b join ops.checkpoints c on c.name = b.relation
      where b.projection = ${wallets.name} and b.version = ${wallets.version} and b.state = 'serving'`)
    if (build === null) return null
    const rows = await transaction.any(sql.type(WalletRow.extend({ key: z.string() }))`
      select key, available, ratings_pot as "ratingsPot", stays_pot as "staysPot",
        unconfirmed_stays_pot as "unconfirmedStaysPot", maturing, reserved, total_earned as "totalEarned", total_taken_back as "totalTakenBack",
        total_spent as "totalSpent", total_paid_out as "totalPaidOut", ratings_given as "ratingsGiven"
      from ${sql.identifier(['read', build.relation])}`)
    return { asOf: build.position, rows: new Map(rows.map(({ key, ...row }) => [key, row])) }
  })

/** Folds the log up to the checkpoint of the wallets table and compares the two. */
const walletTableAudit = async (queries: CommonQueryMethods) => {
  const snapshot = await walletSnapshot(queries)
  const faults = collectFindings()
  const { codecs } = handledEvents(wallets)
  const rows: RowsByKey = new Map()
  return {
    faults,
    read: (page: readonly EventEnvelope[]): void => {
      const asOf = snapshot?.asOf ?? null
      if (asOf === null) return
      const handled = page.filter(({ event, position }) => position <= asOf && codecs.has(event.type))
      const folded = foldInto(wallets, handled, rows)
      if (E.isLeft(folded)) throw new Error(`The wallets cannot be folded: ${folded.left}`)
    },
    /** Null if there is no table to compare with. */
    close: (): (Pick<Snapshot, 'asOf'> & { readonly rows: number }) | null => {
      if (snapshot === null) return null
      const { asOf, rows: stored } = snapshot
      const report = (accountId: string, what: string) =>
        faults.add({ stream: `wallet-${accountId}`, position: asOf, what })
      for (const [key, row] of rows)
        if (row !== null)
          for (const what of differences(stored.get(key), row as unknown as WalletRow)) report(key, what)
      for (const key of stored.keys())
        if ((rows.get(key) ?? null) === null) report(key, 'has a row but no event in the log')
      return { asOf, rows: stored.size }
    },
  }
}

const differences = (stored: WalletRow | undefined, folded: WalletRow): readonly string[] =>
  stored === undefined
    ? ['has no row']
    : comparedColumns
        .filter((name) => stored[name] !== folded[name])
        .map((name) => `${name} is ${stored[name]} in the table, ${folded[name]} according to the log`)
