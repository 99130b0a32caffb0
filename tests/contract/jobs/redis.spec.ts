import { afterAll } from 'vitest'
import { bullJobs } from '../../../infrastructure/jobs/bull-jobs.ts'
import { emptyJobStore } from '../../support/job-store.ts'
import { startRedis } from '../../support/redis.ts'
import { jobsContract } from './jobs.contract.ts'

const redis = await startRedis()
afterAll(redis.stop)
const pace = { attempts: 4, firstPauseMs: 100 }
const options = { ...pace, checkSchedulesMs: 200 }
const store = { kind: 'redis', url: redis.url } as const
jobsContract('redis', () => ({
  ...pace,
  process: () => bullJobs({ store, ...options }),
  empty: () => emptyJobStore(store),
}))
