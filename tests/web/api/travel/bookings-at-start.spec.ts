import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../../domain/kernel/time.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

it('Q-72, Q-126: AVA of a stay that ended while Garbo was stopped mature at startup', async () => {
  const { browser, email } = await signUpClient(garbo, 'ana')
  const dayIn = (days: number) => romeDay(plusDays(new Date().toISOString() as Instant, days))
  const stay = { checkIn: dayIn(1), checkOut: dayIn(4), guests: 2 }
  const booked = await browser.post(
    '/api/bookings',
    { hotelId: 'hotel-belvedere', destination: 'Siena', ...stay },
    { 'idempotency-key': randomUUID() },
  )
  expect(booked).toMatchObject({ status: 201, body: { status: 'confirmed', avaEarned: 3 } })
  expect((await browser.get('/api/ava/profile')).body).toMatchObject({ avaBalance: 0, avaMaturing: 3 })

  await garbo.restart({ GARBO_CLOCK_OFFSET_DAYS: '6' })
  const later = garbo.visitor()
  expect((await later.post('/api/auth/login-client', { email, password })).status).toBe(200)
  await expect
    .poll(async () => (await later.get('/api/ava/profile')).body)
    .toMatchObject({
      avaBalance: 3,
      avaMaturing: 0,
      avaPots: { ratings: 0, stays: 0, unconfirmedStays: 3 },
    })
  expect((await later.get('/api/bookings')).body).toMatchObject([{ status: 'completed' }])
})
