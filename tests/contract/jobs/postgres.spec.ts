import { afterAll } from 'vitest'
import { bullJobs } from '../../../infrastructure/jobs/bull-jobs.ts'
import { testDatabase } from '../../support/database.ts'
import { emptyJobStore } from '../../support/job-store.ts'
import { jobsContract } from './jobs.contract.ts'

const database = await testDatabase()
afterAll(database.drop)
const pace = { attempts: 4, firstPauseMs: 100 }
const options = { ...pace, checkSchedulesMs: 200 }
const store = { kind: 'postgres', url: database.url } as const
jobsContract('postgres', () => ({
  ...pace,
  process: () => bullJobs({ store, ...options }),
  empty: () => emptyJobStore(store),
}))
