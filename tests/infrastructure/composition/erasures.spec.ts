import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../../application/catalogue.ts'
import type { Job, JobHandler, Jobs } from '../../../application/ports/jobs.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { settings } from '../../../infrastructure/composition/config.ts'
import { startErasures, type Erasers } from '../../../infrastructure/composition/erasures.ts'
import { openStorage } from '../../../infrastructure/composition/storage.ts'
import { privacyLookupsIn } from '../../../infrastructure/lookups/privacy-lookups.ts'
import { erasures } from '../../../projections/erasures.ts'
import { testDatabase } from '../../support/database.ts'
import { memoryLog } from '../projections/log.ts'
import { emptied, processOn, reaches } from '../projections/readers.ts'

const database = await testDatabase()
const storage = await openStorage(settings.parse({ DATABASE_URL: database.url }))
const { pool, queries } = storage
afterAll(async () => {
  await storage.close()
  await database.drop()
})
beforeEach(() => emptied(pool))

const on = (day: string) => `2026-05-${day}T10:00:00.000Z` as Instant
const asked = (accountId: string, at = on('04')): AnyEvent => ({
  type: 'DataDeletionRequested',
  data: { requestId: `${accountId}-${at.slice(0, 10)}`, provider: 'facebook', accountId, at },
})

/** What a look at the deletions still to be done leads to, when nothing of it gets done. */
const looked = async (): Promise<readonly Job[]> => {
  const lookups = privacyLookupsIn(queries, { waitFor: async () => ({ type: 'Reached' }) }, async () => null)
  const found: Job[] = []
  const waiting: Job[] = []
  let handler: JobHandler | null = null
  const jobs: Pick<Jobs, 'add' | 'work' | 'every'> = {
    add: async (added) => {
      for (const job of added) (job.name === 'due' ? waiting : found).push(job)
    },
    work: async (_, works) => {
      handler = works
    },
    every: async () => undefined,
  }
  const doors = { newId: () => 'id', lookups: { privacy: lookups } }
  await startErasures(jobs as Jobs, { doors } as unknown as Erasers)
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
    await (handler as JobHandler | null)?.({ ...job, attempt: 1 })
  return found
}

describe('deletions requested by a provider', () => {
  it('Q-92: are all checked, however many cannot be executed yet', async () => {
    const log = memoryLog(catalogue)
    const everybody = Array.from({ length: 450 }, (_, n) => `account-${n}`)
    processOn(pool, log).run(erasures)
    await reaches(pool, 'erasures_v2', await log.write(...everybody.map((one) => asked(one))))
    const whose = (await looked()).map(({ data }) => data['accountId'])
    expect(whose).toHaveLength(everybody.length)
    expect(new Set(whose)).toEqual(new Set(everybody))
  })

  it('count from the last request, and stop counting once the account is erased', async () => {
    const log = memoryLog(catalogue)
    processOn(pool, log).run(erasures)
    const gone = { accountId: 'gone', clientId: null, at: on('06') }
    const events = [asked('ana'), asked('gone'), asked('ana', on('09')), { type: 'AccountErased', data: gone }]
    await reaches(pool, 'erasures_v2', await log.write(...events))
    expect(await looked()).toMatchObject([{ name: 'ask', data: { accountId: 'ana', askedAt: on('09') } }])
  })
})
