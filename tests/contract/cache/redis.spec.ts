import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { openSharedState } from '../../../infrastructure/redis/redis.ts'
import { startRedis } from '../../support/redis.ts'
import { cacheContract } from './cache.contract.ts'

const redis = await startRedis()
const state = await openSharedState({ url: redis.url, secret: new Uint8Array(32).fill(7) })
afterAll(async () => {
  state.close()
  await redis.stop()
})

const anyJson: z.ZodType = z.json()
let opened = 0
cacheContract('Redis', {
  open: (ttlMs) => state.cache({ name: `cache-${++opened}`, ttlMs, schema: anyJson }),
  advance: (ms) => pause(ms),
})
