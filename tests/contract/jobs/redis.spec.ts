import { afterAll } from 'vitest'
import { bullJobs } from '../../../infrastructure/jobs/bull-jobs.ts'
import { startRedis } from '../../support/redis.ts'
import { jobsContract } from './jobs.contract.ts'

const redis = await startRedis()
afterAll(redis.stop)
const pace = { attempts: 4, firstPauseMs: 100 }
const store = { kind: 'redis', url: redis.url } as const
jobsContract('redis', () => ({ ...pace, process: () => bullJobs({ store, ...pace }) }))
