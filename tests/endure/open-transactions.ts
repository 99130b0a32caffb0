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
  /** Milliseconds for which every transaction has been open, as Postgres itself counts, when the last event is appended. */
  readonly openFor: number
}

/**
 * R8: transactions that have written, here and in another database, one that idles, and a dump in the middle of its largest
 * table. While all of them are open, each event is seen by a reader and a subscriber elsewhere before the next one is appended.
 */
export const openTransactions = async (
  ground: PostgresTestStore,
  elsewhere: string,
  { openFor }: OpenTransactionsSize,
): Promise<TrialResult> => {
  const [store, other] = [ground.open(), ground.open()]
  await fillLog(store)
  const before = await ok(store.head())
  const dump = await openDumpTransaction(ground.url)
  const left = [
    await openWritingTransaction(ground.url),
    await openWritingTransaction(elsewhere),
    await openIdleTransaction(ground.url),
    dump,
  ]
  const copied = startCopying(dump)
  copied.catch(() => undefined)
  const follower = listen(other, 'seen-', before)
  const faults: string[] = []
  let appended = 0
  let now = { ms: 0, copying: 0 }
  for (let seen = before; now.ms < openFor || appended === 0; appended++) {
    if (appended % 10 === 0 && appended < 50) left.push(await openWritingTransaction(ground.url))
    const { position } = await ok(store.append(`seen-${appended % 4}`, 'any', [event(appended)]))
    const page = await ok(other.readAll(seen, 10))
    faults.push(...difference('read', page.map((one) => one.position).join(), position))
    await follower.until(appended + 1)
    seen = position
    now = await inspectTransactions(
      ground,
      left.map(({ pid }) => pid),
      faults,
    )
    await pause(20)
  }
  const followed = await follower.stop()
  dump.setReceiving(true)
  const rows = await copied
  for (const { rollBack } of left) await rollBack()
  const log = await everythingAfter(ground.open(), null)
  return trialResult(
    `${formatCount(appended)} events seen one by one beside ${left.length} transactions left open for ${openFor / 1_000} s, one of them a dump`,
    faults,
    difference('dumps in the middle of a table', now.copying, 1),
    difference('rows in the dump', rows, Number(before)),
    difference('events in the log', log.length, Number(before) + appended),
    log.flatMap(({ position }, n) => difference('a position', Number(position), n + 1)),
    difference('followed', JSON.stringify(followed), JSON.stringify(log.slice(Number(before)))),
  )
}

/** More than lies between a server and whoever does not take what it sends. */
const fillLog = async (store: EventStore): Promise<void> => {
  for (let n = 0; n < 40; n++)
    await ok(store.append(`stock-${n}`, 'none', [{ ...event(), data: JSON.stringify('x'.repeat(900_000)) }]))
}

/** Nobody takes it for now. How many events the dump holds in the end. */
const startCopying = async ({ client, setReceiving, tables }: DumpTransaction): Promise<number> => {
  setReceiving(false)
  for (const table of tables) await client.query(`copy ${table} to stdout`)
  const { rows } = await client.query<{ count: string }>('select count(*) from log.events')
  return Number(rows[0]?.count)
}

/** For how many milliseconds the youngest of them has been open, and how many copy but are not taken from. */
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
