import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { password } from '../support/users.ts'
import { clickButton, expectFitsPhone, expectPage, expectToast, fillFields } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { registerClientUntilPasskey, signOut } from './steps.ts'
import { passkeyTexts } from '../../web/app/features/accounts/passkeys/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const clientAreaTitle = dashboardTexts.client.title('Ana Bianchi')
const welcomeTitle = dashboardTexts.welcome('Ana Bianchi')

const { chromium, ana } = await startSandbox(['ana'])
let authenticator: Awaited<ReturnType<typeof addVirtualAuthenticator>>
beforeAll(async () => {
  authenticator = await addVirtualAuthenticator(ana)
}, 300_000)

/** Virtual authenticator with a fingerprint sensor that accepts or rejects its user. */
const addVirtualAuthenticator = async (page: Page) => {
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

const registerPasskey = async () => {
  await fillFields(ana, { [passkeyTexts.password]: password })
  await clickButton(ana, passkeyTexts.register)
}

const signInWithPasskey = async () => {
  await ana.goto('/login?type=client')
  await expectPage(ana, signInTexts.titleClient)
  await clickButton(ana, signInTexts.withPasskey)
  await expectPage(ana, signInTexts.titleClient)
  await ana
    .getByRole('region', { name: passkeyTexts.titles.authenticate })
    .getByRole('button', { name: signInTexts.withPasskey })
    .click()
}

describe('a client’s passkey', { timeout: 180_000 }, () => {
  it('R-11, S-04: is registered during sign-up', async () => {
    await registerClientUntilPasskey(ana, bianchi)
    await registerPasskey()
    await expectToast(ana, passkeyTexts.enrol.doneTitle)
    await expectPage(ana, clientAreaTitle)
    expect(await authenticator.keeps()).toBe(1)
  })

  it('R-13, Q-18: signs the client in without a password and opens the dashboard', async () => {
    await signOut(ana, 'Ana Bianchi')
    await signInWithPasskey()
    await expectPage(ana, welcomeTitle)
    expect(new URL(ana.url()).pathname).toBe('/dashboard')
  })

  it('T-114: is rejected without user verification', async () => {
    await signOut(ana, 'Ana Bianchi')
    await authenticator.recognises(false)
    await signInWithPasskey()
    await ana.getByRole('alert').getByText(passkeyTexts.login.denied).waitFor()
    await authenticator.recognises(true)
    await clickButton(ana, signInTexts.withPasskey)
    await expectPage(ana, welcomeTitle)
  })

  it('T-108, R-93: cannot be registered twice on the same device', async () => {
    await ana.goto('/profile/biometric-setup')
    await expectPage(ana, passkeyTexts.quickAccess.title)
    await clickButton(ana, passkeyTexts.quickAccess.enable.web)
    await ana.getByText(passkeyTexts.quickAccess.webHint).waitFor()
    await registerPasskey()
    await ana.getByRole('alert').getByText(passkeyTexts.registration.taken).waitFor()
  })

  it('T-124, T-113: cannot sign in after it was removed', async () => {
    await clickButton(ana, passkeyTexts.quickAccess.disable.web)
    await ana.getByText(passkeyTexts.quickAccess.empty).waitFor()
    await signOut(ana, 'Ana Bianchi')
    await signInWithPasskey()
    await ana.getByRole('alert').getByText(passkeyTexts.login.failed).waitFor()
  })

  it('its pages fit a phone and log no error', async () => {
    await expectFitsPhone(ana, '/biometric-setup', passkeyTexts.quickAccess.title)
    await expectFitsPhone(ana, '/biometric-demo', passkeyTexts.developerPages.demoTitle)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
