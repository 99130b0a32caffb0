import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotelId: string
let guest: Awaited<ReturnType<typeof signUpClient>>
/** Writes whatever the database allows other sessions. */
let operator: Pool
beforeAll(async () => {
  garbo = await startTestGarbo({ REVIEW_INTERVAL_DAYS: '0' })
  hotelId = (await signUpBusiness(garbo, 'hotel')).id
  guest = await signUpClient(garbo, 'ada')
  operator = new Pool({
    connectionString: garbo.database.url,
    options: '-c default_transaction_read_only=off',
    max: 1,
  }).on('error', () => undefined)
})
afterAll(async () => {
  await operator.end()
  await garbo.stop()
})

const database = () => new URL(garbo.database.url).pathname.slice(1)
/** As when the connection string leads to a standby: all sessions are replaced by read-only ones. */
const becomeReadOnly = async () => {
  await operator.query(`alter database ${database()} set default_transaction_read_only = on`)
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
}
/** Sessions that are open remain read-only. */
const becomeWritable = () => operator.query(`alter database ${database()} reset default_transaction_read_only`)

const readiness = async (address: string | null) => {
  const response = await fetch(`${address}/readyz`)
  return { status: response.status, ...((await response.json()) as { reasons: readonly string[] }) }
}
const review = { rating: 4, reasonCode: 'SERVICE', targetType: 'BUSINESS' }
const postReview = async () => guest.browser.post('/api/reviews', { ...review, targetId: hotelId })

const readOnly = { status: 503, reasons: ['the database is read-only'] }

describe('while the database is read-only', () => {
  it('no process is ready, writes are answered with 503, people stay signed in, and all recover without a restart', async () => {
    const config = { ...garbo.config, GARBO_ROLE: 'worker' as const, HEALTH_PORT: 0 }
    const worker = await startGarbo({ config, webAppFolder: null, logger: apiLogger('silent') })
    onTestFinished(worker.stop)
    const addresses = [garbo.address, worker.healthAddress]
    for (const address of addresses)
      await expect.poll(() => readiness(address), { timeout: 30_000 }).toMatchObject({ status: 200 })

    await becomeReadOnly()
    for (const address of addresses)
      await expect.poll(() => readiness(address), { timeout: 30_000 }).toMatchObject(readOnly)
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, headers } = await postReview()
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('2')
    }
    expect((await garbo.visitor().get(`/api/businesses/${hotelId}`)).status).toBe(200)
    for (const path of ['/api/auth/user', '/api/reviews/mine', `/api/businesses/${hotelId}`])
      expect([path, (await guest.browser.get(path)).status]).toEqual([path, 200])

    await becomeWritable()
    for (const address of addresses)
      await expect.poll(() => readiness(address), { timeout: 60_000 }).toMatchObject({ status: 200, reasons: [] })
    await expect.poll(async () => (await postReview()).status, { timeout: 30_000 }).toBe(201)
    for (const address of addresses)
      await expect.poll(() => readiness(address), { timeout: 60_000 }).toMatchObject({ status: 200, warnings: [] })
  })
})
