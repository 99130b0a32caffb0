import { afterAll, beforeAll, expect, it } from 'vitest'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ RECOVERY_HIDES_UNKNOWN_NUMBERS: 'true' })
})
afterAll(() => garbo.stop())

it('Q-05: with RECOVERY_HIDES_UNKNOWN_NUMBERS, known and unknown numbers get the same response; only the known one gets an SMS', async () => {
  const { email } = await signUpClient(garbo, 'giulia', { phone: '+39 340 1111111' })
  const recoverEmail = (phone: string) => garbo.visitor().post('/api/auth/recover-email', { phone, userType: 'client' })
  const [unknown, known] = [await recoverEmail('+39 340 2222222'), await recoverEmail('+39 340 1111111')]
  expect([unknown.status, unknown.body]).toEqual([200, { email: null }])
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(await waitForMessageMatching(garbo.visitor(), '+393401111111', /accedi/)).toContain(email)
  expect(await messagesTo(garbo.visitor(), '+393402222222')).toEqual([])
})
