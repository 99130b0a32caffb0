import type { Pool } from 'pg'
import type { Fault, Faults } from '../../application/audit/faults.ts'
import { leftOf, ledgerOfAva } from '../../application/audit/ledger.ts'
import { orderOfLog, type IsNext } from '../../application/audit/log-order.ts'
import type { DomainEvent } from '../../application/catalogue.ts'
import type { History } from '../../application/history.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import { WalletEvents, type WalletEvent } from '../../domain/ava/wallet/events.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { holeAfter, isNextPlace, missingGuards } from '../event-store/postgres/inspection.ts'
import { readabilityOf } from './readable.ts'
import { auditOfWalletTable } from './wallet-table.ts'
import { wholeLog } from './whole-log.ts'

export interface Audited {
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
  readonly faults: readonly Fault[]
  readonly count: number
}

/** Reads the whole log once, beside whoever writes to it, and counts everything again. */
export const verifyLog = async ({ store, history, pool, logIn }: Audited): Promise<readonly Check[]> => {
  const ours = logIn === 'postgres'
  const order = orderOfLog(ours ? isNextPlace : isLater)
  const readable = readabilityOf(history)
  const ledger = ledgerOfAva()
  const table = await auditOfWalletTable(pool)
  for await (const page of wholeLog(store, ours ? (after, limit) => holeAfter(pool, after, limit) : noHole)) {
    page.forEach(order.read)
    const events = await readable.read(page)
    events.filter(isOfWallet).forEach(ledger.read)
    table.read(events)
  }
  const { events, streams, first, last } = order.counts()
  const extent = events === 0 ? 'no events' : `${events} events, from ${first} to ${last}`
  return [
    checked('positions', extent, ours ? 'each right behind the one before it' : 'in order', order.positions),
    checked('versions', `${streams} streams`, 'each counts from 1 on', order.versions),
    checked('events', `${events} of ${readable.types()} types`, 'known and readable', readable.faults),
    ...ofAva(ledger),
    ofTable(table),
    await guards({ pool, logIn }),
  ]
}

/** An EventStoreDB has its own numbers between those of our events. */
const isLater: IsNext = (before, position) => before === null || before < position
const noHole = () => Promise.resolve(null)

const isOfWallet = (recorded: Recorded<DomainEvent>): recorded is Recorded<WalletEvent> =>
  WalletEvents.codecs.has(recorded.event.type)

const ofAva = ({ faults, totals }: ReturnType<typeof ledgerOfAva>): readonly Check[] => {
  const all = totals()
  const { wallets, earned, takenBack, spent, paid, available, maturing, reserved } = all
  const balance = available + maturing + reserved
  const flows = `earned ${earned} − taken back ${takenBack} − spent ${spent} − paid ${paid}`
  const pots = `available ${available} + maturing ${maturing} + reserved ${reserved}`
  const what = `${leftOf(all)} AVA are left, ${balance} lie in the wallets`
  return [
    checked('wallets', `${wallets} wallets`, 'nothing below zero, each holds what is left of what it earned', faults),
    checked(
      'all AVA',
      `${flows} = ${leftOf(all)}`,
      `${pots} = ${balance}`,
      said(leftOf(all) === balance ? [] : [what]),
    ),
  ]
}

const ofTable = ({ close, faults }: Awaited<ReturnType<typeof auditOfWalletTable>>): Check => {
  const name = 'wallets’ table'
  const shown = close()
  if (shown === null) return skipped(name, 'there is none of this version yet')
  return checked(name, `${shown.rows} rows`, `the same as the log up to ${shown.asOf ?? 'its beginning'}`, faults)
}

const guards = async ({ pool, logIn }: Pick<Audited, 'pool' | 'logIn'>): Promise<Check> =>
  logIn === 'postgres'
    ? checked('immutability', '2 tables of the log', 'refuse to be changed', said(await missingGuards(pool)))
    : skipped('immutability', 'the log is in EventStoreDB; only our own in Postgres has triggers to look at')

const said = (faults: readonly string[]): Pick<Faults, 'first' | 'count'> => ({
  count: () => faults.length,
  first: () => faults.map((what) => ({ stream: null, position: null, what })),
})

const checked = (name: string, counted: string, holds: string, { first, count }: Pick<Faults, 'first' | 'count'>) => {
  const verdict = count() === 0 ? ('sound' as const) : ('faulty' as const)
  return { name, verdict, counted, holds, faults: first(), count: count() }
}

const skipped = (name: string, counted: string): Check => {
  return { name, verdict: 'skipped', counted, holds: '', faults: [], count: 0 }
}
