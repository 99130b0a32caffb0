import { afterAll, describe, expect, it } from 'vitest'
import { signedRequestFor, startFacebookStandIn } from '../support/accounts/facebook-stand-in.ts'
import { startOpenIdProvider } from '../support/accounts/openid-provider.ts'
import { freePort } from '../support/free-port.ts'
import { clickButton, expectAccessible, expectFitsPhone, expectPage, expectToast, pageTimeout } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { signOut } from './steps.ts'
import { signInTexts, socialTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'
import { landingTexts } from '../../web/app/pages/marketing/landing.texts.ts'

const ada = { sub: '501', email: 'ada@posta.example', email_verified: true, given_name: 'Ada', family_name: 'Verdi' }
const ivo = { id: '7001', first_name: 'Ivo', last_name: 'Gallo', email: 'ivo@posta.example' }

const port = await freePort()
const google = await startOpenIdProvider(`http://localhost:${port}/api/auth/google/callback`)
const facebook = await startFacebookStandIn()
const { chromium, page } = await startSandbox(['page'], {
  settings: { PORT: String(port), ...google.settings, ...facebook.settings },
})
afterAll(async () => {
  await google.stop()
  await facebook.stop()
})

const expectPath = (path: string) => expect.poll(() => new URL(page.url()).pathname, pageTimeout).toBe(path)
const openLogin = async () => {
  await page.goto('/login?type=client')
  await expectPage(page, signInTexts.titleClient)
}
const expectAlert = (words: string) => page.getByRole('alert').getByText(words, { exact: true }).waitFor()

describe('signing in with Google', { timeout: 180_000 }, () => {
  it('R-04, A-24: leads from the landing page to the client area', async () => {
    google.signInAs(ada)
    await page.goto('/landing')
    await clickButton(page, landingTexts.login)
    await page.getByRole('menuitem', { name: landingTexts.loginGoogle }).click()
    await expectPath('/client-dashboard')
    await expectPage(page, dashboardTexts.client.title('Ada Verdi'))
  })

  it('R-14, Q-19: returns to the login with an explanation when denied', async () => {
    await signOut(page, 'Ada Verdi')
    google.signInAs(null)
    await page.context().clearCookies()
    await openLogin()
    await clickButton(page, socialTexts.google)
    await expectAlert('Login Google annullato')
    await expectPage(page, signInTexts.titleClient)
    google.signInAs(ada)
    await clickButton(page, socialTexts.google)
    await expectPage(page, dashboardTexts.client.title('Ada Verdi'))
    await signOut(page, 'Ada Verdi')
  })
})

describe('signing in with Facebook', { timeout: 180_000 }, () => {
  it('T-029, T-030, Q-28: stays on the page with an explanation when denied in the script', async () => {
    facebook.signInAs(null)
    await openLogin()
    await clickButton(page, socialTexts.facebook)
    await expectToast(page, socialTexts.cancelledTitle)
    await expectAlert('Login Facebook annullato')
    await expectAccessible(page)
    await expectPath('/login')
  })

  it('A-27, Q-18: by the script leads to the dashboard', async () => {
    facebook.signInAs(ivo)
    await clickButton(page, socialTexts.facebook)
    await expectPage(page, dashboardTexts.welcome('Ivo Gallo'))
    await expectPath('/dashboard')
    await signOut(page, 'Ivo Gallo')
  })

  it('R-14: without the script uses Facebook’s own page', async () => {
    facebook.setSdkUnavailable(true)
    await openLogin()
    await clickButton(page, socialTexts.facebook)
    await expectPath('/client-dashboard')
    await expectPage(page, dashboardTexts.client.title('Ivo Gallo'))
    await signOut(page, 'Ivo Gallo')
  })

  it('R-08: works from the client sign-in page', async () => {
    await page.goto('/client-auth')
    await expectPage(page, signInTexts.clientAuth.titleLogin)
    await page.getByRole('link', { name: socialTexts.facebook }).click()
    await expectPage(page, dashboardTexts.client.title('Ivo Gallo'))
    await signOut(page, 'Ivo Gallo')
  })

  it('a deletion request has a status page that finally reports the erasure', async () => {
    const form = { signed_request: signedRequestFor(ivo.id) }
    const answer = await page.request.post('/api/auth/facebook/data-deletion', { form })
    const { url } = (await answer.json()) as { url: string }
    const tellsOfErasure = async () => {
      await page.goto(url)
      await expectPage(page, socialTexts.deletion.title)
      return page.getByText(socialTexts.deletion.erased).count()
    }
    await expect.poll(tellsOfErasure, pageTimeout).toBe(1)
  })

  it('Q-19: is disabled for a business; its pages fit a phone and log no error', async () => {
    await page.goto('/login?type=business')
    await expectPage(page, signInTexts.titleBusiness)
    for (const name of [socialTexts.google, socialTexts.facebook])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
    await expectFitsPhone(page, '/login?type=client', signInTexts.titleClient)
    await expectFitsPhone(page, '/client-auth', signInTexts.clientAuth.titleLogin)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectFitsPhone(page, '/login?type=client', signInTexts.titleClient)
    expect(chromium.consoleErrors()).toEqual([])
  })
})
