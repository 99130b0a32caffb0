import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../../application/ports/event-store.ts'
import { event, everythingAfter, listen, ok } from '../contract/event-store/asking.ts'
import { leftDumping, leftIdling, leftWriting, type Dump } from '../support/foreign-transactions.ts'
import type { PostgresGround } from './ground.ts'
import { count, differs, verdict, type Verdict } from './verdict.ts'

export interface Foreign {
  /** Milliseconds for which every transaction has been open, as Postgres itself counts, when the last event is appended. */
  readonly openFor: number
}

/**
 * R8: transactions that have written, here and in another database, one that idles, and a dump in the middle of its largest
 * table. While all of them are open, each event is seen by a reader and a subscriber elsewhere before the next one is appended.
 */
export const foreign = async (ground: PostgresGround, elsewhere: string, { openFor }: Foreign): Promise<Verdict> => {
  const [store, other] = [ground.open(), ground.open()]
  await stock(store)
  const before = await ok(store.head())
  const dump = await leftDumping(ground.url)
  const left = [await leftWriting(ground.url), await leftWriting(elsewhere), await leftIdling(ground.url), dump]
  const copied = startCopying(dump)
  copied.catch(() => undefined)
  const follower = listen(other, 'seen-', before)
  const faults: string[] = []
  let appended = 0
  let now = { ms: 0, copying: 0 }
  for (let seen = before; now.ms < openFor || appended === 0; appended++) {
    if (appended % 10 === 0 && appended < 50) left.push(await leftWriting(ground.url))
    const { position } = await ok(store.append(`seen-${appended % 4}`, 'any', [event(appended)]))
    const page = await ok(other.readAll(seen, 10))
    faults.push(...differs('read', page.map((one) => one.position).join(), position))
    await follower.until(appended + 1)
    seen = position
    now = await lookAt(
      ground,
      left.map(({ pid }) => pid),
      faults,
    )
    await pause(20)
  }
  const followed = await follower.stop()
  dump.receive(true)
  const rows = await copied
  for (const { rollBack } of left) await rollBack()
  const log = await everythingAfter(ground.open(), null)
  return verdict(
    `${count(appended)} events seen one by one beside ${left.length} transactions left open for ${openFor / 1_000} s, one of them a dump`,
    faults,
    differs('dumps in the middle of a table', now.copying, 1),
    differs('rows in the dump', rows, Number(before)),
    differs('events in the log', log.length, Number(before) + appended),
    log.flatMap(({ position }, n) => differs('a position', Number(position), n + 1)),
    differs('followed', JSON.stringify(followed), JSON.stringify(log.slice(Number(before)))),
  )
}

/** More than lies between a server and whoever does not take what it sends. */
const stock = async (store: EventStore): Promise<void> => {
  for (let n = 0; n < 40; n++)
    await ok(store.append(`stock-${n}`, 'none', [{ ...event(), data: JSON.stringify('x'.repeat(900_000)) }]))
}

/** Nobody takes it for now. How many events the dump holds in the end. */
const startCopying = async ({ client, receive, tables }: Dump): Promise<number> => {
  receive(false)
  for (const table of tables) await client.query(`copy ${table} to stdout`)
  const { rows } = await client.query<{ count: string }>('select count(*) from log.events')
  return Number(rows[0]?.count)
}

/** For how many milliseconds the youngest of them has been open, and how many copy but are not taken from. */
const lookAt = async ({ run }: PostgresGround, pids: readonly number[], faults: string[]) => {
  const [found] = await run<{ open: number; copying: number; ms: number }>(
    `select count(*) filter (where backend_xmin is not null or backend_xid is not null)::int as open,
            count(*) filter (where query like 'copy%' and wait_event = 'ClientWrite')::int as copying,
            coalesce(min(extract(epoch from clock_timestamp() - xact_start)), 0)::float * 1000 as ms
     from pg_stat_activity where pid in (${pids.join()})`,
  )
  faults.push(...differs('transactions open', found?.open, pids.length))
  return found ?? { ms: 0, copying: 0 }
}
