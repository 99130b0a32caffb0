import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { androidPromptOptions, appUserAgent } from '../../../../web/contract/accounts/passkeys.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpClient } from '../../../support/users.ts'

const { androidApp, enrollDevice, redeemDeviceToken } = endpoints
const enrollLink = 'garbo://biometric-enroll'

describe('the Android app over HTTP', () => {
  let garbo: Awaited<ReturnType<typeof startTestGarbo>>
  beforeAll(async () => {
    garbo = await startTestGarbo({ ANDROID_ENROLL_LINK: enrollLink })
  })
  afterAll(() => garbo.stop())

  it('C-05, Q-116: is served its marker, enrolment link and prompt settings', async () => {
    const { status, body } = await garbo.visitor().get(androidApp.path)
    expect([status, body]).toEqual([200, { marker: 'GarboAndroid', enrollLink, prompt: androidPromptOptions }])
  })

  it('Q-105: requires the password for sensitive actions after sign-in with weak biometrics', async () => {
    const { browser } = await signUpClient(garbo, 'ana')
    const { deviceToken } = enrollDevice.response.parse((await browser.post(enrollDevice.path)).body)
    const app = garbo.visitor()
    const header = { 'user-agent': appUserAgent('GarboAndroid', '1.0', 'face') }
    expect((await app.post(redeemDeviceToken.path, { deviceToken }, header)).status).toBe(200)

    const email = 'ana.nuova@example.it'
    expect((await app.patch('/api/user/profile', { email })).status).toBe(400)
    expect(
      (await app.patch('/api/user/profile', { email, password: 'Sbagliata.2026!' })).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await app.patch('/api/user/profile', { email, password })).status).toBe(200)
    const change = { currentPassword: 'Sbagliata.2026!', newPassword: 'Nuovissima.2027!' }
    expect((await app.post('/api/auth/change-password', change)).status).toBeGreaterThanOrEqual(400)
  })
})
