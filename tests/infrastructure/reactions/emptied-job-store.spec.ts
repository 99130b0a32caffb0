import { afterAll, expect, it } from 'vitest'
import { outboxJobs } from '../../../infrastructure/reactions/policy-runner.ts'
import { reconciler } from '../../../infrastructure/reactions/reconciler.ts'
import { testDatabase } from '../../support/database.ts'
import { migrateReaders } from '../projections/reader-process.ts'

const { pool, queries, drop } = await testDatabase()
afterAll(drop)

const emptyStore = {
  states: () => Promise.resolve(new Map()),
  add: () => Promise.resolve(),
  retry: () => Promise.resolve(),
}

it('messages are dispatched again once after the job store was emptied, also while others are being dispatched', async () => {
  await migrateReaders(pool)
  await outboxJobs(queries).add(
    ['a', 'b', 'c'].map((id) => ({ queue: 'mail', name: 'letter', data: { id }, key: `letter_${id}` })),
  )
  await pool.query('update ops.outbox set dispatched_at = now()')
  // a dispatcher that takes each of them up at once
  await pool.query(`create function ops.dispatch() returns trigger language plpgsql as
      $$ begin new.dispatched_at := coalesce(new.dispatched_at, clock_timestamp()); return new; end $$;
    create trigger dispatch before update on ops.outbox for each row execute function ops.dispatch()`)
  const warnings: object[] = []
  const warn = (details: object) => void warnings.push(details)
  await reconciler({ queries, jobs: emptyStore, graceMs: 60_000, warn })()
  expect(warnings).toEqual([{ messages: 3 }])
})
