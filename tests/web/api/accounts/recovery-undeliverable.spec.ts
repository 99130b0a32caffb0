import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGarbo } from '../../../support/test-garbo.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ NODE_ENV: 'production' })
})
afterAll(() => garbo.stop())

const userType = 'client'
it.each([
  ['/api/auth/recover-email', { phone: '+39 340 1111111', userType }],
  ['/api/auth/send-reset-code', { email: 'giulia@example.it', userType }],
  ['/api/auth/send-temp-password', { email: 'giulia@example.it', userType }],
])('Q-25: in production without a transport, %s fails instead of promising a message', async (path, body) => {
  const response = await garbo.visitor().post(path, body)
  expect(response).toMatchObject({ status: 503, body: { code: 'Unavailable' } })
})
