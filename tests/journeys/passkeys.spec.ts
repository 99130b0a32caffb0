import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { fitsATelephone, hears, presses, sees } from './browser.ts'
import { comesIn, leaves } from './people.ts'
import { stage } from './stage.ts'

const { access, biometrics, dashboard } = texts
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const area = dashboard.client.title('Ana Bianchi')
const hall = dashboard.welcome('Ana Bianchi')

const { chromium, ana } = await stage(['ana'])
let sensor: Awaited<ReturnType<typeof sensorOf>>
beforeAll(async () => {
  sensor = await sensorOf(ana)
}, 300_000)

/** The telephone's own sensor, which recognises its owner or does not. */
const sensorOf = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognises: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keeps: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

const entersByPasskey = async () => {
  await ana.goto('/login?type=client')
  await sees(ana, access.titleClient)
  await presses(ana, biometrics.authenticate)
  await sees(ana, access.titleClient)
  await ana
    .getByRole('region', { name: biometrics.titles.authenticate })
    .getByRole('button', { name: biometrics.authenticate })
    .click()
}

describe('a client’s passkey', { timeout: 180_000 }, () => {
  it('R-11, S-04: is registered during sign-up', async () => {
    await comesIn(ana, bianchi)
    await presses(ana, biometrics.register)
    await hears(ana, biometrics.enrol.doneTitle)
    await sees(ana, area)
    expect(await sensor.keeps()).toBe(1)
  })

  it('R-13, Q-18: signs the client in without a password and opens the dashboard', async () => {
    await leaves(ana, 'Ana Bianchi')
    await entersByPasskey()
    await sees(ana, hall)
    expect(new URL(ana.url()).pathname).toBe('/dashboard')
  })

  it('T-114: is refused without user verification', async () => {
    await leaves(ana, 'Ana Bianchi')
    await sensor.recognises(false)
    await entersByPasskey()
    await ana.getByRole('alert').getByText(biometrics.login.denied).waitFor()
    await sensor.recognises(true)
    await presses(ana, biometrics.authenticate)
    await sees(ana, hall)
  })

  it('T-108, R-93: cannot be registered twice on the same device', async () => {
    await ana.goto('/profile/biometric-setup')
    await sees(ana, biometrics.quick.title)
    await presses(ana, biometrics.quick.enable.web)
    await ana.getByText(biometrics.quick.webHint).waitFor()
    await presses(ana, biometrics.register)
    await ana.getByRole('alert').getByText(biometrics.registration.taken).waitFor()
  })

  it('T-124, T-113: cannot sign in after it was removed', async () => {
    await presses(ana, biometrics.quick.disable.web)
    await ana.getByText(biometrics.quick.empty).waitFor()
    await leaves(ana, 'Ana Bianchi')
    await entersByPasskey()
    await ana.getByRole('alert').getByText(biometrics.login.failed).waitFor()
  })

  it('its pages fit a phone and log no error', async () => {
    await fitsATelephone(ana, '/biometric-setup', biometrics.quick.title)
    await fitsATelephone(ana, '/biometric-demo', biometrics.workshop.demoTitle)
    expect(chromium.complaints()).toEqual([])
  })
})
