import { leftDumping, leftIdling, leftWriting, type Dump } from '../support/foreign-transactions.ts'
import { same } from './bench.ts'
import type { Database } from './cluster.ts'
import type { Latency } from './statistics.ts'

/**
 * Measures twice while others have transactions open that have written, in this database and another, one that idles, and one
 * that holds every table for a dump; the second time the dump copies as well, without end. They are open all that time.
 */
export const besideOthers = async (here: Database, elsewhere: Database, measure: () => Promise<Latency>) => {
  const from = performance.now()
  const dump = await leftDumping(here.url)
  const left = [await leftWriting(here.url), await leftWriting(elsewhere.url), await leftIdling(here.url), dump]
  const held = await measure()
  const over = { yet: false }
  const copying = copyOut(dump, over)
  const dumped = await measure()
  over.yet = true
  const copies = await copying
  const open = await here.number(
    `select count(*) from pg_stat_activity where xact_start is not null and pid in (${left.map(({ pid }) => pid).join()})`,
  )
  const seconds = (performance.now() - from) / 1_000
  for (const { rollBack } of left) await rollBack()
  same('transactions still open', open, left.length)
  return { held, dump: dumped, copies, seconds }
}

/** Everything again and again, to a process that throws it away beside the server: what a dump costs there, and no more. */
const copyOut = async ({ client, tables }: Dump, over: { readonly yet: boolean }): Promise<number> => {
  let copies = 0
  for (; !over.yet; copies++)
    for (const table of tables) await client.query(`copy ${table} to program 'cat > /dev/null'`)
  return copies
}
