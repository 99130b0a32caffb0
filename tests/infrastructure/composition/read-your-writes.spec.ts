import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdProjection } from '../../support/projections.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotelId: string
let ana: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClient(garbo, 'ana')
})
afterAll(() => garbo.stop())

describe('Q-120: while a read model is behind, a read after a write', () => {
  beforeAll(async () => {
    hotelId = (await signUpBusiness(garbo, 'hotel')).id
    await holdProjection(garbo.database.pool, 'favourites')
    const { status } = await ana.browser.send('PUT', `/api/favorites/${hotelId}`)
    if (status !== 204) throw new Error(`The favourite was not saved: ${status}`)
  })

  it.each(['/api/auth/user', '/api/reviews/mine', '/api/rewards'])(
    'answers if it does not use it: %s',
    async (path) => {
      expect((await ana.browser.get(path)).status).toBe(200)
    },
  )

  it('answers a write if its response does not use it', async () => {
    const review = { rating: 4, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: hotelId }
    const written = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
    expect(written).toMatchObject({ status: 201, body: { rating: 4 } })
    expect((await ana.browser.get('/api/reviews/mine')).body).toMatchObject([{ rating: 4 }])
  })

  it('is rejected if it uses it, and may be repeated', async () => {
    const { status, body, headers } = await ana.browser.get('/api/favorites')
    expect([status, body, headers.get('retry-after')]).toEqual([503, expect.objectContaining({ code: 'NotYet' }), '1'])
  })
})

describe('Q-120: a forged position', () => {
  const readAfter = (position: string) =>
    ana.browser.send('GET', '/api/rewards', undefined, { 'x-garbo-after': position })

  it('beyond the end of the log is 400, also when many ask', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => readAfter(String(9_000 + n).padStart(20, '0'))),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))).toEqual(
      new Set(['400 PositionUnknown']),
    )
  })

  it('within the log is a position like any other', async () => {
    expect((await readAfter('1'.padStart(20, '0'))).status).toBe(200)
  })
})
