import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../infrastructure/composition/config.ts'

const key = Buffer.alloc(32).toString('base64')

describe('the configuration', () => {
  it('has a default for everything that embedded mode needs', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      GARBO_HOME: './.garbo',
      GARBO_ROLE: 'both',
      REVIEW_INTERVAL_DAYS: 7,
    })
  })

  it('treats an empty variable as absent and ignores unknown variables', () => {
    expect(readConfig({ PORT: '', HOME: '/root' })).toMatchObject({ PORT: 3000 })
  })

  it('reports every mistake at once', () => {
    const start = () => readConfig({ PORT: 'ninety', GARBO_ROLE: 'king', ESDB_URL: 'http://x' })
    expect(start).toThrow(/PORT: .*\n.*GARBO_ROLE: .*\n.*ESDB_URL: must start with esdb:\/\//s)
  })

  it.each([
    [
      'shifts the clock in production',
      { NODE_ENV: 'production', GARBO_CLOCK_OFFSET_DAYS: '3' },
      'GARBO_CLOCK_OFFSET_DAYS',
    ],
    ['has EventStoreDB but nowhere for read models', { ESDB_URL: 'esdb://localhost' }, 'DATABASE_URL'],
    ['shares a database but no master key', { DATABASE_URL: 'postgresql://x' }, 'GARBO_MASTER_KEY'],
    ['has half of Google’s keys', { GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_ID: goes with GOOGLE_CLIENT_SECRET'],
    ['has half of Facebook’s keys', { FACEBOOK_APP_SECRET: 'x' }, 'FACEBOOK_APP_ID: goes with FACEBOOK_APP_SECRET'],
    [
      'trusts an identity told over plain http in production',
      { NODE_ENV: 'production', GOOGLE_ISSUER: 'http://accounts.example' },
      'GOOGLE_ISSUER: https only in production',
    ],
    ['is a lone worker on an embedded database', { GARBO_ROLE: 'worker' }, 'DATABASE_URL'],
  ])('refuses to start when it %s', (_, env, setting) => {
    expect(() => readConfig(env)).toThrow(setting)
  })

  it('accepts distributed mode', () => {
    const env = {
      DATABASE_URL: 'postgresql://x',
      ESDB_URL: 'esdb://y',
      REDIS_URL: 'redis://z',
      GARBO_MASTER_KEY: key,
      GARBO_ROLE: 'api',
    }
    expect(readConfig(env)).toMatchObject(env)
  })
})
