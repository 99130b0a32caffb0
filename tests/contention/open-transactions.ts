import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../../application/ports/event-store.ts'
import { event, everythingAfter, listen, ok } from '../contract/event-store/test-kit.ts'
import {
  type DumpTransaction,
  openDumpTransaction,
  openIdleTransaction,
  openWritingTransaction,
} from '../support/open-transactions.ts'
import type { PostgresTestStore } from './stores.ts'
import { difference, formatCount, trialResult, type TrialResult } from './trial.ts'

export interface OpenTransactionsSize {
  /** Minimum age of every transaction when the last event is appended, in milliseconds of the Postgres clock. */
  readonly openFor: number
}

/**
 * R8: while foreign transactions are open, a reader and a subscriber see each event before the next is appended. Some of the
 * transactions have written (here and in another database), one is idle, and one is a dump in the middle of its largest table.
 */
export const openTransactions = async (
  testStore: PostgresTestStore,
  otherDatabaseUrl: string,
  { openFor }: OpenTransactionsSize,
): Promise<TrialResult> => {
  const [store, other] = [testStore.open(), testStore.open()]
  await fillLog(store)
  const before = await ok(store.head())
  const dump = await openDumpTransaction(testStore.url)
  const transactions = [
    await openWritingTransaction(testStore.url),
    await openWritingTransaction(otherDatabaseUrl),
    await openIdleTransaction(testStore.url),
    dump,
  ]
  const copied = startCopying(dump)
  copied.catch(() => undefined)
  const subscriber = listen(other, 'seen-', before)
  const faults: string[] = []
  let appended = 0
  let observed = { ms: 0, copying: 0 }
  for (let seen = before; observed.ms < openFor || appended === 0; appended++) {
    if (appended % 10 === 0 && appended < 50) transactions.push(await openWritingTransaction(testStore.url))
    const { position } = await ok(store.append(`seen-${appended % 4}`, 'any', [event(appended)]))
    const page = await ok(other.readAll(seen, 10))
    faults.push(...difference('read', page.map((recorded) => recorded.position).join(), position))
    await subscriber.until(appended + 1)
    seen = position
    observed = await inspectTransactions(
      testStore,
      transactions.map(({ pid }) => pid),
      faults,
    )
    await pause(20)
  }
  const received = await subscriber.stop()
  dump.setReceiving(true)
  const rows = await copied
  for (const { rollBack } of transactions) await rollBack()
  const log = await everythingAfter(testStore.open(), null)
  return trialResult(
    `${formatCount(appended)} events seen one by one with ${transactions.length} transactions open for ${openFor / 1_000} s, one of them a dump`,
    faults,
    difference('dumps in the middle of a table', observed.copying, 1),
    difference('rows in the dump', rows, Number(before)),
    difference('events in the log', log.length, Number(before) + appended),
    log.flatMap(({ position }, n) => difference('a position', Number(position), n + 1)),
    difference('received', JSON.stringify(received), JSON.stringify(log.slice(Number(before)))),
  )
}

/** Fills the log with more data than the buffers between server and client can hold. */
const fillLog = async (store: EventStore): Promise<void> => {
  for (let n = 0; n < 40; n++)
    await ok(store.append(`stock-${n}`, 'none', [{ ...event(), data: JSON.stringify('x'.repeat(900_000)) }]))
}

/** Copies the tables without reading the output; resolves to the number of dumped events once it is read. */
const startCopying = async ({ client, setReceiving, tables }: DumpTransaction): Promise<number> => {
  setReceiving(false)
  for (const table of tables) await client.query(`copy ${table} to stdout`)
  const { rows } = await client.query<{ count: string }>('select count(*) from log.events')
  return Number(rows[0]?.count)
}

/** Age of the youngest transaction in milliseconds, and number of those blocked while copying. */
const inspectTransactions = async ({ run }: PostgresTestStore, pids: readonly number[], faults: string[]) => {
  const [found] = await run<{ open: number; copying: number; ms: number }>(
    `select count(*) filter (where backend_xmin is not null or backend_xid is not null)::int as open,
            count(*) filter (where query like 'copy%' and wait_event = 'ClientWrite')::int as copying,
            coalesce(min(extract(epoch from clock_timestamp() - xact_start)), 0)::float * 1000 as ms
     from pg_stat_activity where pid in (${pids.join()})`,
  )
  faults.push(...difference('transactions open', found?.open, pids.length))
  return found ?? { ms: 0, copying: 0 }
}
