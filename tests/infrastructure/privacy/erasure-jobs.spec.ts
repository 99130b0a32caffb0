import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eventRegistry } from '../../../application/event-registry.ts'
import type { JobServices } from '../../../application/jobs.ts'
import type { Job } from '../../../application/ports/jobs.ts'
import { erasureQueue } from '../../../application/privacy/erasure-jobs.ts'
import type { AnyEvent } from '../../../domain/kernel/event.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { openStorage } from '../../../infrastructure/composition/bootstrap.ts'
import { settings } from '../../../infrastructure/composition/settings.ts'
import { privacyLookups } from '../../../infrastructure/privacy/lookups.ts'
import { readModels } from '../../../infrastructure/read-models.ts'
import { erasures } from '../../../projections/privacy/erasures.ts'
import { testDatabase } from '../../support/database.ts'
import { checkpointReaches, resetReaders, startReaderProcess } from '../projections/reader-process.ts'
import { memoryTestLog } from '../projections/test-log.ts'

const database = await testDatabase()
const storage = await openStorage(settings.parse({ DATABASE_URL: database.url }))
const { pool, queries } = storage
afterAll(async () => {
  await storage.close()
  await database.drop()
})
beforeEach(() => resetReaders(pool))

const on = (day: string) => `2026-05-${day}T10:00:00.000Z` as Instant
const deletionRequested = (accountId: string, at = on('04')): AnyEvent => ({
  type: 'DataDeletionRequested',
  data: { requestId: `${accountId}-${at.slice(0, 10)}`, provider: 'facebook', accountId, at },
})

/** Jobs added by the job `due` and its follow-ups, without running them. */
const dueErasures = async (): Promise<readonly Job[]> => {
  const privacy = privacyLookups(readModels(queries, { waitFor: async () => ({ type: 'Reached' }) }, async () => null))
  const added: Job[] = []
  const jobs: JobServices['jobs'] = {
    add: async (newJobs) => {
      added.push(...newJobs)
    },
  }
  const services = { services: { newId: () => 'id', lookups: { privacy } }, jobs } as unknown as JobServices
  const run = erasureQueue.handler(services)
  await run({ name: 'due', data: {}, key: 'start', attempt: 1 })
  for (const job of added) if (job.name === 'due') await run({ ...job, attempt: 1 })
  return added.filter(({ name }) => name !== 'due')
}

describe('deletions requested by a provider', () => {
  it('Q-92: are all checked, even when many cannot be executed yet', async () => {
    const log = memoryTestLog(eventRegistry)
    const accounts = Array.from({ length: 450 }, (_, n) => `account-${n}`)
    startReaderProcess(pool, log).run(erasures)
    await checkpointReaches(
      pool,
      'erasures_v2',
      await log.write(...accounts.map((account) => deletionRequested(account))),
    )
    const accountIds = (await dueErasures()).map(({ data }) => data['accountId'])
    expect(accountIds).toHaveLength(accounts.length)
    expect(new Set(accountIds)).toEqual(new Set(accounts))
  })

  it('are dated by the last request and end once the account is erased', async () => {
    const log = memoryTestLog(eventRegistry)
    startReaderProcess(pool, log).run(erasures)
    const erased = { accountId: 'gone', clientId: null, at: on('06') }
    const events = [
      deletionRequested('ana'),
      deletionRequested('gone'),
      deletionRequested('ana', on('09')),
      { type: 'AccountErased', data: erased },
    ]
    await checkpointReaches(pool, 'erasures_v2', await log.write(...events))
    expect(await dueErasures()).toMatchObject([{ name: 'ask', data: { accountId: 'ana', askedAt: on('09') } }])
  })
})
