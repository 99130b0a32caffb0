import { afterAll, expect, it, onTestFinished } from 'vitest'
import { bullJobs } from '../../../infrastructure/jobs/bull-jobs.ts'
import { emptyJobStore } from '../../support/job-store.ts'
import { startRedis } from '../../support/redis.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
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

it('jobs run again after a network has lost all connections without closing them', { timeout: 60_000 }, async () => {
  const proxy = await startTcpProxy(redis.url)
  onTestFinished(proxy.close)
  const jobs = bullJobs({ store: { kind: 'redis', url: proxy.urlThrough(redis.url) }, prefix: 'lost', ...options })
  onTestFinished(jobs.close)
  const ran: string[] = []
  await jobs.work('mail', async ({ key }) => void ran.push(key))
  const add = (key: string) => jobs.add([{ queue: 'mail', name: 'letter', data: {}, key }])
  await add('before')
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['before'])
  proxy.blackhole()
  await expect(add('meanwhile')).rejects.toThrow(/timed out|timeout|closed/i)
  proxy.restore()
  await expect
    .poll(
      () =>
        add('after').then(
          () => 'added',
          () => 'lost',
        ),
      { timeout: 20_000 },
    )
    .toBe('added')
  await expect.poll(() => ran, { timeout: 30_000 }).toContain('after')
  await expect.poll(() => jobs.unavailable(), { timeout: 20_000 }).toEqual([])
})
