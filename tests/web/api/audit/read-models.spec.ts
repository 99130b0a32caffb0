import { afterAll, beforeAll, expect, it } from 'vitest'
import { allProjections } from '../../../../infrastructure/composition/readers.ts'
import { waitUntil } from '../../../infrastructure/projections/reader-process.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { postReview } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rita: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  await createHistory()
  await garbo.database.pool.query('delete from audit.read_model_checks')
  await garbo.restart({})
  rita = await signIn('/api/auth/login', { username: 'rita' })
}, 120_000)
afterAll(() => garbo.stop())

/** Ratings, reviews and an account that is erased. */
const createHistory = async () => {
  const [rosa, ana] = [await signUpBusiness(garbo, 'rosa'), await signUpClient(garbo, 'ana')]
  const leaver = await signUpClient(garbo, 'bruno')
  await signUpStaff(garbo, 'rita', 'REVISORE')
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: '2026-01-10', comment: 'Puntuale' }
  for (const client of [ana, leaver]) {
    const rated = await rosa.browser.post('/api/ratings', { clientEmail: client.email, ...scores, ...stay })
    expect(rated.status).toBe(201)
    await postReview(client.browser, rosa.id)
  }
  const request = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password }
  expect((await leaver.browser.post('/api/user/delete-account', request)).status).toBe(204)
  await waitUntil(async () => {
    const { rowCount } = await garbo.database.pool.query('select from read.erasures where erased_at is not null')
    return rowCount === 1
  })
}
const signIn = async (path: string, name: object) => {
  const browser = garbo.visitor()
  expect((await browser.post(path, { ...name, password })).status).toBe(200)
  return browser
}

interface Check {
  readonly name: string
  readonly rows: number
  readonly hash: string
  readonly position: string | null
  readonly checkedAt: string
  readonly equal: boolean
}
const checks = async () => {
  const { status, body } = await rita.get('/api/audit/read-models')
  expect(status).toBe(200)
  return body as readonly Check[]
}
const readiness = async () =>
  (await (await fetch(`${garbo.address}/readyz`)).json()) as { readonly ready: boolean; readonly warnings: string[] }
const metrics = async () => (await fetch(`${garbo.address}/metrics`)).text()

it('D-15: every read model is compared with the log while Garbo runs, also after an erasure, and is equal', async () => {
  await waitUntil(async () => (await checks()).length === allProjections.length)
  const all = await checks()
  expect(all.filter(({ equal }) => !equal)).toEqual([])
  expect(all.map(({ name }) => name)).toEqual(allProjections.map(({ name }) => name).toSorted())
  expect(all.find(({ name }) => name === 'accounts')).toEqual({
    name: 'accounts',
    rows: 4,
    hash: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
    position: expect.stringMatching(/^\d{20}$/) as unknown,
    checkedAt: expect.any(String) as unknown,
    equal: true,
  })
}, 180_000)

it('D-15: a difference is a warning of the readiness, and in the metrics', async () => {
  expect((await readiness()).warnings).toEqual([])
  expect(await metrics()).toContain('\ngarbo_differing_read_models 0\n')
  await garbo.database.pool.query(`update audit.read_model_checks set equal = false where name = 'reviews'`)
  const { ready, warnings } = await readiness()
  expect([ready, warnings]).toEqual([true, ['the projection reviews differs from the log']])
  expect(await metrics()).toContain('\ngarbo_differing_read_models 1\n')
  expect((await checks()).find(({ name }) => name === 'reviews')?.equal).toBe(false)
})

it('P-10: the checks are shown to auditors and administrators only', async () => {
  expect((await garbo.visitor().get('/api/audit/read-models')).status).toBe(401)
  const ana = await signIn('/api/auth/login-client', { email: 'ana@example.it' })
  expect((await ana.get('/api/audit/read-models')).status).toBe(403)
})
