import { leftDumping, leftIdling, leftWriting, type Dump } from '../support/foreign-transactions.ts'
import { same } from './bench.ts'
import type { Database } from './cluster.ts'
import type { Latency } from './statistics.ts'

/**
 * Measures while others have transactions open that have written, in this database and another, one that idles, and one that
 * holds every table for a dump; then while that dump copies, without end; then while another copies as much from elsewhere,
 * which takes the same of the processors and nothing of ours. They are open all that time.
 */
export const besideOthers = async (here: Database, elsewhere: Database, measure: () => Promise<Latency>) => {
  const from = performance.now()
  const [dump, other] = [await leftDumping(here.url), await leftDumping(elsewhere.url)]
  const left = [await leftWriting(here.url), await leftWriting(elsewhere.url), await leftIdling(here.url), dump, other]
  const held = await measure()
  const dumped = await whileCopying(dump, measure)
  const far = await whileCopying(other, measure)
  const open = await here.number(
    `select count(*) from pg_stat_activity where xact_start is not null and pid in (${left.map(({ pid }) => pid).join()})`,
  )
  const seconds = (performance.now() - from) / 1_000
  for (const { rollBack } of left) await rollBack()
  same('transactions still open', open, left.length)
  return { held, dump: dumped, far, seconds }
}

const whileCopying = async (dump: Dump, measure: () => Promise<Latency>): Promise<Latency> => {
  const over = { yet: false }
  const copying = copyOut(dump, over)
  const latency = await measure()
  over.yet = true
  await copying
  return latency
}

/** Everything again and again, to a process that throws it away beside the server: what a dump costs there, and no more. */
const copyOut = async ({ client, tables }: Dump, over: { readonly yet: boolean }): Promise<void> => {
  while (!over.yet) for (const table of tables) await client.query(`copy ${table} to program 'cat > /dev/null'`)
}
