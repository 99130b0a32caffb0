import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import {
  countMessages,
  type DeliveryRecorder,
  deliveryRecorder,
  outboxJobs,
  reactionsMigrations,
} from '../../../infrastructure/reactions/policy-runner.ts'
import { testDatabase } from '../../support/database.ts'
import { waitUntil } from '../projections/reader-process.ts'

const { pool, queries, drop } = await testDatabase()
beforeAll(() => migrate(pool, [reactionsMigrations]))
afterAll(drop)

type Outcome = Parameters<DeliveryRecorder['record']>[0]
const delivered = (jobKey: string): Outcome => ({ jobKey, result: 'delivered', attempt: 1, error: null })

it('an outcome that arrives just as others have been recorded is recorded too', async () => {
  const maxSteps = 20
  const keys = Array.from({ length: 2 * maxSteps }, (_, n) => `event_${n}`)
  await outboxJobs(queries).add(keys.map((key) => ({ queue: 'mail', name: 'letter', data: {}, key })))
  for (let steps = 0; steps < maxSteps; steps++) {
    const firstRecorded = Promise.withResolvers<void>()
    const observed: Pick<CommonQueryMethods, 'query'> = {
      query: async (statement) => {
        const result = await queries.query(statement)
        firstRecorded.resolve()
        return result
      },
    }
    const deliveries = deliveryRecorder(observed)
    deliveries.record(delivered(`event_${2 * steps}`))
    await firstRecorded.promise
    for (let step = 0; step < steps; step++) await Promise.resolve()
    deliveries.record(delivered(`event_${2 * steps + 1}`))
    await waitUntil(async () => (await countMessages(queries)).delivered === 2 * (steps + 1))
  }
  expect((await countMessages(queries)).queued).toBe(0)
})
