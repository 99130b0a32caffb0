import { afterAll } from 'vitest'
import { openSharedState } from '../../../infrastructure/redis/redis.ts'
import { startRedis } from '../../support/redis.ts'
import { sharedRateLimitsContract } from './shared-rate-limits.contract.ts'

const redis = await startRedis()
const options = { url: redis.url, secret: new Uint8Array(32).fill(7) }
const [here, there] = [await openSharedState(options), await openSharedState(options)]
afterAll(async () => {
  here.close()
  there.close()
  await redis.stop()
})

sharedRateLimitsContract('Redis', () => ({ here: here.rateLimits, there: there.rateLimits }))
